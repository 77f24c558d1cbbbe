"use client";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { useRead } from "@/components/api/use-read";
import { ChosenInput } from "@/components/shared/forms/chosen-input";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { PAYERS, useSearched } from "@/components/shared/lists/payer-lists";
import { Field } from "@/components/ui/field";

/** How many organisations are offered. If there are more, the field completes a typed id instead. */
const OFFERED = 200;

/** The organisation that a team's calls are charged to. */
export function OrganizationField({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  onChange: (organizationId: string) => void;
}) {
  const organizations = useRead(organizationContracts.list, { page: 1, size: OFFERED });
  const known = organizations.data?.data ?? [];
  const typed = (organizations.data?.total ?? 0) > OFFERED;
  const { offered, onSearch } = useSearched(PAYERS.organization_id, value, typed);
  return (
    <Field label={label} hint={hint}>
      {(control) =>
        typed ? (
          <CompletedInput
            {...control}
            placeholder="None"
            offered={offered}
            onSearch={onSearch}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <ChosenInput
            {...control}
            value={value}
            offered={[
              { id: "", name: "None" },
              ...known.map(({ organization_id: id, organization_alias: name }) => ({ id, name: name ?? id })),
            ]}
            onChoose={onChange}
          />
        )
      }
    </Field>
  );
}
