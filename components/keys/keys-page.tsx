"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import { keysQuery } from "@/components/api/queries";
import { EntityList } from "@/components/shared/entity-list";
import { useListState } from "@/components/shared/use-list-state";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { Key } from "@/lib/wire/key";
import { GenerateKeyDialog } from "./generate-key-dialog";
import { KeyDrawer } from "./key-drawer";
import { KeyForm } from "./key-form";
import { keyName } from "./key-name";
import { KeysTable } from "./keys-table";
import { RegenerateKeyDialog } from "./regenerate-key-dialog";

const WORDS = { one: "key", many: "keys", foundBy: "name or id" };
const WHAT_IT_IS = (
  <>
    A key is an <code className="font-mono">sk-…</code> bearer with its own models, team and expiry.
  </>
);

export function KeysPage() {
  const list = useListState();
  const keys = useQuery(keysQuery(list.filter));
  const [generating, setGenerating] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [editing, setEditing] = useState<Key>();
  const [regenerating, setRegenerating] = useState<Key>();
  const [deleting, setDeleting] = useState<Key>();
  const askToDelete = (key: Key) => {
    // The drawer would ask for what is gone.
    setOpened(undefined);
    setDeleting(key);
  };
  const generate = (
    <Button variant="primary" onClick={() => setGenerating(true)}>
      <Plus className="size-4" aria-hidden /> Generate key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Keys"
        description="Virtual keys, for callers that have no token of an identity provider. Only a hash of each is stored."
      >
        {generate}
      </PageHeader>
      <EntityList list={list} query={keys} words={WORDS} icon={KeyRound} create={generate} whenNone={WHAT_IT_IS}>
        {(rows, dim) => <KeysTable keys={rows} dim={dim} onOpen={setOpened} onDelete={setDeleting} />}
      </EntityList>
      <KeyDrawer
        tokenId={opened}
        onClose={() => setOpened(undefined)}
        onEdit={setEditing}
        onRegenerate={setRegenerating}
        onDelete={askToDelete}
      />
      <EditKeyDialog of={editing} onClose={() => setEditing(undefined)} />
      <GenerateKeyDialog open={generating} onOpenChange={setGenerating} />
      <RegenerateKeyDialog of={regenerating} onClose={() => setRegenerating(undefined)} />
      <DeleteKeyDialog target={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

function EditKeyDialog({ of: key, onClose }: { of: Key | undefined; onClose: () => void }) {
  const saved = (changed: Key) => {
    toast.success(`${keyName(changed)} is changed`);
    onClose();
  };
  return (
    <Dialog
      open={key !== undefined}
      onOpenChange={onClose}
      title={key ? `Edit ${keyName(key)}` : ""}
      description="In force from the next request on, on every node. The secret stays."
    >
      {key && <KeyForm given={key} onSaved={saved} onCancel={onClose} />}
    </Dialog>
  );
}

function DeleteKeyDialog({ target, onClose }: { target: Key | undefined; onClose: () => void }) {
  const [shown, setShown] = useState(target);
  if (target && target !== shown) setShown(target);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (key: Key) => apiPost<{ deleted_keys: string[] }>("/key/delete", { keys: [key.token_id] }),
    onSuccess: async (_, key) => {
      toast.success(`${key.key_alias ?? key.key_name} is deleted`);
      onClose();
      await queries.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  if (!shown) return null;
  return (
    <Dialog
      open={target !== undefined}
      onOpenChange={(open) => {
        if (open) return;
        remove.reset();
        onClose();
      }}
      title={`Delete ${shown.key_alias ?? shown.key_name}?`}
      description="Whoever still uses this key is refused from the next request on. What it has spent stays booked."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(shown)}>
            <Trash2 className="size-3.5" aria-hidden /> Delete key
          </Button>
        </>
      }
    >
      <p className="font-mono text-[12.5px] text-ink-soft">{shown.key_name}</p>
      {remove.isError && (
        <p role="alert" className="mt-3 rounded-md bg-bad-soft px-3 py-2 text-bad">
          {remove.error.message}
        </p>
      )}
    </Dialog>
  );
}
