import type { ComponentProps, HTMLAttributes } from "react";
import { classNames } from "./class-names";

/** A small, faint remark. */
export function Note({ className, ...rest }: ComponentProps<"p">) {
  return <p className={classNames("text-meta text-ink-faint", className)} {...rest} />;
}

/** Something that a machine reads too: an id, a pattern, a code. */
export function Mono({
  as: Tag = "span",
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: "span" | "code" | "p" }) {
  return <Tag className={classNames("font-mono text-meta", className)} {...rest} />;
}
