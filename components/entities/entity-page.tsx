"use client";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { Plus } from "lucide-react";
import { useState } from "react";
import { EntityList } from "@/components/shared/entity-list";
import { useListState } from "@/components/shared/use-list-state";
import { capitalised } from "@/components/shared/wording";
import { PageHeader } from "@/components/shell/page-header";
import { WriteButton } from "@/components/shared/forms/write-button";
import { BlockDialog } from "./block-dialog";
import { DeleteDialog } from "./delete-dialog";
import { EntityDialog } from "./entity-dialog";
import { EntityDrawer } from "./entity-drawer";
import type { EntityScreen } from "./entity-screen";
import { EntityTable } from "./entity-table";
import type { EntityRef, EntityRow } from "./kinds";

/** The page of one kind of entity: a list to search, and the ways to create, open, change, block and delete. */
export function EntityPage<Row extends EntityRow>({ screen }: { screen: EntityScreen<Row> }) {
  const { kind } = screen;
  const list = useListState();
  const query = useRead(kind.contracts.list, { ...list.filter, ...kind.listed, size: PAGE_SIZE }, LIVE);
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
      >
        {(rows, dim) => (
          <EntityTable
            screen={screen}
            rows={rows}
            dim={dim}
            sorting={{ order: list.order, onSort: list.sortBy }}
            onOpen={list.open}
            onBlock={setBlocking}
          />
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
