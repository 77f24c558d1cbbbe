"use client";
import { Ban, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useOperation } from "@/components/api/use-operation";
import { PAGE_SIZE, PAGED, useRead } from "@/components/api/use-read";
import { DeleteKeyDialog } from "@/components/keys/delete-key-dialog";
import { GeneratedSecret } from "@/components/keys/generated-secret";
import { keyName } from "@/components/keys/key-name";
import { KeyStatus } from "@/components/keys/key-status";
import { SpendCell } from "@/components/limits/spend-cell";
import { Section } from "@/components/shared/detail-drawer";
import { Form } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { Pager } from "@/components/ui/pager";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { GeneratedKey, Key } from "@/lib/wire/key";
import { LimitsDialog } from "./limits-dialog";

/** The keys of a team, for those who administer it: they make keys for the team, change, block and delete them. */
export function TeamKeys({ teamId, models }: { teamId: string; models: readonly string[] }) {
  const [page, setPage] = useState(1);
  const [now] = useState(() => Date.now());
  const [generating, setGenerating] = useState(false);
  const [deleting, setDeleting] = useState<Key>();
  const keys = useRead(keyContracts.list, { page, size: PAGE_SIZE, team_id: teamId }, PAGED);
  const block = useOperation(keyContracts.block, {
    onSuccess: (key) => toast.success(`${keyName(key)} is blocked`),
    onError: (error) => toast.error(error.message),
  });
  const [editing, setEditing] = useState<Key>();
  const rows = keys.data?.data ?? [];
  return (
    <Section
      title={`Keys of the team (${keys.data?.total ?? 0})`}
      action={
        <Button size="small" onClick={() => setGenerating(true)}>
          <Plus className="size-3.5" aria-hidden /> Generate team key
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p className="text-ink-faint">{keys.isError ? keys.error.message : "The team has no keys."}</p>
      ) : (
        <ul className="divide-y rounded-md border" aria-label="Keys of the team">
          {rows.map((key) => (
            <li key={key.token_id} className="flex flex-wrap items-center gap-3 px-3 py-1.5">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{keyName(key)}</span>
                <span className="block text-[12px] text-ink-faint">{key.user_id ?? "The team's own"}</span>
              </span>
              <KeyStatus row={key} now={now} />
              <SpendCell row={key} name={keyName(key)} />
              <Button variant="ghost" size="icon" aria-label={`Edit ${keyName(key)}`} onClick={() => setEditing(key)}>
                <Pencil className="size-4" aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Block ${keyName(key)}`}
                disabled={key.blocked}
                busy={block.isPending && block.variables.key === key.token_id}
                onClick={() => block.mutate({ key: key.token_id })}
              >
                <Ban className="size-4" aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Delete ${keyName(key)}`}
                onClick={() => setDeleting(key)}
              >
                <Trash2 className="size-4" aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {keys.data && keys.data.total > PAGE_SIZE && (
        <Pager page={page} size={PAGE_SIZE} total={keys.data.total} onPage={setPage} />
      )}
      <TeamKeyDialog teamId={teamId} open={generating} onOpenChange={setGenerating} />
      <LimitsDialog
        row={editing}
        contracts={keyContracts}
        reference={({ token_id }) => ({ key: token_id })}
        title={(key) => `Limits of ${keyName(key)}`}
        description="At most what the team has. In force on every node from the next request."
        known={models}
        hasDuration
        saved={(key) => `${keyName(key)} is changed`}
        onClose={() => setEditing(undefined)}
      />
      <DeleteKeyDialog row={deleting} onClose={() => setDeleting(undefined)} />
    </Section>
  );
}

function TeamKeyDialog({
  teamId,
  open,
  onOpenChange,
}: {
  teamId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [generated, setGenerated] = useState<GeneratedKey>();
  const close = () => {
    setGenerated(undefined);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      insists={generated !== undefined}
      title={generated ? "The team's new key" : "Generate a key for the team"}
    >
      {generated ? (
        <GeneratedSecret generated={generated} onDone={close} />
      ) : (
        <TeamKeyForm teamId={teamId} onSaved={setGenerated} onCancel={close} />
      )}
    </Dialog>
  );
}

function TeamKeyForm({
  teamId,
  onSaved,
  onCancel,
}: {
  teamId: string;
  onSaved: (key: GeneratedKey) => void;
  onCancel: () => void;
}) {
  const [alias, setAlias] = useState("");
  const [budget, setBudget] = useState("");
  const generate = useOperation(keyContracts.generate, { onSuccess: onSaved, keepsSecret: true });
  const dollars = budget.trim() === "" ? undefined : Number(budget);
  const isWrong = dollars !== undefined && !(dollars >= 0);
  return (
    <Form
      submit="Generate key"
      busy={generate.isPending}
      disabled={isWrong}
      error={generate.error}
      onSubmit={() =>
        generate.mutate({ team_id: teamId, user_id: null, key_alias: alias.trim() || undefined, max_budget: dollars })
      }
      onCancel={onCancel}
    >
      <Field label="Name" hint="To recognise the key by. Must be unique.">
        {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} autoFocus />}
      </Field>
      <Field
        label="Budget"
        hint="Dollars, at most the budget of the team."
        error={isWrong ? "Must be a number of dollars." : undefined}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            placeholder="The team's"
            value={budget}
            onChange={(event) => setBudget(event.target.value)}
          />
        )}
      </Field>
    </Form>
  );
}
