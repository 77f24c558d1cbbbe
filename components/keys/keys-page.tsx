"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import { keysQuery, PAGE_SIZE } from "@/components/api/queries";
import { ListFilter } from "@/components/shared/list-filter";
import type { StandingFilter } from "@/components/shared/standing";
import { useDebounced } from "@/components/shared/use-debounced";
import { PageHeader } from "@/components/shell/page-header";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Pager } from "@/components/ui/pager";
import { TableSkeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { Key } from "@/lib/wire/key";
import { GenerateKeyDialog } from "./generate-key-dialog";
import { KeyDrawer } from "./key-drawer";
import { KeyForm } from "./key-form";
import { keyName } from "./key-name";
import { KeysTable } from "./keys-table";
import { RegenerateKeyDialog } from "./regenerate-key-dialog";

export function KeysPage() {
  const [search, setSearch] = useState("");
  const [blocked, setBlocked] = useState<StandingFilter>("");
  const [page, setPage] = useState(1);
  const [generating, setGenerating] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [editing, setEditing] = useState<Key>();
  const [regenerating, setRegenerating] = useState<Key>();
  const [deleting, setDeleting] = useState<Key>();
  const settledSearch = useDebounced(search.trim());
  const keys = useQuery(keysQuery({ search: settledSearch, blocked, page }));
  const filtered = settledSearch !== "" || blocked !== "";
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
      <PageHeader title="Keys" description="Virtual keys, for callers that have no token of an identity provider. Only a hash of each is stored.">
        {generate}
      </PageHeader>
      <Card>
        <ListFilter
          what="keys"
          by="name or id"
          search={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
          blocked={blocked}
          onBlocked={(value) => {
            setBlocked(value);
            setPage(1);
          }}
        />
        {keys.isPending ? (
          <TableSkeleton />
        ) : keys.isError ? (
          <ErrorState error={keys.error} retry={() => void keys.refetch()} />
        ) : keys.data.data.length === 0 ? (
          filtered ? (
            <EmptyState icon={Search} title="No key fits">
              Nothing matches this search. Keys are found by any part of their name or id.
            </EmptyState>
          ) : (
            <EmptyState icon={KeyRound} title="No keys yet" action={generate}>
              A key is an <code className="font-mono">sk-…</code> bearer with its own models, team and expiry.
            </EmptyState>
          )
        ) : (
          <>
            <KeysTable keys={keys.data.data} dim={keys.isPlaceholderData} onOpen={setOpened} onDelete={setDeleting} />
            <Pager page={page} size={PAGE_SIZE} total={keys.data.total} onPage={setPage} />
          </>
        )}
      </Card>
      <KeyDrawer tokenId={opened} onClose={() => setOpened(undefined)} onEdit={setEditing} onRegenerate={setRegenerating} onDelete={askToDelete} />
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
