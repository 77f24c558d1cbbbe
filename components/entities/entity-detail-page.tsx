"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addressOf } from "@/components/api/address";
import { LIVE, useRead } from "@/components/api/use-read";
import { CallsSection } from "@/components/detail-page/calls-section";
import { PAGE_TIME, type PageTime, PageTimeBar, usePageTime } from "@/components/time-range/page-time";
import { DetailPage, useIdParameter } from "@/components/detail-page/detail-page";
import { LimitsSection } from "@/components/detail-page/limits-section";
import type { PageTab } from "@/components/detail-page/page-tab";
import { SpendSection } from "@/components/detail-page/spend-section";
import type { WithBudget } from "@/components/limits/budget-state";
import { useAct } from "@/components/palette/use-act";
import { Section } from "@/components/shared/detail-drawer";
import { Facts } from "@/components/shared/facts";
import { FIRST_MEMBERS, type MembersList } from "@/components/shared/lists/members-list";
import { StatusBadge } from "@/components/shared/status";
import { Ago } from "@/components/shared/time";
import { useAddress } from "@/components/shared/use-address";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { BlockDialog, DeleteDialog, EntityDialog } from "./dialogs";
import { EntityActions } from "./entity-actions";
import type { EntityScreen } from "./entity-screen";
import { type EntityRef, type EntityRow, refOf } from "./kinds";

const AccessSection = lazyPart(async () => (await import("@/components/detail-page/access-section")).AccessSection);
const RefusalsSection = lazyPart(
  async () => (await import("@/components/detail-page/refusals-section")).RefusalsSection,
);
const RefusedThrough = lazyPart(async () => (await import("@/components/detail-page/refused-through")).RefusedThrough);
const AuditSection = lazyPart(async () => (await import("@/components/detail-page/audit-section")).AuditSection);

/** What the address holds: the id, the tab, what is begun on it (`act`), and which of its members are shown. */
const USUAL_ENTITY = { id: "", tab: "", act: "", ...FIRST_MEMBERS, ...PAGE_TIME };

/** The page of one team, user, organisation or end user. */
export function EntityDetailPage<Row extends EntityRow>({ screen }: { screen: EntityScreen<Row> }) {
  const { kind } = screen;
  const id = useIdParameter();
  const [view, change] = useAddress(USUAL_ENTITY);
  const time = usePageTime(view);
  const router = useRouter();
  const list = `/console/${kind.path}`;
  const [editing, setEditing] = useState<Row>();
  const [blocking, setBlocking] = useState<EntityRef>();
  const [deleting, setDeleting] = useState<EntityRef>();
  const [deleted, setDeleted] = useState("");
  // Not read during its deletion, nor while the page is left afterwards: the read would fail.
  const isAsked = id !== "" && id !== deleted && deleting === undefined;
  const query = useRead(
    kind.contracts.info,
    { [kind.idField]: id },
    { enabled: isAsked, refetchInterval: LIVE.refetchInterval },
  );
  useAct(view.act, query.data ?? undefined, (act, row) => {
    if (act === "edit") setEditing(row);
    if (act === "block") setBlocking(refOf(kind, row));
  });
  const end = (): void => {
    setEditing(undefined);
    setBlocking(undefined);
    if (view.act !== "") change({ act: "" });
  };
  const leave = () => {
    setDeleted(id);
    router.push(addressOf(list));
  };
  return (
    <>
      <DetailPage<WithBudget<Row>>
        words={{ one: kind.one, many: kind.many, list, icon: screen.icon }}
        id={id}
        query={query}
        time={<PageTimeBar view={view} time={time} onChange={change} />}
        name={kind.nameOf}
        status={(row) => <StatusBadge blocked={row.blocked} />}
        actions={(row) => (
          <EntityActions kind={kind} row={row} onEdit={setEditing} onBlock={setBlocking} onDelete={setDeleting} />
        )}
        tab={{ name: view.tab, onChange: (tab) => change({ tab }) }}
        tabs={tabsOf(screen, id, time, { view, change })}
      />
      <EntityDialog screen={screen} row={editing} open={editing !== undefined} onClose={end} />
      <DeleteDialog row={deleting} onClose={() => setDeleting(undefined)} onDeleted={leave} />
      <BlockDialog row={blocking} onClose={end} />
    </>
  );
}

/** The tabs of an entity: an overview, the sections of its kind, and what every kind has. */
function tabsOf<Row extends EntityRow>(
  { kind, drawer }: EntityScreen<Row>,
  id: string,
  time: PageTime,
  members: MembersList,
): readonly PageTab<WithBudget<Row>>[] {
  const principal = kind.name === "team" || kind.name === "user" ? kind.name : undefined;
  const payer = { [kind.payerField]: id };
  return [
    {
      name: "",
      label: "Overview",
      isTimed: true,
      first: (row) => <LimitsSection row={row} payer={payer} />,
      main: () => (
        <>
          <SpendSection payer={payer} time={time} />
          <CallsSection of={payer} empty={drawer.noCalls} />
        </>
      ),
      side: (row) => (
        <Section title={`About this ${kind.one}`}>
          <Facts
            rows={[
              ...drawer.facts(row),
              ["Created", row.created_at === null ? "Known only from calls" : <Ago iso={row.created_at} />],
            ]}
          />
        </Section>
      ),
    },
    ...(drawer.sections ?? []).map(({ name, label, show }) => ({
      name,
      label,
      main: (row: WithBudget<Row>) => show(row, members),
    })),
    {
      name: "refusals",
      label: "Refusals",
      isTimed: true,
      main: () =>
        principal === undefined ? (
          <Section title={`Refusals, ${time.words}`}>
            <RefusedThrough payer={payer} time={time} isAlone />
          </Section>
        ) : (
          <RefusalsSection of={{ kind: principal, principal: id }} through={payer} time={time} />
        ),
    },
    ...(principal === undefined
      ? []
      : [{ name: "access", label: "Access", main: () => <AccessSection kind={principal} id={id} /> }]),
    { name: "changes", label: "Changes", main: () => <AuditSection type={kind.type} id={id} /> },
  ];
}
