import { type ComponentProps, useId } from "react";
import { Input } from "@/components/ui/field";

/** An input for an id that offers ids that fit what is typed, by id or by name. */
export function CompletedInput({
  offered,
  className = "font-mono",
  ...rest
}: ComponentProps<"input"> & { offered: readonly { readonly id: string; readonly name: string }[] }) {
  const listId = useId();
  return (
    <>
      <Input {...rest} list={listId} className={className} />
      <datalist id={listId}>
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name !== id && name}
          </option>
        ))}
      </datalist>
    </>
  );
}
