"use client";
import { ChevronsUpDown } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { Combobox } from "./combobox";
import { fittingOptions, type Offered } from "./fitting-options";

/**
 * A field that holds one of the options, for lists that are too long to look through. Typing leaves what fits, and
 * Enter takes the first of that. What is typed and is none of them is forgotten. `className`: of the frame, such as a
 * width. `look`: of the text.
 */
export function ChosenInput({
  offered,
  value,
  onChoose,
  className = "w-full",
  look,
  ...input
}: Pick<ComponentProps<"input">, "id" | "aria-label" | "aria-describedby" | "aria-invalid" | "className"> & {
  offered: readonly Offered[];
  value: string;
  onChoose: (id: string) => void;
  look?: string;
}) {
  /** What is being typed; undefined: nothing. */
  const [typed, setTyped] = useState<string>();
  const isShared = (name: string): boolean => offered.filter((one) => one.name === name).length > 1;
  /** The options by what the field shows of them. */
  const shown = new Map(offered.map((one) => [isShared(one.name) ? `${one.name} (${one.id})` : one.name, one]));
  const options = [...shown].map(([text, { id, detail }]) => ({
    id: text,
    name: text,
    ...(detail !== undefined ? { detail } : id !== "" && !text.includes(id) && { detail: id }),
  }));
  const choose = (text: string): void => {
    const chosen = shown.get(text);
    if (chosen && chosen.id !== value) onChoose(chosen.id);
  };
  return (
    <span className={classNames("relative inline-flex min-w-0", className)}>
      <Combobox
        {...input}
        className={classNames("truncate !pr-7", look)}
        value={typed ?? options.find(({ id }) => shown.get(id)?.id === value)?.name ?? value}
        offered={options}
        onChange={({ target }) => {
          setTyped(target.value);
          choose(target.value);
        }}
        onChoose={(text) => {
          setTyped(undefined);
          choose(text);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed !== undefined && !event.nativeEvent.isComposing) {
            // Enter is the list's then, not the form's.
            event.preventDefault();
            const [first] = fittingOptions(options, typed, true).options;
            if (first) choose(first.id);
          }
          if (event.key === "Escape" || event.key === "Enter") setTyped(undefined);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-ink-faint"
      />
    </span>
  );
}
