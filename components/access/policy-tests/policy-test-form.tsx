"use client";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { NamePicker } from "@/components/shared/forms/name-picker";
import { useModelNames } from "@/components/shared/use-model-names";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { ERRORS } from "@/lib/errors";
import { RemovableRow } from "../removable-row";
import type { Caller, PolicyTestFields } from "./policy-test-fields";

const CALLERS = [
  { value: "claims", label: "Token" },
  { value: "key_id", label: "Existing key" },
] as const satisfies readonly { value: Caller; label: string }[];
const ASSUMED_KEY = { value: "key", label: "Assumed key" } as const;
const OUTCOMES = ["allow", ...Object.keys(ERRORS)];

interface Edited {
  fields: PolicyTestFields;
  onChange: (change: Partial<PolicyTestFields>) => void;
}

/**
 * The fields of a policy test: who calls, what they request, what is assumed, and what must be decided. `adder`: shown
 * below the claims.
 */
export function PolicyTestForm({ fields, onChange, adder }: Edited & { adder: ReactNode }) {
  const hasKey = fields.test.key !== undefined;
  return (
    <div className="space-y-4">
      <Text
        label="Name"
        hint="What the test shows, as a sentence."
        value={fields.name}
        onText={(name) => onChange({ name })}
      />
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
          <Text label="Key id" value={fields.keyId} onText={(keyId) => onChange({ keyId })} mono />
        )}
        {fields.caller === "key" && <p className="text-ink-faint">The assumed key is described in the JSON.</p>}
      </Group>
      <Group title="What is asked">
        <div className="grid gap-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <Field label="Method">
            {(control) => (
              <Select
                {...control}
                value={fields.method}
                onChange={(event) => onChange({ method: event.target.value === "GET" ? "GET" : "POST" })}
              >
                <option>POST</option>
                <option>GET</option>
              </Select>
            )}
          </Field>
          <Text label="Route" value={fields.route} onText={(route) => onChange({ route })} mono />
        </div>
        <Text label="Model" value={fields.model} onText={(model) => onChange({ model })} mono />
      </Group>
      <Assumptions {...{ fields, onChange }} />
      <Group title="What must be decided">
        <Text
          label="Expected"
          hint="allow, or the code of the refusal."
          value={fields.expect}
          onText={(expect) => onChange({ expect })}
          offered={OUTCOMES}
          mono
        />
        <div className="grid gap-2 sm:grid-cols-2">
          <Text label="By rule" hint="Optional." value={fields.rule} onText={(rule) => onChange({ rule })} mono />
          <Text
            label="Charged to team"
            hint="Optional."
            value={fields.team}
            onText={(team) => onChange({ team })}
            mono
          />
        </div>
      </Group>
    </div>
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
      {teams.map((team, index) => {
        const put = (to: Partial<typeof team>) => change({ teams: teams.with(index, { ...team, ...to }) });
        return (
          <RemovableRow
            key={index}
            label={`Remove team ${index + 1}`}
            onRemove={() => change({ teams: teams.toSpliced(index, 1) })}
          >
            <Id label={`Team, row ${index + 1}`} value={team.team_id} onId={(id) => put({ team_id: id })} />
            <NamePicker
              label={`Models of team, row ${index + 1}`}
              list={`the models of team ${index + 1}`}
              values={team.models}
              known={known}
              onChange={(models) => put({ models })}
              placeholder="All models"
            />
          </RemovableRow>
        );
      })}
      {users.map((user, index) => {
        const put = (to: Partial<typeof user>) => change({ users: users.with(index, { ...user, ...to }) });
        return (
          <RemovableRow
            key={index}
            label={`Remove user ${index + 1}`}
            onRemove={() => change({ users: users.toSpliced(index, 1) })}
          >
            <Id label={`User, row ${index + 1}`} value={user.user_id} onId={(id) => put({ user_id: id })} />
            <NamePicker
              label={`Teams of user, row ${index + 1}`}
              list={`the teams of user ${index + 1}`}
              values={user.teams}
              known={teams.map((team) => team.team_id)}
              onChange={(memberOf) => put({ teams: memberOf })}
              placeholder="No teams"
            />
          </RemovableRow>
        );
      })}
      {endUsers.map((endUser, index) => {
        const put = (to: Partial<typeof endUser>) => change({ end_users: endUsers.with(index, { ...endUser, ...to }) });
        return (
          <RemovableRow
            key={index}
            label={`Remove end user ${index + 1}`}
            onRemove={() => change({ end_users: endUsers.toSpliced(index, 1) })}
          >
            <Id
              label={`End user, row ${index + 1}`}
              value={endUser.end_user_id}
              onId={(id) => put({ end_user_id: id })}
            />
            <label className="flex h-8 items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                aria-label={`End user ${index + 1} is blocked`}
                checked={endUser.blocked}
                onChange={(event) => put({ blocked: event.target.checked })}
              />
              blocked
            </label>
          </RemovableRow>
        );
      })}
      <div className="flex flex-wrap gap-2">
        <Add onAdd={() => change({ teams: [...teams, { team_id: "", models: [], blocked: false }] })}>
          Assume a team
        </Add>
        <Add
          onAdd={() =>
            change({ users: [...users, { user_id: "", teams: [], administers: [], models: [], blocked: false }] })
          }
        >
          Assume a user
        </Add>
        <Add onAdd={() => change({ end_users: [...endUsers, { end_user_id: "", blocked: false }] })}>
          Assume an end user
        </Add>
      </div>
    </Group>
  );
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
      <span aria-hidden className="w-full shrink-0 text-note text-ink-faint sm:w-16 sm:leading-8">
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

function Text({
  label,
  hint,
  value,
  onText,
  offered = [],
  mono = false,
}: {
  label: string;
  hint?: string;
  value: string;
  onText: (text: string) => void;
  offered?: readonly string[];
  mono?: boolean;
}) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <>
          <Input
            {...control}
            className={mono ? "font-mono" : undefined}
            list={offered.length > 0 ? `${control.id}-offered` : undefined}
            value={value}
            onChange={(event) => onText(event.target.value)}
          />
          {offered.length > 0 && (
            <datalist id={`${control.id}-offered`}>
              {offered.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
