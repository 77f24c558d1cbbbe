"use client";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { useOperation } from "@/components/api/use-operation";
import { AllLimitFields } from "@/components/limits/all-limit-fields";
import {
  type AllLimitsDraft,
  allLimitsDraftOf,
  allLimitsFaults,
  allLimitsOf,
} from "@/components/limits/all-limits-draft";
import { changedFields, givenFields } from "@/components/limits/limit-draft";
import { limitRefusal } from "@/components/limits/refused-limits";
import type { Versioned } from "@/components/api/client";
import { ConflictNotice } from "@/components/shared/changes/conflict-notice";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { conflictOf, useVersion } from "@/components/shared/drafts/use-version";
import { Form, ModelsField } from "@/components/shared/forms/form";
import { Field, Input, Select } from "@/components/ui/field";
import type { GeneratedKey, Key } from "@/lib/wire/key";
import { type KeyOwner, NO_OWNER } from "./key-owner";
import { openEndsOf } from "./open-ends";
import { RoutesField } from "./routes-field";
import { TeamField } from "./team-field";

const DURATIONS = [
  { value: "1d", label: "In a day" },
  { value: "7d", label: "In 7 days" },
  { value: "30d", label: "In 30 days" },
  { value: "90d", label: "In 90 days" },
] as const;
/** A form of a key, and the row that it was opened with, with its version. None of it is secret. */
interface KeyEdit extends AllLimitsDraft {
  readonly alias: string;
  readonly teamId: string;
  readonly userId: string;
  /** Empty: a new key never expires, a changed key expires as before. */
  readonly duration: string;
  readonly models: readonly string[];
  readonly routes: readonly string[];
  readonly row: Key | null;
  readonly etag: string | null;
}

function keyEditOf(row?: Key, etag?: string, owner: KeyOwner = NO_OWNER): KeyEdit {
  return {
    alias: row?.key_alias ?? "",
    teamId: row?.team_id ?? owner.teamId,
    userId: row?.user_id ?? owner.userId,
    duration: "",
    models: row?.models ?? [],
    routes: row?.allowed_routes ?? [],
    ...allLimitsDraftOf(row),
    row: row ?? null,
    etag: etag ?? null,
  };
}

/** Generates a key, or changes the key that it was opened with. */
export function KeyForm({
  opened,
  owner = NO_OWNER,
  onSaved,
  onCancel,
}: { onCancel: () => void } & (
  | { opened?: undefined; owner?: KeyOwner; onSaved: (key: GeneratedKey) => void }
  | { opened: Versioned<Key>; owner?: undefined; onSaved: (key: Key) => void }
)) {
  const draft = opened ? opened.body.token_id : ["new", owner.teamId, owner.userId].filter(Boolean).join(":");
  const kept = useKeptState(`key:${draft}`, () => keyEditOf(opened?.body, opened?.etag, owner));
  const { alias, teamId, userId, duration, models, routes, row, etag } = kept.state;
  const version = useVersion(etag ?? undefined);
  const faults = allLimitsFaults(kept.state);
  const generate = useOperation(keyContracts.generate, {
    onSuccess: (key) => {
      kept.forget();
      if (!opened) onSaved(key);
    },
    keepsSecret: true,
  });
  const change = useOperation(keyContracts.update, {
    onSuccess: (key) => {
      kept.forget();
      if (opened) onSaved(key);
    },
    ifMatch: version.ifMatch,
  });
  const save = row ? change : generate;
  const conflict = conflictOf(change.error);
  const refusal = limitRefusal(save);
  const openEnds = row
    ? undefined
    : openEndsOf({
        expires: duration !== "",
        hasBudget: kept.state.limits.max_budget.trim() !== "",
        namesModels: models.length > 0,
        hasOwner: teamId.trim() !== "" || userId.trim() !== "",
      });
  const startFrom = (theirs: Key | undefined, newer: string | undefined) => {
    version.basedOn(newer);
    kept.startOver(keyEditOf(theirs, newer, owner));
    change.reset();
  };
  const submit = () => {
    const fields = {
      key_alias: alias.trim() || null,
      team_id: teamId.trim() || null,
      user_id: userId.trim() || null,
      models: [...models],
      allowed_routes: [...routes],
      ...allLimitsOf(kept.state),
    };
    const expiry = duration === "" ? {} : { duration: duration === "never" ? null : duration };
    if (row) change.mutate({ key: row.token_id, ...changedFields(row, fields), ...expiry });
    else generate.mutate({ ...givenFields(fields), ...expiry });
  };
  return (
    <Form
      submit={row ? "Save changes" : "Generate key"}
      busy={save.isPending}
      disabled={conflict !== undefined || faults.isFaulty}
      error={conflict ? undefined : refusal.error}
      onSubmit={submit}
      onCancel={() => {
        kept.forget();
        onCancel();
      }}
    >
      {kept.isRestored && !conflict && <RestoredNotice onStartOver={() => startFrom(opened?.body, opened?.etag)} />}
      <Field label="Name" hint="To recognise the key by. Must be unique.">
        {(control) => (
          <Input
            {...control}
            value={alias}
            onChange={(event) => kept.change({ alias: event.target.value })}
            placeholder="ci-pipeline"
            autoFocus={!row}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TeamField value={teamId} onChange={(id) => kept.change({ teamId: id })} />
        <Field label="Expires" hint={row && "Counted from now."}>
          {(control) => (
            <Select {...control} value={duration} onChange={(event) => kept.change({ duration: event.target.value })}>
              <option value="">
                {row ? `As before: ${row.expires === null ? "never" : row.expires.slice(0, 10)}` : "Never"}
              </option>
              {row && row.expires !== null && <option value="never">Never</option>}
              {DURATIONS.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="User id" hint="Optional. The spend of the key is also booked to this user.">
        {(control) => (
          <Input {...control} value={userId} onChange={(event) => kept.change({ userId: event.target.value })} />
        )}
      </Field>
      <ModelsField
        values={models}
        onChange={(changed) => kept.change({ models: changed })}
        hint="Model names or patterns. Leave empty to allow every model its team may use."
      />
      <RoutesField values={routes} onChange={(changed) => kept.change({ routes: changed })} />
      <AllLimitFields
        draft={kept.state}
        faults={faults}
        refused={refusal.limits}
        onChange={(changed) => {
          refusal.forget();
          kept.change(changed);
        }}
      />
      {openEnds && <p className="text-note text-warn">{openEnds}</p>}
      {row && conflict && (
        <ConflictNotice
          opened={row}
          conflict={conflict}
          busy={change.isPending}
          version={version}
          onSave={submit}
          onTakeTheirs={() => startFrom({ ...row, ...conflict.current }, conflict.etag)}
        />
      )}
    </Form>
  );
}
