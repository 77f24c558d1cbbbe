"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { apiPost } from "@/components/api/client";
import { modelsQuery, teamsQuery } from "@/components/api/queries";
import type { GeneratedKey } from "@/components/api/types";
import { NamePicker } from "@/components/shared/name-picker";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";

const DURATIONS = [
  { value: "", label: "Never" },
  { value: "1d", label: "In a day" },
  { value: "7d", label: "In 7 days" },
  { value: "30d", label: "In 30 days" },
  { value: "90d", label: "In 90 days" },
] as const;

export function GenerateKeyDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [generated, setGenerated] = useState<GeneratedKey>();
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) setGenerated(undefined);
        onOpenChange(next);
      }}
      title={generated && open ? "Your new key" : "Generate a key"}
    >
      {generated ? (
        <GeneratedSecret
          generated={generated}
          onDone={() => {
            setGenerated(undefined);
            close();
          }}
        />
      ) : (
        <GenerateForm onGenerated={setGenerated} onCancel={close} />
      )}
    </Dialog>
  );
}

function GeneratedSecret({ generated, onDone }: { generated: GeneratedKey; onDone: () => void }) {
  const example = `curl ${window.location.origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${generated.key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${generated.models[0] ?? "gpt-4o"}", "messages": [{"role": "user", "content": "Hello"}]}'`;
  return (
    <div className="space-y-4">
      <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        Copy it now. Only its hash is stored, so it cannot be shown again.
      </p>
      <CodeBlock label="Key" code={generated.key} wrap />
      <CodeBlock label="Try it" code={example} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </div>
  );
}

function GenerateForm({ onGenerated, onCancel }: { onGenerated: (key: GeneratedKey) => void; onCancel: () => void }) {
  const [alias, setAlias] = useState("");
  const [teamId, setTeamId] = useState("");
  const [userId, setUserId] = useState("");
  const [duration, setDuration] = useState("");
  const [models, setModels] = useState<string[]>([]);
  const teams = useQuery(teamsQuery({ page: 1, size: 100 }));
  const known = useQuery({ ...modelsQuery, select: ({ data }) => [...new Set(data.map((row) => row.model_name))] });
  const queries = useQueryClient();
  const generate = useMutation({
    mutationFn: () => {
      const given = { key_alias: alias.trim(), team_id: teamId, user_id: userId.trim(), duration };
      const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
      return apiPost<GeneratedKey>("/key/generate", models.length === 0 ? fields : { ...fields, models });
    },
    // The secret must not stay in the cache of answers.
    gcTime: 0,
    onSuccess: async (key) => {
      onGenerated(key);
      await queries.invalidateQueries({ queryKey: ["keys"] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    generate.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label="Name" hint="To recognise it by; unique.">
        {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} placeholder="ci-pipeline" autoFocus />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Team" hint="Its block, models and spend apply.">
          {(control) => (
            <Select {...control} value={teamId} onChange={(event) => setTeamId(event.target.value)}>
              <option value="">No team</option>
              {teams.data?.data.map((team) => (
                <option key={team.team_id} value={team.team_id}>
                  {team.team_alias ?? team.team_id}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Expires">
          {(control) => (
            <Select {...control} value={duration} onChange={(event) => setDuration(event.target.value)}>
              {DURATIONS.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="User id" hint="Optional; its spend is booked to this user too.">
        {(control) => <Input {...control} value={userId} onChange={(event) => setUserId(event.target.value)} />}
      </Field>
      <Field label="Models" hint="Model names or patterns. Leave empty to allow every model its team may use.">
        {(control) => (
          <NamePicker id={control.id} describedBy={control["aria-describedby"]} values={models} known={known.data ?? []} onChange={setModels} placeholder="All models" />
        )}
      </Field>
      {generate.isError && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {generate.error.message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={generate.isPending}>
          Generate key
        </Button>
      </div>
    </form>
  );
}
