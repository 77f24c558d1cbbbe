"use client";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { SegmentedField } from "@/components/shared/forms/segmented-field";
import { TextField } from "@/components/shared/forms/text-field";
import { useModelNames } from "@/components/shared/use-model-names";
import { codeName } from "@/components/sentences/code-names";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { ERRORS } from "@/lib/errors";
import { RemovableRow } from "../removable-row";
import type { Caller, PolicyTestFields } from "./policy-test-fields";

const METHODS = [
  { value: "POST", label: "POST" },
  { value: "GET", label: "GET" },
] as const;
const CALLERS = [
  { value: "claims", label: "Token" },
  { value: "key_id", label: "Existing key" },
] as const satisfies readonly { value: Caller; label: string }[];
const ASSUMED_KEY = { value: "key", label: "Assumed key" } as const;
const OUTCOMES = [
  { id: "allow", name: "Allowed" },
  ...Object.keys(ERRORS).map((code) => ({ id: code, name: codeName(code) })),
];

const NEW_TEAM = { team_id: "", models: [], blocked: false };
const NEW_USER = { user_id: "", teams: [], administers: [], models: [], blocked: false };
const NEW_END_USER = { end_user_id: "", blocked: false };

interface Edited {
  fields: PolicyTestFields;
  onChange: (change: Partial<PolicyTestFields>) => void;
}

/**
 * The fields of a policy test: who calls, what they request, what is assumed, and what must be decided. `adder`: shown
 * below the claims.
 */
export function PolicyTestForm({ fields, onChange, adder }: Edited & { adder: ReactNode }) {
  return (
    <div className="space-y-4">
      <TextField
        label="Name"
        hint="What the test shows, as a sentence."
        value={fields.name}
        onValue={(name) => onChange({ name })}
      />
      <CallerFields {...{ fields, onChange, adder }} />
      <Group title="What is asked">
        <div className="grid gap-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <SegmentedField
            label="Method"
            options={METHODS}
            value={fields.method}
            onChange={(method) => onChange({ method })}
          />
          <TextField
            label="Route"
            value={fields.route}
            onValue={(route) => onChange({ route })}
            className="font-mono"
          />
        </div>
        <TextField label="Model" value={fields.model} onValue={(model) => onChange({ model })} className="font-mono" />
      </Group>
      <Assumptions {...{ fields, onChange }} />
      <Expectation {...{ fields, onChange }} />
    </div>
  );
}

function CallerFields({ fields, onChange, adder }: Edited & { adder: ReactNode }) {
  const hasKey = fields.test.key !== undefined;
  return (
    <Group title="Who calls">
      <Segmented
        label="Caller"
        options={hasKey ? [...CALLERS, ASSUMED_KEY] : CALLERS}
        value={fields.caller}
        onChange={(caller) => onChange({ caller })}
      />
      {fields.caller === "claims" && (
        <>
          <Claims {...{ fields, onChange }} />
          {adder}
        </>
      )}
      {fields.caller === "key_id" && (
        <TextField label="Key id" value={fields.keyId} onValue={(keyId) => onChange({ keyId })} className="font-mono" />
      )}
      {fields.caller === "key" && <p className="text-ink-faint">The assumed key is described in the JSON.</p>}
    </Group>
  );
}

function Expectation({ fields, onChange }: Edited) {
  return (
    <Group title="What must be decided">
      <Field label="Expected" hint="allow, or the code of the refusal.">
        {(control) => (
          <CompletedInput
            {...control}
            offered={OUTCOMES}
            value={fields.expect}
            onChange={(event) => onChange({ expect: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-2 sm:grid-cols-2">
        <TextField
          label="By rule"
          hint="Optional."
          value={fields.rule}
          onValue={(rule) => onChange({ rule })}
          className="font-mono"
        />
        <TextField
          label="Charged to team"
          hint="Optional."
          value={fields.team}
          onValue={(team) => onChange({ team })}
          className="font-mono"
        />
      </div>
    </Group>
  );
}

function Claims({ fields: { claims }, onChange }: Edited) {
  const replace = (index: number, change: Partial<(typeof claims)[number]>) =>
    onChange({ claims: claims.map((claim, at) => (at === index ? { ...claim, ...change } : claim)) });
  return (
    <>
      {claims.map(({ name, value }, index) => (
        <RemovableRow
          key={index}
          label={`Remove claim ${index + 1}`}
          onRemove={() => onChange({ claims: claims.toSpliced(index, 1) })}
        >
          <Input
            aria-label={`Claim, row ${index + 1}`}
            placeholder="claim"
            className="font-mono sm:max-w-44"
            value={name}
            onChange={(event) => replace(index, { name: event.target.value })}
          />
          <Input
            aria-label={`Value of claim, row ${index + 1}`}
            placeholder='text, or JSON such as ["a"]'
            className="font-mono"
            value={value}
            onChange={(event) => replace(index, { value: event.target.value })}
          />
        </RemovableRow>
      ))}
      <Add onAdd={() => onChange({ claims: [...claims, { name: "", value: "" }] })}>Add a claim</Add>
    </>
  );
}

function Assumptions({ fields: { assume }, onChange }: Edited) {
  const known = useModelNames().data ?? [];
  const { teams, users, end_users: endUsers } = assume;
  const change = (to: Partial<typeof assume>) => onChange({ assume: { ...assume, ...to } });
  return (
    <Group title="What is assumed">
      <AssumedRows noun="team" rows={teams} onRows={(rows) => change({ teams: rows })}>
        {(team, row, put) => (
          <>
            <Id label={`Team, row ${row}`} value={team.team_id} onId={(id) => put({ team_id: id })} />
            <NamePicker
              label={`Models of team, row ${row}`}
              list={`the models of team ${row}`}
              values={team.models}
              known={known}
              onChange={(models) => put({ models })}
              placeholder="All models"
            />
          </>
        )}
      </AssumedRows>
      <AssumedRows noun="user" rows={users} onRows={(rows) => change({ users: rows })}>
        {(user, row, put) => (
          <>
            <Id label={`User, row ${row}`} value={user.user_id} onId={(id) => put({ user_id: id })} />
            <NamePicker
              label={`Teams of user, row ${row}`}
              list={`the teams of user ${row}`}
              values={user.teams}
              known={teams.map((team) => team.team_id)}
              onChange={(memberOf) => put({ teams: memberOf })}
              placeholder="No teams"
            />
          </>
        )}
      </AssumedRows>
      <AssumedRows noun="end user" rows={endUsers} onRows={(rows) => change({ end_users: rows })}>
        {(endUser, row, put) => (
          <>
            <Id label={`End user, row ${row}`} value={endUser.end_user_id} onId={(id) => put({ end_user_id: id })} />
            <label className="flex h-8 items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                aria-label={`End user ${row} is blocked`}
                checked={endUser.blocked}
                onChange={(event) => put({ blocked: event.target.checked })}
              />
              blocked
            </label>
          </>
        )}
      </AssumedRows>
      <div className="flex flex-wrap gap-2">
        <Add onAdd={() => change({ teams: [...teams, NEW_TEAM] })}>Assume a team</Add>
        <Add onAdd={() => change({ users: [...users, NEW_USER] })}>Assume a user</Add>
        <Add onAdd={() => change({ end_users: [...endUsers, NEW_END_USER] })}>Assume an end user</Add>
      </div>
    </Group>
  );
}

/** The assumed rows of one kind. `children`: draws the fields of a row, given its place from 1. */
function AssumedRows<Row>({
  noun,
  rows,
  onRows,
  children,
}: {
  noun: string;
  rows: readonly Row[];
  onRows: (rows: Row[]) => void;
  children: (row: Row, place: number, put: (to: Partial<Row>) => void) => ReactNode;
}) {
  return rows.map((row, index) => (
    <RemovableRow key={index} label={`Remove ${noun} ${index + 1}`} onRemove={() => onRows(rows.toSpliced(index, 1))}>
      {children(row, index + 1, (to) => onRows(rows.with(index, { ...row, ...to })))}
    </RemovableRow>
  ));
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-2 rounded-md border p-3">
      <legend className="px-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

function Id({ label, value, onId }: { label: string; value: string; onId: (id: string) => void }) {
  return (
    <>
      <span aria-hidden className="w-full shrink-0 text-meta text-ink-faint sm:w-16 sm:leading-8">
        {label.split(",", 1)[0]}
      </span>
      <Input
        aria-label={label}
        placeholder="id"
        className="font-mono sm:max-w-40"
        value={value}
        onChange={(event) => onId(event.target.value)}
      />
    </>
  );
}

function Add({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  return (
    <Button size="small" onClick={onAdd}>
      <Plus className="size-3.5" aria-hidden /> {children}
    </Button>
  );
}
