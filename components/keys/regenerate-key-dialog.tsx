"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { apiPost } from "@/components/api/client";
import { FormActions, FormError } from "@/components/shared/form";
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

/** Gives a key a new secret; the old one may be accepted for a while, so that callers can change over. */
export function RegenerateKeyDialog({ of: key, onClose }: { of: Key | undefined; onClose: () => void }) {
  const [generated, setGenerated] = useState<GeneratedKey>();
  const close = () => {
    setGenerated(undefined);
    onClose();
  };
  return (
    <Dialog
      open={key !== undefined}
      onOpenChange={close}
      title={generated ? "Your new secret" : key ? `Give ${keyName(key)} a new secret?` : ""}
      description={
        generated ? undefined : "Its name, team, models, budget and limits stay, and so does what it has spent."
      }
    >
      {generated ? (
        <GeneratedSecret generated={generated} onDone={close} />
      ) : (
        key && <RegenerateForm of={key} onSaved={setGenerated} onCancel={close} />
      )}
    </Dialog>
  );
}

function RegenerateForm({
  of: key,
  onSaved,
  onCancel,
}: {
  of: Key;
  onSaved: (generated: GeneratedKey) => void;
  onCancel: () => void;
}) {
  const [grace, setGrace] = useState("1d");
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      apiPost<GeneratedKey>("/key/regenerate", { key: key.token_id, ...(grace !== "" && { grace_period: grace }) }),
    // The secret must not stay in the cache of answers.
    gcTime: 0,
    onSuccess: async (saved) => {
      onSaved(saved);
      await queries.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field
        label="The old secret is still accepted"
        hint={`${key.key_name}; secrets that are older end then too, at the latest.`}
      >
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
      <FormError error={save.error} />
      <FormActions submit="Give it a new secret" busy={save.isPending} onCancel={onCancel} />
    </form>
  );
}
