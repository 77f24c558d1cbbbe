"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import { modelsQuery, teamsQuery } from "@/components/api/queries";
import { NamePicker } from "@/components/shared/name-picker";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import type { User } from "@/lib/wire/user";

export function CreateUserDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New user"
      description="The id is the link to your identity provider: it must be, letter for letter, what the user's tokens carry."
    >
      <CreateUserForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CreateUserForm({ onDone }: { onDone: () => void }) {
  const [userId, setUserId] = useState("");
  const [alias, setAlias] = useState("");
  const [email, setEmail] = useState("");
  const [teams, setTeams] = useState<string[]>([]);
  const [models, setModels] = useState<string[]>([]);
  const knownModels = useQuery({ ...modelsQuery, select: ({ data }) => [...new Set(data.map((row) => row.model_name))] });
  const knownTeams = useQuery({ ...teamsQuery({ page: 1 }), select: ({ data }) => data.map((team) => team.team_id) });
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      apiPost<User>("/user/new", {
        user_id: userId.trim(),
        ...(alias.trim() === "" ? {} : { user_alias: alias.trim() }),
        ...(email.trim() === "" ? {} : { user_email: email.trim() }),
        ...(teams.length === 0 ? {} : { teams }),
        ...(models.length === 0 ? {} : { models }),
      }),
    onSuccess: async (user) => {
      toast.success(`${user.user_alias ?? user.user_email ?? user.user_id} is created`);
      onDone();
      await Promise.all([queries.invalidateQueries({ queryKey: ["users"] }), queries.invalidateQueries({ queryKey: ["teams"] })]);
    },
  });
  const taken = create.error instanceof ApiError && create.error.status === 409;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label="User id" hint="Equal to the claim that user_id_jwt_field names." error={taken ? create.error?.message : undefined}>
        {(control) => (
          <Input {...control} className="font-mono" value={userId} onChange={(event) => setUserId(event.target.value)} required autoFocus />
        )}
      </Field>
      <Field label="Name" hint="What people call the user; optional.">
        {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} />}
      </Field>
      <Field label="E-mail" hint="Optional.">
        {(control) => <Input {...control} value={email} onChange={(event) => setEmail(event.target.value)} />}
      </Field>
      <Field label="Teams" hint="Ids of teams that exist; optional.">
        {(control) => (
          <NamePicker id={control.id} describedBy={control["aria-describedby"]} values={teams} known={knownTeams.data ?? []} onChange={setTeams} placeholder="No team" />
        )}
      </Field>
      <Field label="Models" hint="Model names or patterns such as openai/*. Leave empty to allow every model.">
        {(control) => (
          <NamePicker id={control.id} describedBy={control["aria-describedby"]} values={models} known={knownModels.data ?? []} onChange={setModels} placeholder="All models" />
        )}
      </Field>
      {create.isError && !taken && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {create.error.message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending} disabled={userId.trim() === ""}>
          Create user
        </Button>
      </div>
    </form>
  );
}
