// A board that answers: the picture that Python has drawn, pieces laid on its squares, and mouse, keys and touch as acts.
// It knows no game: which piece stands where is told by layers, what a click means is decided by whoever shows it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../look/parts";
import { say } from "../words";
import type { Stage } from "./types";

export type Layer = ReadonlyMap<number, string>; // the name of a piece by square; after a colon, how it is meant
export type ActKind = "main" | "other";

interface BoardProps {
  stage: Stage;
  layers: Layer[]; // the lowest first
  overlay?: string | undefined; // elements of SVG above all pieces
  label: string;
  tell: (cell: number) => string; // a square in words, for those who do not see it
  onAct: (cell: number, kind: ActKind) => void;
  onPaint?: (cell: number, isFirst: boolean, kind: ActKind) => void; // dragging over squares
  onKey?: (key: string, cell: number) => boolean; // whether a key was taken
  tints?: number[] | undefined; // for each square the number of its colour
  id?: string;
}

const SVG = "http://www.w3.org/2000/svg";
const LONG_PRESS = 450; // milliseconds
const SLACK = 8; // pixels that a finger may tremble
const CLOSEST = 8; // times
const LARGEST = 3; // times as large as it was drawn, where there is room
const TINTS = 12; // colours of squares, then they come again
const FRAMES = 2; // the layer from which on everything lies above the picture
const MOVES: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

let boards = 0;

export function Board(props: BoardProps) {
  const { stage, layers, overlay, tints, label, tell, id } = props;
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const newest = useRef(props); // listeners stay, what they do changes
  newest.current = props;
  const cursor = useRef(0);
  const [told, setTold] = useState("");
  const [isNear, setNear] = useState(false);

  useLayoutEffect(() => {
    if (!holder.current) return;
    drawn.current = new Drawn(holder.current, stage);
    cursor.current = Math.min(cursor.current, stage.height * stage.width - 1);
    drawn.current.point(cursor.current);
    setNear(false);
  }, [stage]);
  useLayoutEffect(() => drawn.current?.show(layers), [stage, layers]);
  useLayoutEffect(() => drawn.current?.lay(overlay ?? ""), [stage, overlay]);
  useLayoutEffect(() => drawn.current?.tint(tints ?? []), [stage, tints]);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const touching = new Touching(
      () => drawn.current,
      (cell, kind) => {
        cursor.current = cell;
        drawn.current?.point(cell);
        newest.current.onAct(cell, kind);
      },
      (cell, isFirst, kind) => newest.current.onPaint?.(cell, isFirst, kind),
      () => setNear(drawn.current?.isNear ?? false),
    );
    return touching.listen(element);
  }, []);

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = MOVES[event.key];
    const cell = cursor.current;
    if (step) {
      const row = Math.floor(cell / stage.width) + step[0];
      const column = (cell % stage.width) + step[1];
      if (row < 0 || column < 0 || row >= stage.height || column >= stage.width) return event.preventDefault();
      cursor.current = row * stage.width + column;
      drawn.current?.point(cursor.current);
    } else if (event.key === " " || event.key === "Enter") newest.current.onAct(cell, "main");
    else if (["x", "X", "Delete", "Backspace"].includes(event.key) && !newest.current.onKey?.(event.key, cell))
      newest.current.onAct(cell, "other");
    else if (!["x", "X", "Delete", "Backspace"].includes(event.key) && !newest.current.onKey?.(event.key, cell))
      return;
    event.preventDefault();
    setTimeout(() => setTold(newest.current.tell(cursor.current)), 0);
  };
  const zoom = (times: number) => {
    drawn.current?.zoom(times);
    setNear(drawn.current?.isNear ?? false);
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
        onFocus={() => setTold(tell(cursor.current))}
        {...(id && { id })}
      />
      <span class="hidden" aria-live="polite">
        {told}
      </span>
      <div class={isNear ? "zoom is-near" : "zoom"}>
        <Button label={say("play.zoom.in")} icon="plus" isIconOnly kind="quiet" onClick={() => zoom(1.4)} />
        <Button label={say("play.zoom.out")} icon="minus" isIconOnly kind="quiet" onClick={() => zoom(1 / 1.4)} />
        <Button label={say("play.zoom.fit")} icon="fit" isIconOnly kind="quiet" onClick={() => zoom(0)} />
      </div>
    </div>
  );
}

/** Elements of SVG as they stand in a text. */
function parsed(text: string): Element[] {
  const whole = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return [...whole.documentElement.children].map((element) => document.importNode(element, true));
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The picture in the page; only what has changed is touched. */
class Drawn {
  private svg: SVGSVGElement;
  private shown: Map<number, { piece: string; use: SVGElement }>[] = [];
  private groups: SVGElement[] = [];
  private below: SVGElement;
  private above: SVGElement;
  private cursor: SVGElement;
  private whole: Box;
  private seen: Box;
  private prefix = `board${boards++}-`;

  constructor(
    holder: HTMLElement,
    private stage: Stage,
  ) {
    const root = new DOMParser().parseFromString(stage.svg, "image/svg+xml").documentElement;
    this.svg = document.importNode(root, true) as unknown as SVGSVGElement;
    for (const name of ["width", "height", "role"]) this.svg.removeAttribute(name);
    this.svg.setAttribute("aria-hidden", "true");
    const [x = 0, y = 0, width = 1, height = 1] = (this.svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.whole = { x, y, width, height };
    this.seen = this.whole;
    this.number();
    const defs = element("defs", {});
    for (const [name, drawn] of Object.entries(stage.pieces)) {
      const piece = element("g", { id: this.prefix + name });
      piece.append(...parsed(drawn));
      defs.append(piece);
    }
    this.above = element("g", { class: "overlay" });
    const { square } = stage;
    this.cursor = element("rect", { class: "cursor", width: square - 2, height: square - 2, rx: 3 });
    // What lies on squares is below the edge of the board and the lines of its regions.
    const edge = [...this.svg.children].find((shape) => shape.matches('rect[fill="none"]')) ?? null;
    this.below = element("g", {});
    this.svg.insertBefore(this.below, edge);
    this.svg.append(defs, this.above, this.cursor);
    this.svg.style.maxWidth = `${width * LARGEST}px`;
    this.svg.style.maxHeight = `${height * LARGEST}px`;
    holder.replaceChildren(this.svg);
  }

  /** Squares are known by their number; names that other pictures have too are taken away. */
  private number(): void {
    const { left, top, square, width } = this.stage;
    for (const shape of this.svg.querySelectorAll("[id]")) {
      shape.removeAttribute("id");
      if (shape.nodeName !== "rect" || Number(shape.getAttribute("width")) !== square) continue;
      const column = Math.round((Number(shape.getAttribute("x")) - left) / square);
      const row = Math.round((Number(shape.getAttribute("y")) - top) / square);
      shape.setAttribute("data-square", String(row * width + column));
    }
  }

  show(layers: Layer[]): void {
    layers.forEach((layer, level) => {
      const shown = this.shown[level] ?? new Map<number, { piece: string; use: SVGElement }>();
      this.shown[level] = shown;
      let group = this.groups[level];
      if (!group) {
        group = element("g", { class: "layer" });
        this.groups[level] = group;
        if (level < FRAMES) this.below.append(group);
        else this.svg.insertBefore(group, this.above);
      }
      for (const [cell, { piece, use }] of shown)
        if (layer.get(cell) !== piece) {
          use.remove();
          shown.delete(cell);
        }
      for (const [cell, piece] of layer) {
        if (shown.has(cell)) continue;
        const { x, y } = this.corner(cell);
        const href = `#${this.prefix}${piece.split(":")[0]}`;
        const use = element("use", { href, x, y, "data-cell": cell, "data-piece": piece });
        group.append(use);
        shown.set(cell, { piece, use });
      }
    });
  }

  tint(tints: number[]): void {
    for (const square of this.svg.querySelectorAll("[data-square]")) {
      const tint = tints[Number(square.getAttribute("data-square"))];
      if (tint === undefined) square.removeAttribute("data-tint");
      else square.setAttribute("data-tint", String(tint % TINTS));
    }
  }

  lay(overlay: string): void {
    this.above.replaceChildren(...parsed(overlay));
  }

  point(cell: number): void {
    const { x, y } = this.corner(cell);
    this.cursor.setAttribute("x", String(x + 1));
    this.cursor.setAttribute("y", String(y + 1));
  }

  private corner(cell: number): { x: number; y: number } {
    const { left, top, square, width } = this.stage;
    return { x: left + (cell % width) * square, y: top + Math.floor(cell / width) * square };
  }

  /** The square at a place of the window. */
  cellAt(x: number, y: number): number | null {
    const place = this.placeAt(x, y);
    const { left, top, square, width, height } = this.stage;
    const column = Math.floor((place.x - left) / square);
    const row = Math.floor((place.y - top) / square);
    return row < 0 || column < 0 || row >= height || column >= width ? null : row * width + column;
  }

  private placeAt(x: number, y: number): { x: number; y: number } {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  get isNear(): boolean {
    return this.seen.width < this.whole.width;
  }

  /** So many times as large, around a place of the window or the middle; 0 shows the whole board. */
  zoom(times: number, x?: number, y?: number): void {
    const { whole, seen } = this;
    const around =
      x === undefined || y === undefined
        ? { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 }
        : this.placeAt(x, y);
    const width = times ? Math.min(whole.width, Math.max(whole.width / CLOSEST, seen.width / times)) : whole.width;
    const scale = width / seen.width;
    this.look({
      x: around.x - (around.x - seen.x) * scale,
      y: around.y - (around.y - seen.y) * scale,
      width,
      height: seen.height * scale,
    });
  }

  /** Moved by so many pixels of the window. */
  pan(x: number, y: number): void {
    const matrix = this.svg.getScreenCTM();
    if (matrix) this.look({ ...this.seen, x: this.seen.x - x / matrix.a, y: this.seen.y - y / matrix.d });
  }

  private look(box: Box): void {
    const { whole } = this;
    const x = Math.min(Math.max(box.x, whole.x), whole.x + whole.width - box.width);
    const y = Math.min(Math.max(box.y, whole.y), whole.y + whole.height - box.height);
    this.seen = { ...box, x, y };
    this.svg.setAttribute("viewBox", `${x} ${y} ${box.width} ${box.height}`);
  }
}

/** Pointers as acts: a click, the other button or a long press, a drag over squares; two fingers move the picture. */
class Touching {
  private down = new Map<number, { x: number; y: number }>();
  private first: { cell: number; kind: ActKind; x: number; y: number } | null = null;
  private painted: Set<number> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private drawn: () => Drawn | null,
    private act: (cell: number, kind: ActKind) => void,
    private paint: (cell: number, isFirst: boolean, kind: ActKind) => void,
    private moved: () => void,
  ) {}

  listen(holder: HTMLElement): () => void {
    const listeners: [string, (event: PointerEvent) => void][] = [
      ["pointerdown", (event) => this.begin(event, holder)],
      ["pointermove", (event) => this.move(event)],
      ["pointerup", (event) => this.end(event, true)],
      ["pointercancel", (event) => this.end(event, false)],
    ];
    for (const [name, listener] of listeners) holder.addEventListener(name, listener as EventListener);
    const menu = (event: Event) => event.preventDefault();
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.drawn()?.zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
      this.moved();
    };
    holder.addEventListener("contextmenu", menu);
    holder.addEventListener("wheel", wheel, { passive: false });
    return () => {
      for (const [name, listener] of listeners) holder.removeEventListener(name, listener as EventListener);
      holder.removeEventListener("contextmenu", menu);
      holder.removeEventListener("wheel", wheel);
    };
  }

  private begin(event: PointerEvent, holder: HTMLElement): void {
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(this.timer);
    if (this.down.size > 1) {
      this.first = null; // two fingers move the picture, and mark nothing
      this.painted = null;
      return;
    }
    if (event.button !== 0 && event.button !== 2) return;
    const cell = this.drawn()?.cellAt(event.clientX, event.clientY) ?? null;
    holder.setPointerCapture(event.pointerId);
    if (cell === null) return;
    const kind: ActKind = event.button === 2 ? "other" : "main";
    this.first = { cell, kind, x: event.clientX, y: event.clientY };
    if (event.pointerType !== "mouse")
      this.timer = setTimeout(() => {
        if (!this.first || this.painted) return;
        this.first = null;
        navigator.vibrate?.(12);
        this.act(cell, "other");
      }, LONG_PRESS);
  }

  private move(event: PointerEvent): void {
    const before = this.down.get(event.pointerId);
    if (!before) return;
    const here = { x: event.clientX, y: event.clientY };
    if (this.down.size === 2) this.spread(event.pointerId, before, here);
    this.down.set(event.pointerId, here);
    if (!this.first || this.down.size > 1) return;
    if (Math.hypot(here.x - this.first.x, here.y - this.first.y) > SLACK) clearTimeout(this.timer);
    const cell = this.drawn()?.cellAt(here.x, here.y) ?? null;
    if (cell === null) return;
    if (!this.painted && cell !== this.first.cell) {
      this.painted = new Set([this.first.cell]);
      this.paint(this.first.cell, true, this.first.kind);
    }
    if (this.painted && !this.painted.has(cell)) {
      this.painted.add(cell);
      this.paint(cell, false, this.first.kind);
    }
  }

  private spread(id: number, before: { x: number; y: number }, here: { x: number; y: number }): void {
    const other = [...this.down].find(([pointer]) => pointer !== id)?.[1];
    const drawn = this.drawn();
    if (!other || !drawn) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(here.x - other.x, here.y - other.y);
    if (was > 0) drawn.zoom(is / was, (here.x + other.x) / 2, (here.y + other.y) / 2);
    drawn.pan((here.x - before.x) / 2, (here.y - before.y) / 2);
    this.moved();
  }

  private end(event: PointerEvent, isMeant: boolean): void {
    clearTimeout(this.timer);
    this.down.delete(event.pointerId);
    const { first, painted } = this;
    this.first = null;
    this.painted = null;
    if (isMeant && first && !painted) this.act(first.cell, first.kind);
  }
}
