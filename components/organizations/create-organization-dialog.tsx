"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import { modelsQuery } from "@/components/api/queries";
import { NamePicker } from "@/components/shared/name-picker";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import type { Organization } from "@/lib/wire/organization";

export function CreateOrganizationDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New organisation"
      description="Where tokens name their organisation, the id must be, letter for letter, what they carry."
    >
      <CreateOrganizationForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CreateOrganizationForm({ onDone }: { onDone: () => void }) {
  const [organizationId, setOrganizationId] = useState("");
  const [alias, setAlias] = useState("");
  const [models, setModels] = useState<string[]>([]);
  const known = useQuery({ ...modelsQuery, select: ({ data }) => [...new Set(data.map((row) => row.model_name))] });
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      apiPost<Organization>("/organization/new", {
        organization_id: organizationId.trim(),
        ...(alias.trim() === "" ? {} : { organization_alias: alias.trim() }),
        ...(models.length === 0 ? {} : { models }),
      }),
    onSuccess: async (organization) => {
      toast.success(`${organization.organization_alias ?? organization.organization_id} is created`);
      onDone();
      await queries.invalidateQueries({ queryKey: ["organizations"] });
    },
  });
  const taken = create.error instanceof ApiError && create.error.status === 409;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label="Organisation id" hint="Equal to the claim that org_id_jwt_field names." error={taken ? create.error?.message : undefined}>
        {(control) => (
          <Input {...control} className="font-mono" value={organizationId} onChange={(event) => setOrganizationId(event.target.value)} required autoFocus />
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
        <Button type="submit" variant="primary" busy={create.isPending} disabled={organizationId.trim() === ""}>
          Create organisation
        </Button>
      </div>
    </form>
  );
}
