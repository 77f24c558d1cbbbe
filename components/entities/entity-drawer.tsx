"use client";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { Link } from "@/components/ui/link";
import { queryString } from "@/components/api/client";
import { LIVE, useRead } from "@/components/api/use-read";
import type { WithBudget } from "@/components/limits/budget-state";
import { LimitSummary } from "@/components/limits/limit-summary";
import { CallLines } from "@/components/shared/call-lines";
import { DetailDrawer, Id, Section } from "@/components/shared/detail-drawer";
import { entityAddress, hasPage } from "@/components/shared/entity-address";
import { Facts } from "@/components/shared/facts";
import type { MembersList } from "@/components/shared/lists/members-list";
import { StatusBadge } from "@/components/shared/status";
import { Ago } from "@/components/shared/time";
import { capitalised } from "@/components/shared/wording";
import { useLast } from "@/components/ui/dialog";
import { Fragment } from "react";
import { EntityActions } from "./entity-actions";
import type { EntityScreen } from "./entity-screen";
import type { EntityRef, EntityRow } from "./kinds";

/** An entity in full: status, budget and limits, the sections of its kind, latest calls. */
export function EntityDrawer<Row extends EntityRow>({
  screen,
  id,
  members,
  onClose,
  onBlock,
  onEdit,
  onDelete,
}: {
  screen: EntityScreen<Row>;
  /** The id of the open entity. */
  id: string | undefined;
  /** The view of its members in the address. */
  members: MembersList;
  onClose: () => void;
  onBlock: (row: EntityRef) => void;
  onEdit: (row: Row) => void;
  onDelete: (row: EntityRef) => void;
}) {
  const { kind } = screen;
  const shown = useLast(id);
  const query = useRead(
    kind.contracts.info,
    { [kind.idField]: shown },
    { enabled: id !== undefined, refetchInterval: LIVE.refetchInterval },
  );
  return (
    <DetailDrawer
      open={id !== undefined}
      title={query.data ? kind.nameOf(query.data) : (shown ?? "")}
      query={query}
      page={shown !== undefined && hasPage(kind.type) ? entityAddress(kind.type, shown) : undefined}
      onClose={onClose}
      footer={(row) => <EntityActions kind={kind} row={row} {...{ onBlock, onEdit, onDelete }} />}
    >
      {(row) => <EntityDetail screen={screen} row={row} members={members} />}
    </DetailDrawer>
  );
}

function EntityDetail<Row extends EntityRow>({
  screen: { kind, drawer },
  row,
  members,
}: {
  screen: EntityScreen<Row>;
  row: WithBudget<Row>;
  members: MembersList;
}) {
  const id = kind.idOf(row);
  const ofEntity = { [kind.payerField]: id };
  const calls = useRead(spendContracts.logs, { page: 1, size: 8, ...ofEntity });
  return (
    <>
      <Facts
        rows={[
          [`${capitalised(kind.one)} id`, <Id key="id" id={id} label={`Copy ${kind.one} id`} />],
          ["Status", <StatusBadge key="status" blocked={row.blocked} />],
          ...drawer.facts(row),
          ["Created", row.created_at === null ? "Known only from calls" : <Ago key="created" iso={row.created_at} />],
        ]}
      />
      <Section title="Budget and limits">
        <LimitSummary row={row} />
      </Section>
      {drawer.sections?.map(({ name, show }) => (
        <Fragment key={name}>{show(row, members)}</Fragment>
      ))}
      <Section
        title="Latest calls"
        action={
          drawer.linksCalls && (
            <Link
              href={`/console/requests${queryString(ofEntity)}`}
              prefetch={false}
              className="rounded text-accent-text hover:underline"
            >
              All calls
            </Link>
          )
        }
      >
        <CallLines calls={calls} empty={drawer.noCalls} />
      </Section>
    </>
  );
}
