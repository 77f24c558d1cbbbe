import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { Input } from "./field";

/** A search field with a magnifier. `label`: its accessible name. `className`: on the frame, for the width. */
export function SearchInput({
  label,
  className,
  ...rest
}: Omit<ComponentProps<typeof Input>, "type" | "aria-label"> & { label: string }) {
  return (
    <div className={classNames("relative", className)}>
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-faint" aria-hidden />
      <Input type="search" aria-label={label} className="pl-8" {...rest} />
    </div>
  );
}
