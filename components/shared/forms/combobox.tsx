"use client";
import { Check } from "lucide-react";
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { classNames } from "@/components/ui/class-names";
import { Input } from "@/components/ui/field";
import type { Offered } from "./fitting-options";
import { useOptionList } from "./use-option-list";

/** The room that a list takes where there is any, and the least with which it stands below its field. */
const [HIGHEST, LEAST] = [288, 140];

/**
 * A field with a list of options. It opens with all of them, the one that it holds marked, and leaves what fits by id
 * or name once somebody types. It opens when one types, presses it or the arrow down; a search without text already
 * when it gets the focus. `onChoose`: called with the id of the chosen one. `onSearch`: called with what is typed, and
 * with nothing when all options are wanted again; for lists that a server searches.
 */
export function Combobox({
  offered,
  onChoose,
  onSearch,
  ...input
}: Omit<ComponentProps<"input">, "value" | "list" | "role"> & {
  value: string;
  offered: readonly Offered[];
  onChoose: (id: string) => void;
  onSearch?: ((text: string) => void) | undefined;
}) {
  const { value, onKeyDown, onFocus, onBlur, onInput, onClick } = input;
  const listId = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const list = useOptionList(offered, value, onSearch);
  const { options, chosen, at, isOpen } = list;
  const choose = ({ id }: Offered): void => {
    onChoose(id);
    list.finish();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const picked = isOpen && event.key === "Enter" && !event.nativeEvent.isComposing ? options[at] : undefined;
    if (picked !== undefined) {
      // Enter is the list's then, not the field's.
      event.preventDefault();
      choose(picked);
      return;
    }
    onKeyDown?.(event);
    if (event.key === "Escape" && isOpen) {
      // A search would lose its text.
      event.preventDefault();
      list.close();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    list.step(event.key);
  };
  return (
    <span ref={frame} className="contents">
      <Input
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        {...(isOpen && { "aria-controls": listId, "aria-activedescendant": at < 0 ? undefined : `${listId}${at}` })}
        onKeyDown={press}
        onFocus={(event) => {
          onFocus?.(event);
          if (input.type === "search" && value === "") list.open();
        }}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          onBlur?.(event);
          list.finish();
        }}
        onInput={(event) => {
          onInput?.(event);
          list.type(event.currentTarget.value);
        }}
        onClick={(event) => {
          onClick?.(event);
          // Typing then asks for another one in its place. Another click sets the caret.
          if (!list.isAsked && !list.isTyped) event.currentTarget.select();
          list.open();
        }}
      />
      {isOpen && (
        <OptionList id={listId} frame={frame} options={options} active={at} chosen={chosen} onChoose={choose} />
      )}
    </span>
  );
}

/** The options, above everything else on the page, so that no dialog or table cuts them off. */
function OptionList({
  id,
  frame,
  options,
  active,
  chosen,
  onChoose,
}: {
  id: string;
  frame: RefObject<HTMLElement | null>;
  options: readonly Offered[];
  active: number;
  chosen: number;
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
    if (active >= 0) document.getElementById(`${id}${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
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
          id={`${id}${place}`}
          role="option"
          aria-selected={place === active}
          {...(place === chosen && { "aria-current": "true" })}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={classNames(
            "flex min-h-8 cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-hover",
            place === active && "bg-hover",
          )}
        >
          <span className={classNames("min-w-0 flex-auto truncate", place === chosen && "font-medium")}>
            {option.name}
          </span>
          {(option.detail ?? option.id) !== option.name && (
            // Where both do not fit, the name is read first.
            <span className="max-w-72 min-w-0 shrink-[4] truncate font-mono text-meta text-ink-faint">
              {option.detail ?? option.id}
            </span>
          )}
          {place === chosen && <Check aria-hidden className="-ml-1 size-3.5 shrink-0 text-accent-text" />}
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
