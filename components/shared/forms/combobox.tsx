"use client";
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "@/components/ui/class-names";
import { Input } from "@/components/ui/field";

/** How many options are drawn. Typing narrows them down. */
const MOST_SHOWN = 50;
/** The room that a list takes where there is any, and the least with which it stands below its field. */
const [HIGHEST, LEAST] = [288, 140];

/** What a combobox offers. */
export interface Offered {
  readonly id: string;
  readonly name: string;
  /** A short word at the end of its line. */
  readonly detail?: string;
}

/**
 * A field with a list of what fits the typed text, by id or name. It opens when one types, presses it or the arrow
 * down; a search without text already when it gets the focus. `onChoose`: called with the id of the chosen one.
 */
export function Combobox({
  offered,
  onChoose,
  ...input
}: Omit<ComponentProps<"input">, "value" | "list" | "role"> & {
  value: string;
  offered: readonly Offered[];
  onChoose: (id: string) => void;
}) {
  const { value, onKeyDown, onFocus, onBlur, onInput, onClick } = input;
  const listId = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [active, setActive] = useState(-1);
  const options = fitting(offered, value);
  const isOpen = isAsked && options.length > 0;
  const at = Math.min(active, options.length - 1);
  const optionId = (place: number): string => `${listId}${place}`;
  const ask = (to: boolean): void => {
    setAsked(to);
    setActive(-1);
  };
  const choose = ({ id }: Offered): void => {
    ask(false);
    onChoose(id);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const chosen = isOpen && event.key === "Enter" && !event.nativeEvent.isComposing ? options[at] : undefined;
    if (chosen !== undefined) {
      // Enter is the list's then, not the field's.
      event.preventDefault();
      choose(chosen);
      return;
    }
    onKeyDown?.(event);
    if (event.key === "Escape" && isOpen) {
      // A search would lose its text.
      event.preventDefault();
      ask(false);
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    setAsked(true);
    setActive(
      isOpen ? (at + step + options.length + (at < 0 && step < 0 ? 1 : 0)) % options.length : step > 0 ? 0 : -1,
    );
  };
  return (
    <span ref={frame} className="contents">
      <Input
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        {...(isOpen && { "aria-controls": listId, "aria-activedescendant": at < 0 ? undefined : optionId(at) })}
        onKeyDown={press}
        onFocus={(event) => {
          onFocus?.(event);
          if (input.type === "search" && value === "") setAsked(true);
        }}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          onBlur?.(event);
          ask(false);
        }}
        onInput={(event) => {
          onInput?.(event);
          setAsked(true);
          setActive(-1);
        }}
        onClick={(event) => {
          onClick?.(event);
          setAsked(true);
        }}
      />
      {isOpen && (
        <OptionList id={listId} frame={frame} options={options} active={at} optionId={optionId} onChoose={choose} />
      )}
    </span>
  );
}

/** What fits a text. Nothing more where the text is the id of the only one. */
function fitting(offered: readonly Offered[], text: string): readonly Offered[] {
  const typed = text.trim().toLowerCase();
  const found = offered.filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(typed)));
  return found.some(({ id }) => id === text) ? [] : found.slice(0, MOST_SHOWN);
}

/** The options, above everything else on the page, so that no dialog or table cuts them off. */
function OptionList({
  id,
  frame,
  options,
  active,
  optionId,
  onChoose,
}: {
  id: string;
  frame: RefObject<HTMLElement | null>;
  options: readonly Offered[];
  active: number;
  optionId: (place: number) => string;
  onChoose: (option: Offered) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [box, field] = [list.current, frame.current?.querySelector("input")];
    if (!box || !field) return;
    const place = () => placeBelow(box, field.getBoundingClientRect());
    box.showPopover();
    place();
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  }, [frame]);
  useLayoutEffect(() => {
    if (active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      popover="manual"
      className="fixed inset-auto m-0 max-w-[calc(100vw-1rem)] min-w-56 overflow-y-auto rounded-lg border bg-raised p-1 text-ink shadow-high"
    >
      {options.map((option, place) => (
        <div
          key={option.id}
          id={optionId(place)}
          role="option"
          aria-selected={place === active}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={classNames(
            "flex min-h-8 cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-hover",
            place === active && "bg-hover",
          )}
        >
          <span className="min-w-0 flex-auto truncate">{option.name}</span>
          {(option.detail ?? option.id) !== option.name && (
            // Where both do not fit, the name is read first.
            <span className="max-w-72 min-w-0 shrink-[4] truncate font-mono text-meta text-ink-faint">
              {option.detail ?? option.id}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Puts a list below a field, or above it where there is more room, and within the window. */
function placeBelow(box: HTMLElement, field: DOMRect): void {
  const [below, above] = [window.innerHeight - field.bottom - 12, field.top - 12];
  const isBelow = below >= LEAST || below >= above;
  box.style.maxHeight = `${Math.min(HIGHEST, isBelow ? below : above)}px`;
  box.style.minWidth = `${Math.max(224, field.width)}px`;
  box.style.left = `${Math.max(8, Math.min(field.left, window.innerWidth - box.offsetWidth - 8))}px`;
  box.style.top = `${isBelow ? field.bottom + 4 : field.top - box.offsetHeight - 4}px`;
}
