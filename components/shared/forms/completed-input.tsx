"use client";
import { type ComponentProps, useRef, useState } from "react";
import { Combobox } from "./combobox";

/** An input for an id that offers ids by id or by name. Others can be typed. */
export function CompletedInput({
  offered,
  className = "font-mono",
  ...rest
}: Omit<ComponentProps<"input">, "value" | "list" | "role"> &
  Pick<ComponentProps<typeof Combobox>, "value" | "offered" | "onSearch">) {
  const frame = useRef<HTMLSpanElement>(null);
  // A filter without the space at its end would not let anybody type the second word of a name.
  const [typed, setTyped] = useState(rest.value);
  return (
    <span ref={frame} className="contents">
      <Combobox
        {...rest}
        value={typed.trim() === rest.value ? typed : rest.value}
        onInput={(event) => {
          rest.onInput?.(event);
          setTyped(event.currentTarget.value);
        }}
        className={className}
        offered={offered}
        onChoose={(id) => {
          // As if it had been typed, so that whoever hears of typing hears of it.
          const field = frame.current?.querySelector("input");
          field?.setRangeText(id, 0, field.value.length, "end");
          field?.dispatchEvent(new Event("input", { bubbles: true }));
        }}
      />
    </span>
  );
}
