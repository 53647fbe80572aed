// Small components shared by all pages.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const ICONS = {
  play: "M5 3.5v9l7.5-4.5z",
  pause: "M4.5 3.5h2.5v9H4.5zM9 3.5h2.5v9H9z",
  stop: "M4 4h8v8H4z",
  back: "M10.5 3 5.5 8l5 5",
  forward: "M5.5 3l5 5-5 5",
  first: "M11.5 3.5 7 8l4.5 4.5M4.5 3.5v9",
  last: "M4.5 3.5 9 8l-4.5 4.5M11.5 3.5v9",
  random:
    "M2.5 4.5h2.2l6 7h2.8M2.5 11.5h2.2l1.6-1.9M9.2 6.2l1.5-1.7h2.8M11.8 2.8l1.9 1.7-1.9 1.7M11.8 9.8l1.9 1.7-1.9 1.7",
  link: "M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9a2.6 2.6 0 0 0 3.7 3.7l.9-.9",
  open: "M2.5 12.5v-9h4l1.3 1.6h5.7v7.4z",
  save: "M8 2.5v7.2M5 7l3 3 3-3M3 12.8h10",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  sun: "M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M8 1.6v1.5M8 12.9v1.5M1.6 8h1.5M12.9 8h1.5M3.5 3.5l1 1M11.5 11.5l1 1M3.5 12.5l1-1M11.5 4.5l1-1",
  large: "M2 12.5 5.8 3.5h.6l3.8 9M3.4 9.5h5.4M10.6 12.5l2-5h.4l2 5M11.3 10.8h3",
  close: "M4 4l8 8M12 4l-8 8",
  help: "M6 6.2a2 2 0 1 1 2.8 1.9c-.6.3-.8.7-.8 1.4M8 11.8h.01",
  check: "M3.5 8.5l3 3 6-7",
  pages: "M3 13 8 3l5 10",
  plus: "M8 3.5v9M3.5 8h9",
  minus: "M3.5 8h9",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  undo: "M5.5 3 2.5 6l3 3M2.8 6h6.4a3.6 3.6 0 0 1 0 7.2H6",
  redo: "M10.5 3l3 3-3 3M13.2 6H6.8a3.6 3.6 0 0 0 0 7.2H10",
  bulb: "M8 2a4 4 0 0 1 2.4 7.2c-.6.5-.9 1-.9 1.6h-3c0-.6-.3-1.1-.9-1.6A4 4 0 0 1 8 2M6.6 13.5h2.8",
  print: "M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  drop: "M8 2.5c2.4 3 4 4.9 4 6.9a4 4 0 0 1-8 0c0-2 1.6-3.9 4-6.9",
  bin: "M3 4.5h10M6.2 4.5V3h3.6v1.5M4.3 4.5l.6 8.5h6.2l.6-8.5",
} as const;

export type IconName = keyof typeof ICONS;
const FILLED = new Set<IconName>(["play", "pause", "stop"]);

export function Icon({ name }: { name: IconName }) {
  const isFilled = FILLED.has(name);
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={ICONS[name]}
        fill={isFilled ? "currentColor" : "none"}
        stroke={isFilled ? "none" : "currentColor"}
        stroke-width={name === "more" ? 2.4 : 1.5}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

interface ButtonProps {
  label: string;
  onClick: () => void;
  short?: string; // label for narrow screens
  icon?: IconName;
  kind?: "plain" | "primary" | "quiet" | "stop";
  isIconOnly?: boolean;
  disabled?: boolean;
  pressed?: boolean;
  keys?: string;
  id?: string;
}

export function Button({
  label,
  onClick,
  short,
  icon,
  kind = "plain",
  isIconOnly,
  disabled,
  pressed,
  keys,
  id,
}: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${kind}${isIconOnly ? " icon-only" : ""}`}
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
      aria-label={label}
      title={keys ? `${label} (${keys})` : isIconOnly ? label : undefined}
      {...(id && { id })}
    >
      {icon && <Icon name={icon} />}
      {!isIconOnly && <span class={short ? "long" : undefined}>{label}</span>}
      {short && <span class="short">{short}</span>}
    </button>
  );
}

/** A message; text between backticks is code. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`");
  // A last backtick without a partner is kept as it is.
  return (
    <>{parts.map((part, index) => (index % 2 === 1 && index < parts.length - 1 ? <code>{part}</code> : part))}</>
  );
}

/** A placeholder: what would be here, and how to get it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-sign" aria-hidden="true">
        ⋀
      </p>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A picture drawn by the server; it contains no scripts and loads nothing. */
export function Svg({ svg, label }: { svg: string; label?: string }) {
  const holder = useRef<HTMLDivElement>(null);
  // In a layout effect, so that effects of parents find the picture in place.
  useLayoutEffect(() => {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return;
    const picture = document.importNode(parsed, true) as unknown as SVGSVGElement;
    const { width, height } = picture.viewBox.baseVal; // so that CSS can scale it
    picture.style.setProperty("--w", String(width));
    picture.style.setProperty("--h", String(height));
    holder.current?.replaceChildren(picture);
  }, [svg]);
  return <div class="svg" ref={holder} {...(label && { role: "img", "aria-label": label })} />;
}

interface MenuProps {
  label: string;
  icon?: IconName;
  isIconOnly?: boolean;
  children: ComponentChildren;
}

/** A button that opens a list; Escape, a click elsewhere or a choice closes it. */
export function Menu({ label, icon, isIconOnly, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const detailsElement = details.current;
      if (detailsElement?.open && !(event.target instanceof Node && detailsElement.contains(event.target)))
        detailsElement.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, []);
  const onKey = (event: KeyboardEvent) => {
    const detailsElement = details.current;
    if (!detailsElement) return;
    const entries = [...detailsElement.querySelectorAll<HTMLElement>(".menu button, .menu a")];
    const index = entries.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape") {
      detailsElement.open = false;
      detailsElement.querySelector("summary")?.focus();
    } else if (event.key === "ArrowDown" && detailsElement.open) entries[(index + 1) % entries.length]?.focus();
    else if (event.key === "ArrowUp" && detailsElement.open) entries.at(index < 1 ? -1 : index - 1)?.focus();
    else return;
    event.preventDefault();
  };
  const onClick = (event: Event) => {
    if ((event.target as Element).closest(".menu button, .menu a") && details.current) details.current.open = false;
  };
  return (
    <details class="menu-holder" ref={details} onKeyDown={onKey} onClick={onClick}>
      <summary class={`button plain${isIconOnly ? " icon-only" : ""}`} title={isIconOnly ? label : undefined}>
        {icon && <Icon name={icon} />}
        {isIconOnly ? <span class="hidden">{label}</span> : <span>{label}</span>}
        {!isIconOnly && <span class="caret" aria-hidden="true" />}
      </summary>
      <div class="menu">{children}</div>
    </details>
  );
}

/** A modal dialog; Escape closes it, and the focus returns to where it was. */
export function Dialog({
  title,
  onClose,
  closeLabel,
  children,
}: {
  title: string;
  onClose: () => void;
  closeLabel: string;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    // In a layout effect: a key pressed before it is open would go to the page behind it.
    const focusedBefore = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => focusedBefore?.focus();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" onClose={onClose} aria-labelledby="dialog-title">
      <div class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <Button label={closeLabel} icon="close" isIconOnly kind="quiet" onClick={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  );
}
