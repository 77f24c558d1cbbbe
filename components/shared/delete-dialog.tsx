"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2, TriangleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import { belongingsQuery } from "@/components/api/queries";
import type { Receipt } from "@/components/api/types";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import { type Belongings, DELETABLE, type DeleteRequest, goingWords, hindrance, needsName } from "./deletion";
import { useLast } from "./detail-drawer";
import { FormError } from "./form";
import { describeReceipts } from "./receipts";

/** Asks before somebody is deleted, with what goes and what stays; `onDeleted` before the lists are read again. */
export function DeleteDialog({
  request,
  onClose,
  onDeleted,
}: {
  request: DeleteRequest | undefined;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const shown = useLast(request);
  if (!shown) return null;
  const { word, after } = DELETABLE[shown.kind];
  return (
    <Dialog
      open={request !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Delete the ${word} ${shown.name}?`}
      description={after}
    >
      <DeleteForm
        request={shown}
        onCancel={onClose}
        onDone={() => {
          onDeleted();
          onClose();
        }}
      />
    </Dialog>
  );
}

function DeleteForm({
  request,
  onCancel,
  onDone,
}: {
  request: DeleteRequest;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { kind, id, name } = request;
  const { word, ids, unblocks } = DELETABLE[kind];
  const [typed, setTyped] = useState("");
  const listId = useId();
  const belongings = useQuery(belongingsQuery(kind, id));
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ keys }: Belongings) =>
      apiPost<{ nodes: Receipt[] }>(`/${kind}/delete`, {
        [ids]: [id],
        ...(DELETABLE[kind].takesKeys && keys > 0 && { cascade: true }),
      }),
    onSuccess: async ({ nodes }) => {
      toast.success(`${name} is deleted`, { description: describeReceipts(nodes, "drop"), duration: 8000 });
      onDone();
      await Promise.all(
        ["teams", "users", "organizations", "customers", "keys"].map((what) =>
          queries.invalidateQueries({ queryKey: [what] }),
        ),
      );
    },
    // What is in the way may have come to be meanwhile.
    onError: () => belongings.refetch(),
  });
  const found = belongings.data;
  const obstacle = found && hindrance(request, found);
  const asksName = found !== undefined && obstacle === undefined && needsName(request, found);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (found) remove.mutate(found);
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <p className="font-mono text-[12.5px] break-all text-ink-soft">{id}</p>
      {belongings.isPending ? (
        <div role="status" aria-label="Loading" className="space-y-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ) : found ? (
        <>
          <Part title="What goes" id={`${listId}-goes`} lines={goingWords(request, found)} />
          <Part
            title="What stays"
            id={`${listId}-stays`}
            lines={["What was spent, and every call, under this id", "The audit log, with what was here before"]}
          />
        </>
      ) : (
        <FormError error={belongings.error} />
      )}
      {request.blocked && (
        <Notice>
          {name} is blocked, and the block goes too. {unblocks}
        </Notice>
      )}
      {obstacle !== undefined && <Notice>{obstacle}</Notice>}
      {asksName && (
        <Field label={`Type ${name} to confirm`}>
          {(control) => <Input {...control} value={typed} onChange={(event) => setTyped(event.target.value)} />}
        </Field>
      )}
      <FormError error={remove.error} />
      <div className="sticky -bottom-4 -mx-5 -mb-4 flex justify-end gap-2 border-t bg-raised px-5 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="danger"
          busy={remove.isPending}
          disabled={found === undefined || obstacle !== undefined || (asksName && typed.trim() !== name.trim())}
        >
          <Trash2 className="size-3.5" aria-hidden /> Delete {word}
        </Button>
      </div>
    </form>
  );
}

function Part({ title, id, lines }: { title: string; id: string; lines: readonly string[] }) {
  return (
    <section>
      <h3 id={id} className="mb-1 font-semibold">
        {title}
      </h3>
      <ul aria-labelledby={id} className="list-disc space-y-0.5 pl-5 text-ink-soft">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
