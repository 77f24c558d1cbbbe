import type { ReactNode } from "react";
import { EntityLink } from "@/components/shared/entity-link";
import { Payer } from "@/components/shared/payer";
import type { NamedPayer } from "@/components/shared/payer-name";
import { RowDialog } from "@/components/ui/dialog";
import { Mono } from "@/components/ui/text";

/** The drawer about one row of the list. */
export function RequestDrawer<Row>({
  row,
  title,
  onClose,
  children,
}: {
  row: Row | undefined;
  title: (row: Row) => ReactNode;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}) {
  return (
    <RowDialog row={row} onClose={onClose} place="right" title={title}>
      {(shown) => <div className="space-y-6">{children(shown)}</div>}
    </RowDialog>
  );
}

/** A technical name among the facts, such as a model or a route. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <Mono as="code" className="wrap-anywhere">
      {children}
    </Mono>
  );
}

/** A row of `Facts`. */
type Fact = readonly [name: string, value: ReactNode];

/** How the request ended, with its HTTP status if there was one. */
export function statusFact(badge: ReactNode, httpStatus: number | null): Fact {
  return [
    "Status",
    <span key="status" className="flex items-center gap-2">
      {badge}
      {httpStatus !== null && <span className="text-ink-faint tabular-nums">{httpStatus}</span>}
    </span>,
  ];
}

/** Who pays, or would have paid. A call may also be charged to the organisation of the team. */
export function payerFacts(row: NamedPayer & { readonly team_organization_id?: string | null }): Fact[] {
  const { team_organization_id: second = null } = row;
  return [
    ["Team", <Payer key="team" row={row} field="team_id" />],
    ["User", <Payer key="user" row={row} field="user_id" />],
    ["Organisation", <Payer key="organization" row={row} field="organization_id" />],
    ...(second === null ? [] : [["The team's organisation", second] as const]),
    ["End user", <Payer key="end_user" row={row} field="end_user_id" />],
    ["Key", <Payer key="key" row={row} field="key_id" />],
  ];
}

/** The issuer of the caller's token; nothing if there was no token. */
export function issuerFacts({ issuer }: { readonly issuer: string | null }): Fact[] {
  return issuer === null ? [] : [["Issuer", <EntityLink key="issuer" kind="issuer" id={issuer} />]];
}
