"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { FormActions, FormError } from "@/components/shared/form";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import type { Finding } from "@/lib/config/finding";
import type { ModelView } from "@/lib/wire/model";
import { changedEntry, type EntryDraft, entryDraftOf, entryFaults, newEntry } from "./entry-draft";

interface Saved {
  readonly model_name: string;
  readonly nodes: Receipt[];
  readonly findings: Finding[];
}

/** Adds an entry to the database, or changes the one it is given. */
export function EntryDialog({
  entry,
  open,
  onClose,
}: {
  entry?: ModelView | undefined;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={entry ? `Edit ${entry.model_name}` : "New model"}
      description="Kept in the database beside those of config.yaml, and in force at once on every node."
    >
      <EntryForm entry={entry} onClose={onClose} />
    </Dialog>
  );
}

function EntryForm({ entry, onClose }: { entry: ModelView | undefined; onClose: () => void }) {
  const [draft, setDraft] = useState(() => entryDraftOf(entry));
  const faults = entryFaults(draft);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      entry
        ? apiPost<Saved>("/model/update", changedEntry(entry, draft))
        : apiPost<Saved>("/model/new", newEntry(draft)),
    // The key must not stay in memory.
    gcTime: 0,
    onSuccess: async ({ model_name: name, nodes, findings }) => {
      toast.success(`${name} is ${entry ? "changed" : "added"}`, {
        description: [describeReceipts(nodes, "use"), ...findings.map(({ message }) => message)].join(". "),
      });
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["models"] }),
        queries.invalidateQueries({ queryKey: ["configuration"] }),
      ]);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const input = (
    name: keyof EntryDraft,
    more: {
      placeholder?: string;
      className?: string;
      type?: string;
      autoComplete?: string;
      autoFocus?: boolean;
      required?: boolean;
      inputMode?: "decimal";
    } = {},
  ) =>
    function Control(control: object) {
      return (
        <Input
          {...control}
          {...more}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
        />
      );
    };
  const keyHint = entry?.gateway_params["api_key"];
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field
        label="Name that callers use"
        hint="A * matches any run of characters, as in openai/*. Entries with one name share its calls."
      >
        {input("modelName", { className: "font-mono", placeholder: "gpt-4o", required: true, autoFocus: !entry })}
      </Field>
      <Field label="Upstream" hint="Provider and model. Its * are filled with what those of the name matched.">
        {input("model", { className: "font-mono", placeholder: "openai/gpt-4o", required: true })}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Base address" hint="Needed where the provider is not built in." error={faults.apiBase}>
          {input("apiBase", { placeholder: "The provider's own" })}
        </Field>
        <Field label="API key" hint="Encrypted, and never shown again.">
          {input("apiKey", {
            type: "password",
            autoComplete: "new-password",
            placeholder: typeof keyHint === "string" ? `Stays ${keyHint}` : "None",
          })}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Weight" hint="Its share among entries of one name." error={faults.weight}>
          {input("weight", { placeholder: "1", inputMode: "decimal" })}
        </Field>
        <Field label="Requests a minute" hint="That a node may send it." error={faults.rpm}>
          {input("rpm", { placeholder: "No limit", inputMode: "decimal" })}
        </Field>
        <Field label="Tokens a minute" error={faults.tpm}>
          {input("tpm", { placeholder: "No limit", inputMode: "decimal" })}
        </Field>
      </div>
      <Field label="Description" hint="Shown here; optional.">
        {input("description")}
      </Field>
      <Field
        label="Other parameters"
        hint="As JSON, with the names that config.yaml has: time limits, retries, api_version, prices."
        error={faults.others}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={draft.others === "" ? 2 : 5}
            className="font-mono text-[12.5px]"
            placeholder='{"timeout": 60}'
            value={draft.others}
            onChange={(event) => setDraft({ ...draft, others: event.target.value })}
          />
        )}
      </Field>
      <FormError error={save.error} />
      <FormActions
        submit={entry ? "Save changes" : "Add model"}
        busy={save.isPending}
        disabled={draft.modelName.trim() === "" || draft.model.trim() === "" || Object.keys(faults).length > 0}
        onCancel={onClose}
      />
    </form>
  );
}
