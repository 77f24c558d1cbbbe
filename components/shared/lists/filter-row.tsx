"use client";
import { Plus, Search, X } from "lucide-react";
import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Combobox } from "@/components/shared/forms/combobox";
import { Button } from "@/components/ui/button";
import { PlainButton } from "@/components/ui/plain-button";
import { FilterSearch } from "./filter-search";
import type { FilterTerm } from "./filter-text";
import { PhoneFold } from "./phone-fold";

/** A filter of a list: its name in the address, its label, and the word for it in the search field. */
export interface RowFilter<Name extends string> extends FilterTerm<Name> {
  readonly label: string;
  /** Whether *Filter* offers it. Others are shown only where a link or the search field has set them. */
  readonly isOffered?: boolean;
}

/** What a filter's field gets. The id is by which it gets the focus when it appears. */
export interface FilterField {
  readonly id: string;
  readonly "aria-label": string;
  readonly value: string;
  readonly className: string;
}

const FIELD =
  "!h-7 !w-auto max-w-52 min-w-16 !border-0 !bg-transparent !px-1 !shadow-none !outline-none field-sizing-content";

/**
 * The filters of a list in one row: a search field that takes `team:fraud`, a chip for each filter that is set, and a
 * button that adds one. `children`: choices that are always there. `start` and `end`: what stands at the
 * ends of the row.
 */
export function FilterRow<Name extends string>({
  filters,
  values,
  free,
  field,
  onSet,
  children,
  start,
  end,
}: {
  filters: readonly RowFilter<Name>[];
  values: Readonly<Record<Name, string>>;
  /** The filter that words without a colon set. */
  free?: Name;
  /** Draws the field of a filter. */
  field: (filter: RowFilter<Name>, field: FilterField) => ReactNode;
  onSet: (to: Readonly<Partial<Record<Name, string>>>) => void;
  children?: ReactNode;
  start?: ReactNode;
  end?: ReactNode;
}) {
  const id = useId();
  const [added, setAdded] = useState<readonly Name[]>([]);
  const adds = useRef<HTMLButtonElement>(null);
  const fieldId = (name: Name): string => `${id}${name}`;
  const isShown = ({ name }: RowFilter<Name>): boolean => values[name] !== "" || added.includes(name);
  const chips = filters.filter((filter) => filter.isOffered !== undefined && isShown(filter));
  const remove = (name: Name): void => {
    setAdded((before) => before.filter((one) => one !== name));
    // A chip that was only added is not a filter yet.
    if (values[name] !== "") onSet({ [name]: "" } as Partial<Record<Name, string>>);
    adds.current?.focus();
  };
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-2 border-b px-4 py-2">
      {start}
      <PhoneFold label="Search by words" icon={Search}>
        <FilterSearch filters={filters} free={free} onSet={onSet} />
      </PhoneFold>
      {children}
      {chips.map((filter) => (
        <Chip
          key={filter.name}
          label={filter.label}
          onRemove={() => remove(filter.name)}
          onEnter={() => setAdded((before) => [...before.filter((one) => one !== filter.name), filter.name])}
          onLeave={() => setAdded((before) => before.filter((one) => one !== filter.name))}
        >
          {field(filter, {
            id: fieldId(filter.name),
            "aria-label": filter.label,
            value: values[filter.name],
            className: FIELD,
          })}
        </Chip>
      ))}
      <AddFilter
        button={adds}
        offered={filters.filter((filter) => filter.isOffered === true && !isShown(filter))}
        onAdd={(name) => {
          // Drawn at once, so that the field can take the focus.
          flushSync(() => setAdded((before) => [...before, name]));
          document.getElementById(fieldId(name))?.focus();
        }}
      />
      {end !== undefined && end !== false && (
        <span className="ml-auto flex items-center gap-2 max-sm:flex-1">{end}</span>
      )}
    </div>
  );
}

/** A filter that is set or being set, with its field. While it has the focus it stays, also when it is emptied. */
function Chip({
  label,
  onRemove,
  onEnter,
  onLeave,
  children,
}: {
  label: string;
  onRemove: () => void;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
}) {
  return (
    <span
      onFocus={onEnter}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave()}
      className="inline-flex h-8 max-w-full items-center rounded-md border border-accent/80 bg-accent-soft pr-0.5 pl-2.5 focus-within:outline-2 focus-within:outline-accent"
    >
      <span aria-hidden className="text-meta font-medium whitespace-nowrap text-accent-text">
        {label.replace(/ id$/, "")}
      </span>
      {children}
      <PlainButton
        className="grid size-6 place-items-center rounded text-accent-text hover:bg-hover"
        onClick={onRemove}
      >
        <X className="size-3.5" aria-hidden />
        <span className="sr-only">Remove the filter {label}</span>
      </PlainButton>
    </span>
  );
}

/** A button that becomes a field in which the filters that are not set are searched, by their labels or words. */
function AddFilter<Name extends string>({
  button,
  offered,
  onAdd,
}: {
  button: RefObject<HTMLButtonElement | null>;
  offered: readonly RowFilter<Name>[];
  onAdd: (name: Name) => void;
}) {
  const [text, setText] = useState<string>();
  /** Whether the button gets the focus back. */
  const [isReturning, setReturning] = useState(false);
  if (text === undefined)
    return (
      <Button
        ref={button}
        variant="ghost"
        aria-label="Add filter"
        autoFocus={isReturning}
        // A click would be lost where the button moves, as after an empty chip that had the focus.
        onPointerDown={(event) => {
          if (event.button !== 0 || event.ctrlKey) return;
          event.preventDefault();
          setText("");
        }}
        onClick={() => setText("")}
      >
        <Plus className="size-3.5" aria-hidden /> Filter
      </Button>
    );
  const close = (by: "key" | "leaving"): void => {
    setReturning(by === "key");
    setText(undefined);
  };
  return (
    <Combobox
      autoFocus
      type="search"
      aria-label="Filters"
      placeholder="Filter by…"
      // About as wide as the button, so that the row does not break.
      className="!w-27"
      value={text}
      offered={offered.map(({ name, label, word }) => ({ id: name, name: label, detail: `${word}:` }))}
      onChange={({ target }) => setText(target.value)}
      onChoose={(id) => {
        const chosen = offered.find(({ name }) => name === id);
        close("leaving");
        if (chosen) onAdd(chosen.name);
      }}
      onKeyDown={({ key }) => key === "Escape" && close("key")}
      onBlur={() => close("leaving")}
    />
  );
}
