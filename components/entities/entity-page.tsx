"use client";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { ChosenBar } from "@/components/shared/chosen/chosen-bar";
import { useChosen } from "@/components/shared/chosen/use-chosen";
import { EntityList } from "@/components/shared/entity-list";
import { useListState } from "@/components/shared/use-list-state";
import { capitalised } from "@/components/shared/wording";
import { PageHeader } from "@/components/shell/page-header";
import { TableMenu } from "@/components/shared/tables/table-menu";
import { WriteButton } from "@/components/shared/forms/write-button";
import { ShapeChoice } from "@/components/charts/shape-choice";
import { chartOfList } from "@/components/dashboards/lazy-charts";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import { chosenActs } from "./chosen-acts";
import { BlockDialog, DeleteDialog, EntityDialog } from "./dialogs";
import type { EntityScreen } from "./entity-screen";
import { EntityTable } from "./entity-table";
import type { EntityKindName, EntityRef, EntityRow } from "./kinds";
import { tableContractsOf } from "@/lib/wire/contracts/tables";

const EntityDrawer = lazyDialog(
  () => import("./entity-drawer").then((module) => module.EntityDrawer),
  ({ id }) => id !== undefined,
);

function isTable(kind: EntityKindName): kind is "team" | "user" {
  return Object.hasOwn(tableContractsOf, kind);
}

/** The page of one kind of entity: a list to search, and the ways to create, open, change, block and delete. */
export function EntityPage<Row extends EntityRow>({ screen }: { screen: EntityScreen<Row> }) {
  const { kind } = screen;
  const list = useListState();
  const query = useRead(kind.contracts.list, { ...list.filter, ...kind.listed, size: PAGE_SIZE }, LIVE);
  const chosen = useChosen<Row>(kind.idOf, JSON.stringify(list.filter));
  const acts = useMemo(() => chosenActs(kind), [kind]);
  const [editing, setEditing] = useState<Row>();
  const [blocking, setBlocking] = useState<EntityRef>();
  const [deleting, setDeleting] = useState<EntityRef>();
  const askToDelete = (row: EntityRef) => {
    // An open drawer would read an entity that is gone.
    list.open(undefined);
    setDeleting(row);
  };
  const leaveEmptyPage = () => {
    if (query.data?.data.length === 1) list.page.turnTo(Math.max(1, list.page.number - 1));
  };
  const create = (
    <WriteButton variant="primary" onClick={() => list.create(true)}>
      <Plus className="size-4" aria-hidden /> New {kind.one}
    </WriteButton>
  );
  return (
    <>
      <PageHeader title={capitalised(kind.many)} description={screen.description}>
        {isTable(kind.name) && <TableMenu kind={kind.name} many={kind.many} filter={list.filter} />}
        <ShapeChoice chart={list.chart.chart} onChange={(chart) => list.setChart({ chart })} />
        {create}
      </PageHeader>
      <EntityList
        list={list}
        query={query}
        words={kind}
        icon={screen.icon}
        create={create}
        whenNone={screen.whenNone}
        whenNoneFits={screen.whenNoneFits}
        chart={chartOfList(list, kind.type, kind.many)}
      >
        {(rows, dim) => (
          <>
            <ChosenBar
              rows={rows}
              chosen={chosen}
              words={kind}
              nameOf={kind.nameOf}
              keyOf={kind.idOf}
              acts={acts}
              {...(isTable(kind.name) && { exports: kind.name })}
            />
            <EntityTable
              choosing={chosen}
              screen={screen}
              rows={rows}
              dim={dim}
              sorting={{ order: list.order, onSort: list.sortBy }}
              onOpen={list.open}
              onEdit={setEditing}
              onBlock={setBlocking}
              onDelete={setDeleting}
            />
          </>
        )}
      </EntityList>
      <EntityDrawer
        screen={screen}
        id={list.opened}
        members={list.members}
        onClose={() => list.open(undefined)}
        onBlock={setBlocking}
        onEdit={setEditing}
        onDelete={askToDelete}
      />
      <EntityDialog screen={screen} open={list.creating} onClose={() => list.create(false)} />
      <EntityDialog screen={screen} row={editing} open={editing !== undefined} onClose={() => setEditing(undefined)} />
      <DeleteDialog row={deleting} onClose={() => setDeleting(undefined)} onDeleted={leaveEmptyPage} />
      <BlockDialog row={blocking} onClose={() => setBlocking(undefined)} />
    </>
  );
}
