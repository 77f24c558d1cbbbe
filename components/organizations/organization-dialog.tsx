"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { changedFields, givenFields, limitDraftOf, limitFaults, limitsOf } from "@/components/limits/limit-draft";
import { LimitFields } from "@/components/limits/limit-fields";
import { FormActions, FormError, ModelsField } from "@/components/shared/form";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import type { Organization } from "@/lib/wire/organization";

/** Creates an organisation, or changes the one it is given. */
export function OrganizationDialog({
  organization,
  open,
  onOpenChange,
}: {
  organization?: Organization | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        organization ? `Edit ${organization.organization_alias ?? organization.organization_id}` : "New organisation"
      }
      description={
        organization
          ? "In force from the next request on, on every node."
          : "Where tokens name their organisation, the id must be, letter for letter, what they carry."
      }
    >
      <OrganizationForm organization={organization} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function OrganizationForm({ organization, onDone }: { organization: Organization | undefined; onDone: () => void }) {
  const [organizationId, setOrganizationId] = useState("");
  const [alias, setAlias] = useState(organization?.organization_alias ?? "");
  const [models, setModels] = useState<string[]>(organization?.models ?? []);
  const [limits, setLimits] = useState(() => limitDraftOf(organization));
  const faults = limitFaults(limits);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const fields = { organization_alias: alias.trim() || null, models, ...limitsOf(limits) };
      return organization
        ? apiPost<Organization & { nodes?: Receipt[] }>("/organization/update", {
            organization_id: organization.organization_id,
            ...changedFields(organization, fields),
          })
        : apiPost<Organization & { nodes?: Receipt[] }>(
            "/organization/new",
            givenFields({ organization_id: organizationId.trim(), ...fields }),
          );
    },
    onSuccess: async (saved) => {
      toast.success(
        `${saved.organization_alias ?? saved.organization_id} is ${organization ? "changed" : "created"}`,
        saved.nodes && { description: describeReceipts(saved.nodes, "use") },
      );
      onDone();
      await queries.invalidateQueries({ queryKey: ["organizations"] });
    },
  });
  const taken = save.error instanceof ApiError && save.error.status === 409;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      {!organization && (
        <Field
          label="Organisation id"
          hint="Equal to the claim that org_id_jwt_field names."
          error={taken ? save.error?.message : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={organizationId}
              onChange={(event) => setOrganizationId(event.target.value)}
              required
              autoFocus
            />
          )}
        </Field>
      )}
      <Field label="Name" hint="What people call it; optional.">
        {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} />}
      </Field>
      <ModelsField values={models} onChange={setModels} />
      <LimitFields draft={limits} faults={faults} onChange={setLimits} />
      <FormError error={taken ? undefined : save.error} />
      <FormActions
        submit={organization ? "Save changes" : "Create organisation"}
        busy={save.isPending}
        disabled={(!organization && organizationId.trim() === "") || Object.keys(faults).length > 0}
        onCancel={onDone}
      />
    </form>
  );
}
