"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import { teamsQuery } from "@/components/api/queries";
import type { Receipt } from "@/components/api/types";
import { changedFields, givenFields, limitDraftOf, limitFaults, limitsOf } from "@/components/limits/limit-draft";
import { LimitFields } from "@/components/limits/limit-fields";
import { FormActions, FormError, ModelsField } from "@/components/shared/form";
import { NamePicker } from "@/components/shared/name-picker";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import type { User } from "@/lib/wire/user";

/** What people call a user. */
export function userName(user: Pick<User, "user_id" | "user_alias" | "user_email">): string {
  return user.user_alias ?? user.user_email ?? user.user_id;
}

/** Creates a user, or changes the one it is given. */
export function UserDialog({
  user,
  open,
  onOpenChange,
}: {
  user?: User | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={user ? `Edit ${userName(user)}` : "New user"}
      description={
        user
          ? "In force from the next request on, on every node. Memberships are changed at the team."
          : "The id is the link to your identity provider: it must be, letter for letter, what the user's tokens carry."
      }
    >
      <UserForm user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function UserForm({ user, onDone }: { user: User | undefined; onDone: () => void }) {
  const [userId, setUserId] = useState("");
  const [alias, setAlias] = useState(user?.user_alias ?? "");
  const [email, setEmail] = useState(user?.user_email ?? "");
  const [teams, setTeams] = useState<string[]>([]);
  const [models, setModels] = useState<string[]>(user?.models ?? []);
  const [limits, setLimits] = useState(() => limitDraftOf(user));
  const faults = limitFaults(limits);
  const knownTeams = useQuery({
    ...teamsQuery({ page: 1, size: 100 }),
    select: ({ data }) => data.map((team) => team.team_id),
  });
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const fields = {
        user_alias: alias.trim() || null,
        user_email: email.trim() || null,
        models,
        ...limitsOf(limits),
      };
      return user
        ? apiPost<User & { nodes?: Receipt[] }>("/user/update", {
            user_id: user.user_id,
            ...changedFields(user, fields),
          })
        : apiPost<User & { nodes?: Receipt[] }>("/user/new", givenFields({ user_id: userId.trim(), teams, ...fields }));
    },
    onSuccess: async (saved) => {
      toast.success(
        `${userName(saved)} is ${user ? "changed" : "created"}`,
        saved.nodes && { description: describeReceipts(saved.nodes, "use") },
      );
      onDone();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["users"] }),
        queries.invalidateQueries({ queryKey: ["teams"] }),
      ]);
    },
  });
  const taken = save.error instanceof ApiError && save.error.status === 409;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      {!user && (
        <Field
          label="User id"
          hint="Equal to the claim that user_id_jwt_field names."
          error={taken ? save.error?.message : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={userId}
              onChange={(event) => setUserId(event.target.value)}
              required
              autoFocus
            />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" hint="What people call the user; optional.">
          {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} />}
        </Field>
        <Field label="E-mail" hint="Optional.">
          {(control) => <Input {...control} value={email} onChange={(event) => setEmail(event.target.value)} />}
        </Field>
      </div>
      {!user && (
        <Field label="Teams" hint="Ids of teams that exist; optional.">
          {(control) => (
            <NamePicker
              id={control.id}
              describedBy={control["aria-describedby"]}
              values={teams}
              known={knownTeams.data ?? []}
              onChange={setTeams}
              placeholder="No team"
            />
          )}
        </Field>
      )}
      <ModelsField values={models} onChange={setModels} />
      <LimitFields draft={limits} faults={faults} onChange={setLimits} />
      <FormError error={taken ? undefined : save.error} />
      <FormActions
        submit={user ? "Save changes" : "Create user"}
        busy={save.isPending}
        disabled={(!user && userId.trim() === "") || Object.keys(faults).length > 0}
        onCancel={onDone}
      />
    </form>
  );
}
