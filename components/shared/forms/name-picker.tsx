"use client";
import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { PlainButton } from "@/components/ui/plain-button";
import { Combobox } from "./combobox";

/**
 * Picks several names, typed or from the list of those that fit. Enter or a comma adds a name, Backspace removes the
 * last. `list`: words for what it holds, in the labels of its buttons, where another picker of the page may hold the
 * same names.
 */
export function NamePicker({
  id,
  values,
  known,
  onChange,
  placeholder,
  label,
  invalid,
  describedBy,
  list,
}: {
  id?: string;
  values: readonly string[];
  known: readonly string[];
  onChange: (values: string[]) => void;
  placeholder: string;
  label?: string;
  invalid?: ReadonlySet<number>;
  describedBy?: string;
  list?: string;
}) {
  const [text, setText] = useState("");
  const add = (name: string) => {
    const trimmed = name.trim();
    setText("");
    if (trimmed !== "" && !values.includes(trimmed)) onChange([...values, trimmed]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === "Enter" || event.key === ",") && text.trim() !== "") {
      event.preventDefault();
      add(text);
    } else if (event.key === "Backspace" && text === "" && values.length > 0) {
      onChange(values.slice(0, -1));
    }
  };
  return (
    <div className="flex min-h-8 w-full min-w-0 flex-wrap items-center gap-1 rounded-md border border-control bg-surface px-1.5 py-1 shadow-card focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
      {values.map((value, index) => (
        <PickedName
          key={value}
          name={value}
          isInvalid={invalid?.has(index) ?? false}
          label={list === undefined ? `Remove ${value}` : `Take ${value} out of ${list}`}
          onRemove={() => onChange(values.filter((other) => other !== value))}
        />
      ))}
      <Combobox
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        value={text}
        placeholder={values.length === 0 ? placeholder : ""}
        offered={known.filter((name) => !values.includes(name)).map((name) => ({ id: name, name }))}
        onChange={(event) => {
          // A known name that comes in one step, as by pasting, is added at once.
          const typed = event.target.value;
          if (known.includes(typed) && typed.length > text.length + 1) add(typed);
          else setText(typed);
        }}
        onChoose={add}
        onKeyDown={onKeyDown}
        onBlur={() => add(text)}
        // The frame around the names looks like the field.
        className="!h-5.5 !w-auto min-w-28 flex-1 !border-0 !bg-transparent !px-1 !shadow-none !outline-none"
      />
    </div>
  );
}

/** A name that was picked, with the button that takes it out. */
function PickedName({
  name,
  isInvalid,
  label,
  onRemove,
}: {
  name: string;
  isInvalid: boolean;
  label: string;
  onRemove: () => void;
}) {
  return (
    <span
      className={`inline-flex h-5.5 max-w-full items-center gap-0.5 rounded pr-0.5 pl-1.5 font-mono text-meta ${isInvalid ? "bg-bad-soft text-bad" : "bg-muted"}`}
    >
      <span className="min-w-0 truncate" title={name}>
        {name}
      </span>
      <PlainButton
        aria-label={label}
        onClick={onRemove}
        className="relative grid size-4 shrink-0 place-items-center rounded pointer-coarse:after:absolute pointer-coarse:after:-inset-1.5 hover:bg-hover"
      >
        <X className="size-3" aria-hidden />
      </PlainButton>
    </span>
  );
}
