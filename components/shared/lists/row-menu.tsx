"use client";
import { ArrowUpRight, Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { buttonClasses } from "@/components/ui/button";
import { Menu, MenuPage, MenuSeparator } from "@/components/ui/menu";
import { PlainButton } from "@/components/ui/plain-button";
import { QUIET_ACT } from "@/components/ui/table";
import { type PagedKind, entityAddress } from "../entity-address";
import { useReadOnly } from "../read-only";

/**
 * What can be done to a row of a list, behind a button at its end: its page and, for accounts that may change
 * something, the items of `children`. `name`: the row's.
 */
export function RowMenu({
  name,
  page,
  children,
}: {
  name: string;
  /** The page of the row; absent: it has none. */
  page?: { readonly kind: PagedKind; readonly id: string } | undefined;
  children?: ReactNode;
}) {
  const readOnly = useReadOnly();
  const hasActs = !readOnly && children !== undefined && children !== false;
  if (page === undefined && !hasActs) return null;
  return (
    <Menu
      trigger={
        <PlainButton
          aria-label={`Actions for ${name}`}
          className={classNames(buttonClasses("ghost", "icon"), QUIET_ACT, "-my-1 aria-expanded:opacity-100")}
        >
          <Ellipsis className="size-4" aria-hidden />
        </PlainButton>
      }
    >
      {page && (
        <MenuPage href={entityAddress(page.kind, page.id)}>
          <ArrowUpRight className="size-4" aria-hidden /> Open its page
        </MenuPage>
      )}
      {page && hasActs && <MenuSeparator />}
      {hasActs && children}
    </Menu>
  );
}
