import type { MouseEvent, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { entityAddress, type PagedKind } from "./entity-address";

/** A name with a link to the page of its entity. In a row that opens on a click, the link alone is followed. */
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
