"use client";
import { useState } from "react";
import { ChosenInput } from "@/components/shared/forms/chosen-input";
import { JsonTextarea } from "@/components/shared/forms/json-textarea";
import { Field } from "@/components/ui/field";
import { CLAIM_FIELDS, type ClaimField } from "@/lib/auth/claims/identity-claims";
import { ClaimAdder } from "./claim-adder";
import { withJsonMember } from "./with-json-member";

const EXAMPLE = '{"team_id_jwt_field": "azp"}';

/** Settings of `gateway_jwtauth` to try, as JSON. A claim field with a claim seen in tokens can be added to it. */
export function DraftSettingsField({
  hint,
  error,
  value,
  onChange,
}: {
  hint: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  const [field, setField] = useState<ClaimField>("team_id_jwt_field");
  return (
    <div className="space-y-2">
      <Field label="Settings to try" hint={hint} error={error}>
        {(control) => (
          <JsonTextarea
            {...control}
            rows={2}
            placeholder={EXAMPLE}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <ClaimAdder
        label="Claim of the field"
        onAdd={({ path }) => onChange(withJsonMember(value, (settings) => ({ ...settings, [field]: path })))}
      >
        <ChosenInput
          aria-label="Claim field"
          className="w-44 shrink-0"
          look="font-mono text-meta"
          value={field}
          offered={CLAIM_FIELDS.map((name) => ({ id: name, name }))}
          onChoose={(chosen) => setField(CLAIM_FIELDS.find((name) => name === chosen) ?? field)}
        />
      </ClaimAdder>
    </div>
  );
}
