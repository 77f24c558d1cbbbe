"use client";
import { PAGED, useRead } from "@/components/api/use-read";
import { keyName } from "@/components/keys/key-name";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { JsonTextarea } from "@/components/shared/forms/json-textarea";
import { useDebounced } from "@/components/shared/use-debounced";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
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
  const teams = useTeams(by === "team" ? draft.team : draft.teamHeader);
  const users = useUsers(draft.user, by === "user");
  const keys = useKeys(draft.key, by === "key");
  const offered = { team: teams, user: users, key: keys };
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
        <Field key={by} label={{ team: "Team", user: "User", key: "Key" }[by]} hint={HINTS[by]} error={fault}>
          {(control) => (
            <CompletedInput
              {...control}
              offered={offered[by]}
              value={draft[by]}
              onChange={(event) => onChange({ [by]: event.target.value })}
            />
          )}
        </Field>
      )}
      {by !== "team" && by !== "self" && (
        <Field label="Team header" hint="x-gateway-team-id: which of its teams pays. Optional.">
          {(control) => (
            <CompletedInput
              {...control}
              offered={teams}
              value={draft.teamHeader}
              onChange={(event) => onChange({ teamHeader: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

interface Offered {
  readonly id: string;
  readonly name: string;
}

const FIRST = { page: 1, size: 20 } as const;

function useTeams(typed: string): Offered[] {
  const search = useDebounced(typed.trim());
  const found = useRead(teamContracts.list, { ...FIRST, search }, PAGED);
  return (found.data?.data ?? []).map((one) => ({ id: one.team_id, name: one.team_alias ?? one.team_id }));
}

function useUsers(typed: string, enabled: boolean): Offered[] {
  const search = useDebounced(typed.trim());
  const found = useRead(userContracts.list, { ...FIRST, search }, { ...PAGED, enabled });
  return (found.data?.data ?? []).map((one) => ({ id: one.user_id, name: one.user_email ?? one.user_id }));
}

function useKeys(typed: string, enabled: boolean): Offered[] {
  const search = useDebounced(typed.trim());
  const found = useRead(keyContracts.list, { ...FIRST, search }, { ...PAGED, enabled });
  return (found.data?.data ?? []).map((one) => ({ id: one.token_id, name: keyName(one) }));
}
