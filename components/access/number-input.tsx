"use client";
import { type ComponentProps, useState } from "react";
import { Input } from "@/components/ui/field";

/** A field for a number. Its value is undefined while nothing is typed, or no number. */
export function NumberInput({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  // While the field has the focus, it shows what is typed, so that an emptied field does not refill itself.
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      {...rest}
      type="number"
      min={0}
      step="any"
      className="font-mono"
      value={typed ?? value ?? ""}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value === "" ? undefined : target.valueAsNumber);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
