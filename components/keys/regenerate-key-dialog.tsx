"use client";
import { spansOf } from "@/components/shared/forms/spans-of-time";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { useState } from "react";
import type { Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { conflictOf, useVersion } from "@/components/shared/drafts/use-version";
import { Form } from "@/components/shared/forms/form";
import { counted } from "@/components/shared/wording";
import { UndoLine } from "@/components/shared/forms/undo-line";
import { final } from "@/components/shared/forms/undo-text";
import { Field, Select, Options } from "@/components/ui/field";
import type { GeneratedKey, Key } from "@/lib/wire/key";
import { keyName } from "./key-name";
import { SecretDialog } from "./secret-dialog";

const GRACE = [{ value: "", label: "Not at all: refused from now on" }, ...spansOf("1h", "30d", "For")];

/** Gives a key a new secret. The old one can stay valid for a while, so that callers have time to switch. */
export function RegenerateKeyDialog({ row, onClose }: { row: Key | undefined; onClose: () => void }) {
  return (
    <SecretDialog
      open={row !== undefined}
      title={row ? `Rotate ${keyName(row)}?` : ""}
      generatedTitle="Your new secret"
      description="The key keeps its name, team, models, budget, limits and spend."
      onClose={onClose}
    >
      {(onGenerated, close) =>
        row && (
          <EditedRow contract={keyContracts.info} input={{ key: row.token_id }} lines={2}>
            {(opened) => <RegenerateForm row={row} opened={opened} onSaved={onGenerated} onCancel={close} />}
          </EditedRow>
        )
      }
    </SecretDialog>
  );
}

function RegenerateForm({
  row,
  opened,
  onSaved,
  onCancel,
}: {
  row: Key;
  opened: Versioned<Key>;
  onSaved: (generated: GeneratedKey) => void;
  onCancel: () => void;
}) {
  const [grace, setGrace] = useState("1d");
  const version = useVersion(opened.etag);
  const save = useOperation(keyContracts.regenerate, {
    onSuccess: onSaved,
    keepsSecret: true,
    ifMatch: version.ifMatch,
  });
  const conflict = conflictOf(save.error);
  const submit = () => {
    if (conflict) version.basedOn(conflict.etag);
    save.mutate({ key: row.token_id, ...(grace !== "" && { grace_period: grace }) });
  };
  return (
    <Form
      submit={conflict ? "Rotate anyway" : "Rotate"}
      busy={save.isPending}
      error={conflict ? undefined : save.error}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <ChangedNotice before={row} now={opened.body} label="Changed since the list was read">
        The key was changed since the list was read.
      </ChangedNotice>
      <Field
        label="The old secret is still accepted"
        hint={
          <>
            <span className="font-mono">{opened.body.key_name}</span>
            {olderText(opened.body.previous_keys.length)}
          </>
        }
      >
        {(control) => (
          <Select {...control} value={grace} onChange={(event) => setGrace(event.target.value)}>
            <Options of={GRACE} />
          </Select>
        )}
      </Field>
      <UndoLine
        of="key.regenerate"
        but={grace === "" ? final("Callers are refused until they have the new secret.") : undefined}
      />
      {conflict && (
        <ChangedNotice before={opened.body} now={conflict.current}>
          Someone else changed this key in the meantime. No new secret was created.
        </ChangedNotice>
      )}
    </Form>
  );
}

function olderText(count: number): string {
  return count === 0 ? "" : `. ${counted(count, "older secret")} ${count === 1 ? "expires" : "expire"} by then too.`;
}
