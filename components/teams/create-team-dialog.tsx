"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import { modelsQuery } from "@/components/api/queries";
import type { Team } from "@/components/api/types";
import { NamePicker } from "@/components/shared/name-picker";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";

export function CreateTeamDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New team"
      description="The id is the link to your identity provider: it must be, letter for letter, what the project's tokens carry."
    >
      <CreateTeamForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CreateTeamForm({ onDone }: { onDone: () => void }) {
  const formId = useId();
  const [teamId, setTeamId] = useState("");
  const [alias, setAlias] = useState("");
  const [models, setModels] = useState<string[]>([]);
  const known = useQuery({ ...modelsQuery, select: ({ data }) => [...new Set(data.map((row) => row.model_name))] });
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      apiPost<Team>("/team/new", {
        team_id: teamId.trim(),
        ...(alias.trim() === "" ? {} : { team_alias: alias.trim() }),
        ...(models.length === 0 ? {} : { models }),
      }),
    onSuccess: async (team) => {
      toast.success(`${team.team_alias ?? team.team_id} is created`);
      onDone();
      await queries.invalidateQueries({ queryKey: ["teams"] });
    },
  });
  const taken = create.error instanceof ApiError && create.error.status === 409;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form id={formId} onSubmit={submit} className="space-y-4">
      <Field
        label="Team id"
        hint="Equal to the claim that team_id_jwt_field names (client_id by default), or to one of the token's groups."
        error={taken ? create.error?.message : undefined}
      >
        {(control) => (
          <Input {...control} className="font-mono" value={teamId} onChange={(event) => setTeamId(event.target.value)} required autoFocus />
        )}
      </Field>
      <Field label="Name" hint="What people call it; optional.">
        {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} />}
      </Field>
      <Field label="Models" hint="Model names or patterns such as openai/*. Leave empty to allow every model.">
        {(control) => (
          <NamePicker id={control.id} describedBy={control["aria-describedby"]} values={models} known={known.data ?? []} onChange={setModels} placeholder="All models" />
        )}
      </Field>
      {create.isError && !taken && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {create.error.message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending} disabled={teamId.trim() === ""}>
          Create team
        </Button>
      </div>
    </form>
  );
}
