"use client";
import { TargetField } from "@/components/shared/chosen/target-field";
import { JsonTextarea } from "@/components/shared/forms/json-textarea";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import type { Draft, IdentityKind } from "./draft";

const OPTIONS: readonly { value: IdentityKind; label: string }[] = [
  { value: "self", label: "Yourself" },
  { value: "team", label: "Team" },
  { value: "user", label: "User" },
  { value: "key", label: "Key" },
  { value: "claims", label: "Claims" },
];

const HINTS = {
  team: "The team's own token, with every mapped scope.",
  user: "The user with their teams in the database and every mapped scope. Give claims for roles and groups.",
  key: "By its id. Its secret is not needed.",
  claims: "The claims of a verified token. Signature and times are not checked.",
} as const satisfies Record<Exclude<IdentityKind, "self">, string>;

/** The fields for the identity that the call is made with. */
export function IdentityFields({
  draft,
  fault,
  onChange,
}: {
  draft: Draft;
  fault: string | undefined;
  onChange: (to: Partial<Draft>) => void;
}) {
  const { by } = draft;
  return (
    <>
      <Segmented
        isStacked
        label="Call as"
        options={OPTIONS}
        value={by}
        onChange={(value) => onChange({ by: value, ...(value === "self" && { teamHeader: "" }) })}
      />
      {by === "self" ? null : by === "claims" ? (
        <Field label="Claims" hint={HINTS[by]} error={fault}>
          {(control) => (
            <JsonTextarea
              {...control}
              rows={5}
              placeholder={'{\n  "sub": "ada",\n  "groups": ["ml"]\n}'}
              value={draft.claims}
              onChange={(event) => onChange({ claims: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <TargetField
          key={by}
          of={`${by}_id`}
          label={{ team: "Team", user: "User", key: "Key" }[by]}
          hint={HINTS[by]}
          fault={fault}
          value={draft[by]}
          onChange={(id) => onChange({ [by]: id })}
        />
      )}
      {by !== "team" && by !== "self" && (
        <TargetField
          of="team_id"
          label="Team header"
          hint="x-gateway-team-id: which of its teams pays. Optional."
          value={draft.teamHeader}
          onChange={(teamHeader) => onChange({ teamHeader })}
        />
      )}
    </>
  );
}
