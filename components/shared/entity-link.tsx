import type { MouseEvent, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { entityAddress, type PagedKind } from "./entity-address";

/** A name that leads to the page of its entity. Inside a row that opens something itself, only the link is followed. */
export function EntityLink({
  kind,
  id,
  children = id,
  title,
  className,
}: {
  kind: PagedKind;
  id: string;
  children?: ReactNode;
  title?: string;
  className?: string;
}) {
  return (
    <Link
      href={entityAddress(kind, id)}
      prefetch={false}
      title={title}
      onClick={(event: MouseEvent) => event.stopPropagation()}
      className={classNames(
        "rounded underline decoration-line-strong underline-offset-3 hover:text-accent-text hover:decoration-current",
        className,
      )}
    >
      {children}
    </Link>
  );
}
