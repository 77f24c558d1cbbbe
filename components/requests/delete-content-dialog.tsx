"use client";
import { useState } from "react";
import { useOperation } from "@/components/api/use-operation";
import { DeleteForm } from "@/components/shared/forms/delete-form";
import { SelectField } from "@/components/shared/forms/select-field";
import type { NamedPayer } from "@/components/shared/payer-name";
import { counted } from "@/components/shared/wording";
import { RowDialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/lazy/toast";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { contentScopes } from "./content-scopes";

/** A call, or a refused one, with who paid or would have paid. */
export interface KeptCall {
  readonly id: string;
  readonly payer: NamedPayer;
}

/** Asks before the prompt and the answer of a call are deleted, or those of all calls of whoever made it. */
export function DeleteContentDialog({
  row,
  onClose,
  onDone,
}: {
  row: KeptCall | undefined;
  onClose: () => void;
  /** Called when something was deleted. */
  onDone: () => void;
}) {
  return (
    <RowDialog row={row} onClose={onClose} title={() => "Delete prompts and answers?"}>
      {(shown) => <DeleteContentForm {...shown} onClose={onClose} onDone={onDone} />}
    </RowDialog>
  );
}

function DeleteContentForm({
  id,
  payer,
  onClose,
  onDone,
}: KeptCall & { readonly onClose: () => void; readonly onDone: () => void }) {
  const scopes = contentScopes(id, payer);
  const [chosen, setChosen] = useState("call_id");
  const scope = scopes.find(({ value }) => value === chosen);
  const remove = useOperation(spendContracts.eraseContent, {
    onSuccess: ({ deleted }) => {
      toast.success(deleted === 0 ? "Nothing was kept" : `The content of ${counted(deleted, "call")} is deleted`);
      onClose();
      onDone();
    },
  });
  return (
    <DeleteForm
      what="content"
      of="spend.content.erase"
      remove={remove}
      disabled={scope === undefined}
      onConfirm={() => {
        if (scope) remove.mutate({ [scope.value]: scope.id });
      }}
      onCancel={onClose}
    >
      <p>The audit log records who deleted it, and not what it said.</p>
      <SelectField label="Of which calls" options={scopes} value={chosen} onValue={setChosen} />
    </DeleteForm>
  );
}
