"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { useState } from "react";
import { useOperation } from "@/components/api/use-operation";
import { Form } from "@/components/shared/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field, Select } from "@/components/ui/field";
import type { GeneratedKey, Key } from "@/lib/wire/key";
import { GeneratedSecret } from "./generated-secret";
import { keyName } from "./key-name";

const GRACE = [
  { value: "", label: "Not at all: refused from now on" },
  { value: "1h", label: "For an hour" },
  { value: "1d", label: "For a day" },
  { value: "7d", label: "For 7 days" },
  { value: "30d", label: "For 30 days" },
] as const;

/** Gives a key a new secret. The old one can stay valid for a while, so that callers have time to switch. */
export function RegenerateKeyDialog({ row, onClose }: { row: Key | undefined; onClose: () => void }) {
  const [generated, setGenerated] = useState<GeneratedKey>();
  const close = () => {
    setGenerated(undefined);
    onClose();
  };
  return (
    <Dialog
      open={row !== undefined}
      onOpenChange={close}
      insists={generated !== undefined}
      title={generated ? "Your new secret" : row ? `Give ${keyName(row)} a new secret?` : ""}
      description={generated ? undefined : "The key keeps its name, team, models, budget, limits and spend."}
    >
      {generated ? (
        <GeneratedSecret generated={generated} onDone={close} />
      ) : (
        row && <RegenerateForm row={row} onSaved={setGenerated} onCancel={close} />
      )}
    </Dialog>
  );
}

function RegenerateForm({
  row,
  onSaved,
  onCancel,
}: {
  row: Key;
  onSaved: (generated: GeneratedKey) => void;
  onCancel: () => void;
}) {
  const [grace, setGrace] = useState("1d");
  const save = useOperation(keyContracts.regenerate, { onSuccess: onSaved, keepsSecret: true });
  const submit = () => save.mutate({ key: row.token_id, ...(grace !== "" && { grace_period: grace }) });
  return (
    <Form submit="Give it a new secret" busy={save.isPending} error={save.error} onSubmit={submit} onCancel={onCancel}>
      <Field label="The old secret is still accepted" hint={`${row.key_name}. Older secrets expire by then too.`}>
        {(control) => (
          <Select {...control} value={grace} onChange={(event) => setGrace(event.target.value)}>
            {GRACE.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Form>
  );
}
