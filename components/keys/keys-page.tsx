"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { LIVE, PAGE_SIZE, useRead } from "@/components/api/use-read";
import { ChosenBar } from "@/components/shared/chosen/chosen-bar";
import { useChosen } from "@/components/shared/chosen/use-chosen";
import { EntityList } from "@/components/shared/entity-list";
import { useListState } from "@/components/shared/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import { TableMenu } from "@/components/shared/tables/table-menu";
import { WriteButton } from "@/components/shared/forms/write-button";
import { ShapeChoice } from "@/components/charts/shape-choice";
import { chartOfList } from "@/components/dashboards/lazy-charts";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";
import type { Key } from "@/lib/wire/key";
import { KEY_ACTS } from "./chosen-keys";
import { BlockKeyDialog } from "./block-key-dialog";
import { DeleteKeyDialog } from "./delete-key-dialog";
import { KeyDrawer } from "./key-drawer";
import { EditKeyDialog, RegenerateKeyDialog } from "./dialogs";
import { keyName } from "./key-name";
import { keyOwnerIn } from "./key-owner";
import { KeysTable } from "./keys-table";
import { useUnblockKey } from "./use-unblock-key";

const GenerateKeyDialog = lazyDialog(
  () => import("./generate-key-dialog").then((module) => module.GenerateKeyDialog),
  ({ open }) => open,
);

const WORDS = { one: "key", many: "keys", foundBy: "name or id" };
const WHAT_IT_IS = (
  <>
    A key is an <code className="font-mono">sk-…</code> bearer token with its own models, team and expiry.
  </>
);

const idOf = ({ token_id: id }: Key): string => id;

export function KeysPage() {
  const list = useListState();
  const keys = useRead(keyContracts.list, { ...list.filter, size: PAGE_SIZE }, LIVE);
  const chosen = useChosen<Key>(idOf, JSON.stringify(list.filter));
  const [editing, setEditing] = useState<Key>();
  const [regenerating, setRegenerating] = useState<Key>();
  const [deleting, setDeleting] = useState<Key>();
  const [blocking, setBlocking] = useState<Key>();
  const unblock = useUnblockKey();
  const askToDelete = (key: Key) => {
    // An open drawer would read a key that is gone.
    list.open(undefined);
    setDeleting(key);
  };
  const generate = (
    <WriteButton variant="primary" onClick={() => list.create(true)}>
      <Plus className="size-4" aria-hidden /> Generate key
    </WriteButton>
  );
  return (
    <>
      <PageHeader
        title="Keys"
        description="For callers without a token from an identity provider. Only a hash of each key is stored."
      >
        <TableMenu kind="key" many="keys" filter={list.filter} />
        <ShapeChoice chart={list.chart.chart} onChange={(chart) => list.setChart({ chart })} />
        {generate}
      </PageHeader>
      <EntityList
        list={list}
        query={keys}
        words={WORDS}
        icon={KeyRound}
        create={generate}
        whenNone={WHAT_IT_IS}
        chart={chartOfList(list, "key", "keys")}
      >
        {(rows, dim) => (
          <>
            <ChosenBar
              rows={rows}
              chosen={chosen}
              words={WORDS}
              nameOf={keyName}
              keyOf={idOf}
              acts={KEY_ACTS}
              exports="key"
            />
            <KeysTable
              keys={rows}
              choosing={chosen}
              dim={dim}
              sorting={{ order: list.order, onSort: list.sortBy }}
              onOpen={list.open}
              onEdit={setEditing}
              onRegenerate={setRegenerating}
              onBlock={(key) => (key.blocked ? unblock.mutate({ key: key.token_id }) : setBlocking(key))}
              onDelete={setDeleting}
            />
          </>
        )}
      </EntityList>
      <KeyDrawer
        tokenId={list.opened}
        onClose={() => list.open(undefined)}
        onEdit={setEditing}
        onRegenerate={setRegenerating}
        onDelete={askToDelete}
      />
      <EditKeyDialog row={editing} onClose={() => setEditing(undefined)} />
      <GenerateKeyDialog open={list.creating} owner={keyOwnerIn(list.creation)} onOpenChange={list.create} />
      <RegenerateKeyDialog row={regenerating} onClose={() => setRegenerating(undefined)} />
      <BlockKeyDialog row={blocking} undoes onClose={() => setBlocking(undefined)} />
      <DeleteKeyDialog row={deleting} blocks onClose={() => setDeleting(undefined)} />
    </>
  );
}
