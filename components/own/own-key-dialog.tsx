"use client";
import { useState } from "react";
import { useOperation } from "@/components/api/use-operation";
import { GeneratedSecret } from "@/components/keys/generated-secret";
import { Form } from "@/components/shared/forms/form";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { GeneratedKey } from "@/lib/wire/key";
import type { OwnKeyRights } from "@/lib/wire/own-questions";

const ENDS = [
  { value: "", label: "As late as this gateway allows" },
  { value: "1d", label: "In a day" },
  { value: "7d", label: "In 7 days" },
  { value: "30d", label: "In 30 days" },
] as const;

/** Makes a key of the caller's own and shows its secret once. */
export function OwnKeyDialog({
  makesKeys,
  open,
  onOpenChange,
}: {
  makesKeys: OwnKeyRights;
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
      onOpenChange={close}
      insists={generated !== undefined}
      title={generated ? "Your new key" : "Generate a key"}
      description={generated ? undefined : "It may do what you may do, and no more."}
    >
      {generated ? (
        <GeneratedSecret generated={generated} onDone={close} />
      ) : (
        <OwnKeyForm makesKeys={makesKeys} onSaved={setGenerated} onCancel={close} />
      )}
    </Dialog>
  );
}

function OwnKeyForm({
  makesKeys: { personal, teams },
  onSaved,
  onCancel,
}: {
  makesKeys: OwnKeyRights;
  onSaved: (generated: GeneratedKey) => void;
  onCancel: () => void;
}) {
  const [alias, setAlias] = useState("");
  const [team, setTeam] = useState(personal ? "" : (teams[0] ?? ""));
  const [duration, setDuration] = useState("");
  const generate = useOperation(keyContracts.generate, { onSuccess: onSaved, keepsSecret: true });
  const submit = () =>
    generate.mutate({
      ...(alias.trim() !== "" && { key_alias: alias.trim() }),
      ...(team !== "" && { team_id: team }),
      ...(duration !== "" && { duration }),
    });
  return (
    <Form submit="Generate" busy={generate.isPending} error={generate.error} onSubmit={submit} onCancel={onCancel}>
      <Field label="Name" hint="What it is for. Optional.">
        {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} />}
      </Field>
      {teams.length > 0 && (
        <Field label="Team" hint="Who pays for its calls.">
          {(control) => (
            <Select {...control} value={team} onChange={(event) => setTeam(event.target.value)}>
              {personal && <option value="">No team: the key is personal</option>}
              {teams.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label="Ends">
        {(control) => (
          <Select {...control} value={duration} onChange={(event) => setDuration(event.target.value)}>
            {ENDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Form>
  );
}
