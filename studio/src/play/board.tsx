// An interactive board: a picture drawn by Python, pieces on its squares, and input by mouse, keys and touch.
// It knows no game: layers say which piece is where, and the parent decides what a click means.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../look/parts";
import { say } from "../words";
import type { Stage } from "./types";

export type Layer = ReadonlyMap<number, string>; // pieces by square, with an optional variant after a colon
export type ActKind = "main" | "other";

interface BoardProps {
  stage: Stage;
  layers: Layer[]; // bottom to top
  overlay?: string | undefined; // SVG elements above all pieces
  label: string;
  describeCell: (cell: number) => string; // for screen readers
  onAct: (cell: number, kind: ActKind) => void;
  onPaint?: (cell: number, isFirst: boolean, kind: ActKind) => void; // dragging over squares
  onKey?: (key: string, cell: number) => boolean; // returns whether it handles the key
  tints?: number[] | undefined; // the colour number of each square
  id?: string;
}

const SVG = "http://www.w3.org/2000/svg";
const LONG_PRESS = 450; // milliseconds
const SLACK = 8; // pixels a finger may move during a press
const MAX_ZOOM = 8; // times
const MAX_SCALE = 3; // relative to the size it was drawn in
const TINT_COUNT = 12; // colours of squares, then they repeat
const FIRST_UPPER_LAYER = 2; // layers from this one on lie above the picture
const ARROW_STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

let boardCount = 0;

export function Board(props: BoardProps) {
  const { stage, layers, overlay, tints, label, describeCell, id } = props;
  const holder = useRef<HTMLDivElement>(null);
  const picture = useRef<BoardPicture | null>(null);
  const latestProps = useRef(props); // listeners are added once but use the latest props
  latestProps.current = props;
  const cursor = useRef(0);
  const [cellText, setCellText] = useState("");
  const [isZoomedIn, setZoomedIn] = useState(false);

  useLayoutEffect(() => {
    if (!holder.current) return;
    picture.current = new BoardPicture(holder.current, stage);
    cursor.current = Math.min(cursor.current, stage.height * stage.width - 1);
    picture.current.moveCursor(cursor.current);
    setZoomedIn(false);
  }, [stage]);
  useLayoutEffect(() => picture.current?.showLayers(layers), [stage, layers]);
  useLayoutEffect(() => picture.current?.setOverlay(overlay ?? ""), [stage, overlay]);
  useLayoutEffect(() => picture.current?.setTints(tints ?? []), [stage, tints]);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const pointerHandler = new PointerHandler(
      () => picture.current,
      (cell, kind) => {
        cursor.current = cell;
        picture.current?.moveCursor(cell);
        latestProps.current.onAct(cell, kind);
      },
      (cell, isFirst, kind) => latestProps.current.onPaint?.(cell, isFirst, kind),
      () => setZoomedIn(picture.current?.isZoomedIn ?? false),
    );
    return pointerHandler.listen(element);
  }, []);

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROW_STEPS[event.key];
    const cell = cursor.current;
    if (step) {
      const row = Math.floor(cell / stage.width) + step[0];
      const column = (cell % stage.width) + step[1];
      if (row < 0 || column < 0 || row >= stage.height || column >= stage.width) return event.preventDefault();
      cursor.current = row * stage.width + column;
      picture.current?.moveCursor(cursor.current);
    } else if (event.key === " " || event.key === "Enter") latestProps.current.onAct(cell, "main");
    else if (["x", "X", "Delete", "Backspace"].includes(event.key) && !latestProps.current.onKey?.(event.key, cell))
      latestProps.current.onAct(cell, "other");
    else if (
      !["x", "X", "Delete", "Backspace"].includes(event.key) &&
      !latestProps.current.onKey?.(event.key, cell)
    )
      return;
    event.preventDefault();
    setTimeout(() => setCellText(latestProps.current.describeCell(cursor.current)), 0);
  };
  const zoom = (factor: number) => {
    picture.current?.zoom(factor);
    setZoomedIn(picture.current?.isZoomedIn ?? false);
  };
  return (
    <div class="board-holder">
      <div
        ref={holder}
        class="board"
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is played by keys
        tabIndex={0}
        onKeyDown={onKey}
        onFocus={() => setCellText(describeCell(cursor.current))}
        {...(id && { id })}
      />
      <span class="hidden" aria-live="polite">
        {cellText}
      </span>
      <div class={isZoomedIn ? "zoom is-near" : "zoom"}>
        <Button label={say("play.zoom.in")} icon="plus" isIconOnly kind="quiet" onClick={() => zoom(1.4)} />
        <Button label={say("play.zoom.out")} icon="minus" isIconOnly kind="quiet" onClick={() => zoom(1 / 1.4)} />
        <Button label={say("play.zoom.fit")} icon="fit" isIconOnly kind="quiet" onClick={() => zoom(0)} />
      </div>
    </div>
  );
}

/** Parse a string of SVG elements. */
function parseSvg(text: string): Element[] {
  const whole = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return [...whole.documentElement.children].map((element) => document.importNode(element, true));
}

function createSvgElement(name: string, attributes: Record<string, string | number>): SVGElement {
  const svgElement = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) svgElement.setAttribute(key, String(value));
  return svgElement;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The picture in the page; updates touch only what has changed. */
class BoardPicture {
  private svg: SVGSVGElement;
  private shownPieces: Map<number, { piece: string; use: SVGElement }>[] = [];
  private groups: SVGElement[] = [];
  private below: SVGElement;
  private above: SVGElement;
  private cursor: SVGElement;
  private fullBox: Box;
  private visibleBox: Box;
  private prefix = `board${boardCount++}-`;

  constructor(
    holder: HTMLElement,
    private stage: Stage,
  ) {
    const root = new DOMParser().parseFromString(stage.svg, "image/svg+xml").documentElement;
    this.svg = document.importNode(root, true) as unknown as SVGSVGElement;
    for (const name of ["width", "height", "role"]) this.svg.removeAttribute(name);
    this.svg.setAttribute("aria-hidden", "true");
    const [x = 0, y = 0, width = 1, height = 1] = (this.svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.fullBox = { x, y, width, height };
    this.visibleBox = this.fullBox;
    this.numberSquares();
    const defs = createSvgElement("defs", {});
    for (const [name, markup] of Object.entries(stage.pieces)) {
      const piece = createSvgElement("g", { id: this.prefix + name });
      piece.append(...parseSvg(markup));
      defs.append(piece);
    }
    this.above = createSvgElement("g", { class: "overlay" });
    const { square } = stage;
    this.cursor = createSvgElement("rect", { class: "cursor", width: square - 2, height: square - 2, rx: 3 });
    // Pieces lie below the edge of the board and the lines of its regions.
    const edge = [...this.svg.children].find((shape) => shape.matches('rect[fill="none"]')) ?? null;
    this.below = createSvgElement("g", {});
    this.svg.insertBefore(this.below, edge);
    this.svg.append(defs, this.above, this.cursor);
    this.svg.style.maxWidth = `${width * MAX_SCALE}px`;
    this.svg.style.maxHeight = `${height * MAX_SCALE}px`;
    holder.replaceChildren(this.svg);
  }

  /** Number the squares, and remove ids that other pictures may have too. */
  private numberSquares(): void {
    const { left, top, square, width } = this.stage;
    for (const shape of this.svg.querySelectorAll("[id]")) {
      shape.removeAttribute("id");
      if (shape.nodeName !== "rect" || Number(shape.getAttribute("width")) !== square) continue;
      const column = Math.round((Number(shape.getAttribute("x")) - left) / square);
      const row = Math.round((Number(shape.getAttribute("y")) - top) / square);
      shape.setAttribute("data-square", String(row * width + column));
    }
  }

  showLayers(layers: Layer[]): void {
    layers.forEach((layer, level) => {
      const levelPieces = this.shownPieces[level] ?? new Map<number, { piece: string; use: SVGElement }>();
      this.shownPieces[level] = levelPieces;
      let group = this.groups[level];
      if (!group) {
        group = createSvgElement("g", { class: "layer" });
        this.groups[level] = group;
        if (level < FIRST_UPPER_LAYER) this.below.append(group);
        else this.svg.insertBefore(group, this.above);
      }
      for (const [cell, { piece, use }] of levelPieces)
        if (layer.get(cell) !== piece) {
          use.remove();
          levelPieces.delete(cell);
        }
      for (const [cell, piece] of layer) {
        if (levelPieces.has(cell)) continue;
        const { x, y } = this.cellCorner(cell);
        const href = `#${this.prefix}${piece.split(":")[0]}`;
        const use = createSvgElement("use", { href, x, y, "data-cell": cell, "data-piece": piece });
        group.append(use);
        levelPieces.set(cell, { piece, use });
      }
    });
  }

  setTints(tints: number[]): void {
    for (const square of this.svg.querySelectorAll("[data-square]")) {
      const tint = tints[Number(square.getAttribute("data-square"))];
      if (tint === undefined) square.removeAttribute("data-tint");
      else square.setAttribute("data-tint", String(tint % TINT_COUNT));
    }
  }

  setOverlay(overlay: string): void {
    this.above.replaceChildren(...parseSvg(overlay));
  }

  moveCursor(cell: number): void {
    const { x, y } = this.cellCorner(cell);
    this.cursor.setAttribute("x", String(x + 1));
    this.cursor.setAttribute("y", String(y + 1));
  }

  private cellCorner(cell: number): { x: number; y: number } {
    const { left, top, square, width } = this.stage;
    return { x: left + (cell % width) * square, y: top + Math.floor(cell / width) * square };
  }

  /** The square at a point of the window. */
  cellAt(x: number, y: number): number | null {
    const place = this.boardPointAt(x, y);
    const { left, top, square, width, height } = this.stage;
    const column = Math.floor((place.x - left) / square);
    const row = Math.floor((place.y - top) / square);
    return row < 0 || column < 0 || row >= height || column >= width ? null : row * width + column;
  }

  private boardPointAt(x: number, y: number): { x: number; y: number } {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  get isZoomedIn(): boolean {
    return this.visibleBox.width < this.fullBox.width;
  }

  /** Zoom by a factor around a point of the window or the centre; 0 shows the whole board. */
  zoom(times: number, x?: number, y?: number): void {
    const { fullBox, visibleBox } = this;
    const around =
      x === undefined || y === undefined
        ? { x: visibleBox.x + visibleBox.width / 2, y: visibleBox.y + visibleBox.height / 2 }
        : this.boardPointAt(x, y);
    const width = times
      ? Math.min(fullBox.width, Math.max(fullBox.width / MAX_ZOOM, visibleBox.width / times))
      : fullBox.width;
    const scale = width / visibleBox.width;
    this.setVisibleBox({
      x: around.x - (around.x - visibleBox.x) * scale,
      y: around.y - (around.y - visibleBox.y) * scale,
      width,
      height: visibleBox.height * scale,
    });
  }

  /** Move the picture by pixels of the window. */
  pan(x: number, y: number): void {
    const matrix = this.svg.getScreenCTM();
    if (matrix)
      this.setVisibleBox({
        ...this.visibleBox,
        x: this.visibleBox.x - x / matrix.a,
        y: this.visibleBox.y - y / matrix.d,
      });
  }

  private setVisibleBox(box: Box): void {
    const { fullBox } = this;
    const x = Math.min(Math.max(box.x, fullBox.x), fullBox.x + fullBox.width - box.width);
    const y = Math.min(Math.max(box.y, fullBox.y), fullBox.y + fullBox.height - box.height);
    this.visibleBox = { ...box, x, y };
    this.svg.setAttribute("viewBox", `${x} ${y} ${box.width} ${box.height}`);
  }
}

/** Turns pointer events into actions: click, secondary click or long press, drag over squares, pinch. */
class PointerHandler {
  private pointers = new Map<number, { x: number; y: number }>();
  private start: { cell: number; kind: ActKind; x: number; y: number } | null = null;
  private paintedCells: Set<number> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private getPicture: () => BoardPicture | null,
    private onAct: (cell: number, kind: ActKind) => void,
    private onPaint: (cell: number, isFirst: boolean, kind: ActKind) => void,
    private onMoved: () => void,
  ) {}

  listen(holder: HTMLElement): () => void {
    const listeners: [string, (event: PointerEvent) => void][] = [
      ["pointerdown", (event) => this.handleDown(event, holder)],
      ["pointermove", (event) => this.handleMove(event)],
      ["pointerup", (event) => this.handleUp(event, true)],
      ["pointercancel", (event) => this.handleUp(event, false)],
    ];
    for (const [name, listener] of listeners) holder.addEventListener(name, listener as EventListener);
    const menu = (event: Event) => event.preventDefault();
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.getPicture()?.zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
      this.onMoved();
    };
    holder.addEventListener("contextmenu", menu);
    holder.addEventListener("wheel", wheel, { passive: false });
    return () => {
      for (const [name, listener] of listeners) holder.removeEventListener(name, listener as EventListener);
      holder.removeEventListener("contextmenu", menu);
      holder.removeEventListener("wheel", wheel);
    };
  }

  private handleDown(event: PointerEvent, holder: HTMLElement): void {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(this.timer);
    if (this.pointers.size > 1) {
      this.start = null; // two fingers move the picture and mark nothing
      this.paintedCells = null;
      return;
    }
    if (event.button !== 0 && event.button !== 2) return;
    const cell = this.getPicture()?.cellAt(event.clientX, event.clientY) ?? null;
    holder.setPointerCapture(event.pointerId);
    if (cell === null) return;
    const kind: ActKind = event.button === 2 ? "other" : "main";
    this.start = { cell, kind, x: event.clientX, y: event.clientY };
    if (event.pointerType !== "mouse")
      this.timer = setTimeout(() => {
        if (!this.start || this.paintedCells) return;
        this.start = null;
        navigator.vibrate?.(12);
        this.onAct(cell, "other");
      }, LONG_PRESS);
  }

  private handleMove(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const here = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) this.pinch(event.pointerId, before, here);
    this.pointers.set(event.pointerId, here);
    if (!this.start || this.pointers.size > 1) return;
    if (Math.hypot(here.x - this.start.x, here.y - this.start.y) > SLACK) clearTimeout(this.timer);
    const cell = this.getPicture()?.cellAt(here.x, here.y) ?? null;
    if (cell === null) return;
    if (!this.paintedCells && cell !== this.start.cell) {
      this.paintedCells = new Set([this.start.cell]);
      this.onPaint(this.start.cell, true, this.start.kind);
    }
    if (this.paintedCells && !this.paintedCells.has(cell)) {
      this.paintedCells.add(cell);
      this.onPaint(cell, false, this.start.kind);
    }
  }

  private pinch(id: number, before: { x: number; y: number }, here: { x: number; y: number }): void {
    const other = [...this.pointers].find(([pointer]) => pointer !== id)?.[1];
    const picture = this.getPicture();
    if (!other || !picture) return;
    const distanceBefore = Math.hypot(before.x - other.x, before.y - other.y);
    const distance = Math.hypot(here.x - other.x, here.y - other.y);
    if (distanceBefore > 0) picture.zoom(distance / distanceBefore, (here.x + other.x) / 2, (here.y + other.y) / 2);
    picture.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
    this.onMoved();
  }

  private handleUp(event: PointerEvent, isCompleted: boolean): void {
    clearTimeout(this.timer);
    this.pointers.delete(event.pointerId);
    const { start, paintedCells } = this;
    this.start = null;
    this.paintedCells = null;
    if (isCompleted && start && !paintedCells) this.onAct(start.cell, start.kind);
  }
}
