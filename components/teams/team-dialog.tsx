"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { changedFields, givenFields, limitDraftOf, limitFaults, limitsOf } from "@/components/limits/limit-draft";
import { LimitFields } from "@/components/limits/limit-fields";
import { modelLimitFaults, modelLimitRows, modelLimitsOf } from "@/components/limits/model-limit-draft";
import { ModelLimitFields } from "@/components/limits/model-limit-fields";
import { FormActions, FormError, ModelsField } from "@/components/shared/form";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import type { Team } from "@/lib/wire/team";
import { OrganizationField } from "./organization-field";

/** Creates a team, or changes the one it is given. */
export function TeamDialog({
  team,
  open,
  onOpenChange,
}: {
  team?: Team | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={team ? `Edit ${team.team_alias ?? team.team_id}` : "New team"}
      description={
        team
          ? "In force from the next request on, on every node."
          : "The id is the link to your identity provider: it must be, letter for letter, what the project's tokens carry."
      }
    >
      <TeamForm team={team} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function TeamForm({ team, onDone }: { team: Team | undefined; onDone: () => void }) {
  const [teamId, setTeamId] = useState("");
  const [alias, setAlias] = useState(team?.team_alias ?? "");
  const [organizationId, setOrganizationId] = useState(team?.organization_id ?? "");
  const [models, setModels] = useState<string[]>(team?.models ?? []);
  const [limits, setLimits] = useState(() => limitDraftOf(team));
  const [modelLimits, setModelLimits] = useState(() => modelLimitRows(team));
  const faults = limitFaults(limits);
  const modelFaults = modelLimitFaults(modelLimits);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const fields = {
        team_alias: alias.trim() || null,
        organization_id: organizationId.trim() || null,
        models,
        ...limitsOf(limits),
        ...modelLimitsOf(modelLimits),
      };
      return team
        ? apiPost<Team & { nodes?: Receipt[] }>("/team/update", {
            team_id: team.team_id,
            ...changedFields(team, fields),
          })
        : apiPost<Team & { nodes?: Receipt[] }>("/team/new", givenFields({ team_id: teamId.trim(), ...fields }));
    },
    onSuccess: async (saved) => {
      toast.success(
        `${saved.team_alias ?? saved.team_id} is ${team ? "changed" : "created"}`,
        saved.nodes && { description: describeReceipts(saved.nodes, "use") },
      );
      onDone();
      await queries.invalidateQueries({ queryKey: ["teams"] });
    },
  });
  const taken = save.error instanceof ApiError && save.error.status === 409;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      {!team && (
        <Field
          label="Team id"
          hint="Equal to the claim that team_id_jwt_field names (client_id by default), or to one of the token's groups."
          error={taken ? save.error?.message : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={teamId}
              onChange={(event) => setTeamId(event.target.value)}
              required
              autoFocus
            />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" hint="What people call it; optional.">
          {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} />}
        </Field>
        <OrganizationField value={organizationId} onChange={setOrganizationId} />
      </div>
      <ModelsField values={models} onChange={setModels} />
      <LimitFields draft={limits} faults={faults} onChange={setLimits} />
      <ModelLimitFields rows={modelLimits} faults={modelFaults} onChange={setModelLimits} />
      <FormError error={taken ? undefined : save.error} />
      <FormActions
        submit={team ? "Save changes" : "Create team"}
        busy={save.isPending}
        disabled={
          (!team && teamId.trim() === "") || [faults, ...modelFaults].some((one) => Object.keys(one).length > 0)
        }
        onCancel={onDone}
      />
    </form>
  );
}
