"use client";
import { changedFields, givenFields } from "@/components/limits/limit-draft";
import type { Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { AllLimitFields } from "@/components/limits/all-limit-fields";
import {
  type AllLimitsDraft,
  allLimitsFaults,
  allLimitsDraftOf,
  allLimitsOf,
} from "@/components/limits/all-limits-draft";
import { limitErrors } from "@/components/limits/limit-errors";
import { type RowEdit, useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { ModelsField } from "@/components/shared/forms/form";
import { type ContentDraft, contentDraftOf, contentFieldsOf } from "@/components/shared/forms/content-draft";
import { ContentField } from "@/components/shared/forms/content-field";
import { HostedToolsField } from "@/components/shared/forms/hosted-tools-field";
import { RowForm } from "@/components/shared/forms/row-form";
import { TextField } from "@/components/shared/forms/text-field";
import { spansOf } from "@/components/shared/forms/spans-of-time";
import { Field, Select, Options } from "@/components/ui/field";
import { keyContracts } from "@/lib/wire/contracts/keys";
import type { GeneratedKey, Key } from "@/lib/wire/key";
import { type KeyOwner, NO_OWNER } from "./key-owner";
import { openEndsOf } from "./open-ends";
import { RoutesField } from "./routes-field";
import { TeamField } from "./team-field";

const EXPIRIES = spansOf("1d", "90d", "In");

/** What the form of a key holds. None of it is secret. */
interface KeyDraft extends AllLimitsDraft {
  readonly alias: string;
  readonly teamId: string;
  readonly userId: string;
  /** Empty: a new key never expires, a changed key expires as before. */
  readonly duration: string;
  readonly models: readonly string[];
  readonly routes: readonly string[];
  /** Null: any. */
  readonly hostedTools: readonly string[] | null;
  readonly content: ContentDraft;
}

function keyDraftOf(row: Key | undefined, owner: KeyOwner): KeyDraft {
  return {
    alias: row?.key_alias ?? "",
    teamId: row?.team_id ?? owner.teamId,
    userId: row?.user_id ?? owner.userId,
    duration: "",
    models: row?.models ?? [],
    routes: row?.allowed_routes ?? [],
    hostedTools: row?.hosted_tools ?? null,
    content: contentDraftOf(row),
    ...allLimitsDraftOf(row),
  };
}

/** A draft as fields of the API, all but the expiry. */
function keyFieldsOf(draft: KeyDraft) {
  return {
    key_alias: draft.alias.trim() || null,
    team_id: draft.teamId.trim() || null,
    user_id: draft.userId.trim() || null,
    models: [...draft.models],
    allowed_routes: [...draft.routes],
    hosted_tools: draft.hostedTools && [...draft.hostedTools],
    ...contentFieldsOf(draft.content),
    ...allLimitsOf(draft),
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
  const name = opened ? opened.body.token_id : ["new", owner.teamId, owner.userId].filter(Boolean).join(":");
  const edit = useRowEdit({ name: `key:${name}`, opened, draftOf: (row?: Key) => keyDraftOf(row, owner) });
  const { draft, row } = edit;
  const generate = useOperation(keyContracts.generate, {
    onSuccess: (key) => {
      edit.forget();
      if (!opened) onSaved(key);
    },
    keepsSecret: true,
  });
  const change = useOperation(keyContracts.update, {
    onSuccess: (key) => {
      edit.forget();
      if (opened) onSaved(key);
    },
    ifMatch: edit.version.ifMatch,
  });
  const save = row ? change : generate;
  const refusal = limitErrors(save);
  const submit = () => {
    const fields = keyFieldsOf(draft);
    const expiry = draft.duration === "" ? {} : { duration: draft.duration === "never" ? null : draft.duration };
    if (row) change.mutate({ key: row.token_id, ...changedFields(row, fields), ...expiry });
    else generate.mutate({ ...givenFields(fields), ...expiry });
  };
  return (
    <RowForm
      edit={edit}
      save={save}
      submit={row ? "Save changes" : "Generate key"}
      isComplete={!allLimitsFaults(draft).isFaulty}
      error={refusal.error}
      onSubmit={submit}
      onClose={onCancel}
    >
      <KeyFields edit={edit} refusal={refusal} />
    </RowForm>
  );
}

function KeyFields({
  edit: { draft, row, change },
  refusal,
}: {
  edit: RowEdit<Key, KeyDraft>;
  refusal: ReturnType<typeof limitErrors>;
}) {
  const openEnds = row ? undefined : openEndsIn(draft);
  return (
    <>
      <TextField
        label="Name"
        hint="To recognise the key by. Must be unique."
        placeholder="ci-pipeline"
        autoFocus={!row}
        value={draft.alias}
        onValue={(alias) => change({ alias })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TeamField value={draft.teamId} onChange={(teamId) => change({ teamId })} />
        <ExpiryField row={row} value={draft.duration} onChange={(duration) => change({ duration })} />
      </div>
      <TextField
        label="User id"
        hint="Optional. The spend of the key is also booked to this user."
        value={draft.userId}
        onValue={(userId) => change({ userId })}
      />
      <ModelsField
        values={draft.models}
        onChange={(models) => change({ models })}
        hint="Model names or patterns. Leave empty to allow every model its team may use."
      />
      <RoutesField values={draft.routes} onChange={(routes) => change({ routes })} />
      <HostedToolsField values={draft.hostedTools} onChange={(hostedTools) => change({ hostedTools })} />
      <ContentField one="key" draft={draft.content} onChange={(content) => change({ content })} />
      <AllLimitFields
        draft={draft}
        faults={allLimitsFaults(draft)}
        refused={refusal.limits}
        onChange={(changed) => {
          refusal.forget();
          change(changed);
        }}
      />
      {openEnds && <p className="text-meta text-warn">{openEnds}</p>}
    </>
  );
}

function openEndsIn({ duration, limits, models, teamId, userId }: KeyDraft): string | undefined {
  return openEndsOf({
    expires: duration !== "",
    hasBudget: limits.max_budget.trim() !== "",
    namesModels: models.length > 0,
    hasOwner: teamId.trim() !== "" || userId.trim() !== "",
  });
}

function ExpiryField({
  row,
  value,
  onChange,
}: {
  row: Key | null;
  value: string;
  onChange: (duration: string) => void;
}) {
  return (
    <Field label="Expires" hint={row && "Counted from now."}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">
            {row ? `As before: ${row.expires === null ? "never" : row.expires.slice(0, 10)}` : "Never"}
          </option>
          {row && row.expires !== null && <option value="never">Never</option>}
          <Options of={EXPIRIES} />
        </Select>
      )}
    </Field>
  );
}
