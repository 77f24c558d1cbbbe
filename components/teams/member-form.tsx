"use client";
import { useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { ApiError, callOperation } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { DurationField } from "@/components/limits/duration-field";
import { changedFields, type LimitDraft, limitDraftOf, limitFaults, limitsOf } from "@/components/limits/limit-draft";
import { type RowEdit, useRowEdit } from "@/components/shared/drafts/use-row-edit";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { FormError } from "@/components/shared/forms/form";
import { isInConflict, RestoredDraft, RowConflict } from "@/components/shared/forms/row-form";
import { SegmentedField } from "@/components/shared/forms/segmented-field";
import { TextField } from "@/components/shared/forms/text-field";
import { PAYERS, useSearched } from "@/components/shared/lists/payer-lists";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { teamMemberContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import type { Member } from "./member";

const ROLES = [
  { value: "user", label: "User" },
  { value: "admin", label: "Admin" },
] as const;

interface MemberDraft {
  readonly userId: string;
  readonly role: "user" | "admin";
  readonly limits: LimitDraft;
}

function memberDraftOf(member?: Member): MemberDraft {
  const limits = member && {
    ...member,
    max_budget: member.max_budget_in_team,
    soft_budget: null,
    max_parallel_requests: null,
  };
  return {
    userId: member?.user_id ?? "",
    role: member?.role === "admin" ? "admin" : "user",
    limits: limitDraftOf(limits),
  };
}

/** The limits of a draft as fields of the API. */
function memberLimitsOf({ limits }: MemberDraft) {
  const { max_budget, budget_duration, rpm_limit, tpm_limit } = limitsOf(limits);
  return { max_budget_in_team: max_budget, budget_duration, rpm_limit, tpm_limit };
}

/** Adds a member to a team, or changes the role and limits of a member. */
export function MemberForm({
  teamId,
  member,
  suggests = true,
  onDone,
  onCancel,
}: {
  teamId: string;
  member?: Member;
  suggests?: boolean;
  onDone: () => void;
  onCancel: () => void;
}) {
  const edit = useRowEdit({
    name: `member:${teamId}:${member?.user_id ?? "new"}`,
    opened: member && { body: member, etag: member.etag },
    draftOf: memberDraftOf,
  });
  const { draft, row } = edit;
  const { save, submit, unknownId } = useSaveMember(teamId, edit, suggests, onDone);
  const isNew = unknownId !== undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="space-y-3 rounded-md bg-muted/40 p-3"
      aria-label={row ? `Member ${row.user_id}` : "New member"}
    >
      <RestoredDraft edit={edit} save={save} />
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        {row ? (
          <p className="self-center truncate font-medium">{row.user_id}</p>
        ) : (
          <UserIdField suggests={suggests} value={draft.userId} onChange={(userId) => edit.change({ userId })} />
        )}
        <RightsFields edit={edit} />
      </div>
      {isNew && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 wrap-anywhere text-warn">
          No user has the id “{unknownId}”. Add it to create the user, or correct it.
        </p>
      )}
      <FormError error={isInConflict(save) ? undefined : save.error} />
      <RowConflict edit={edit} save={save} onSave={() => void submit()} />
      <div className="flex justify-end gap-2">
        <Button
          size="small"
          onClick={() => {
            edit.forget();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button
          size="small"
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabled={
            draft.userId.trim() === "" || isInConflict(save) || Object.keys(limitFaults(draft.limits)).length > 0
          }
        >
          {row ? "Save member" : isNew ? "Create user and add" : "Add to team"}
        </Button>
      </div>
    </form>
  );
}

/** Adds the member, or saves the change. `unknownId`: the id of the new member while the form asks about it. */
function useSaveMember(teamId: string, edit: RowEdit<Member, MemberDraft>, suggests: boolean, onDone: () => void) {
  const { draft, row } = edit;
  const userId = draft.userId.trim();
  /** An id that no user has and that somebody tried to add. The form then asks whether to add it anyway. */
  const [asked, setAsked] = useState<string>();
  const add = useOperation(teamMemberContracts.add);
  const change = useOperation(teamMemberContracts.update, { ifMatch: edit.version.ifMatch });
  const save = row ? change : add;
  const isNew = asked === userId;
  // Given to `mutate`, this runs once the team is read again, on which the next change of the member is based.
  const saved = (what: string) => ({
    onSuccess: () => {
      toast.success(what);
      edit.forget();
      onDone();
    },
  });
  const submit = async () => {
    const reference = { team_id: teamId };
    const limits = memberLimitsOf(draft);
    if (row) {
      // Sends only the changed fields, so that changes by somebody else stay.
      const changed = changedFields(row, { role: draft.role, ...limits });
      change.mutate({ ...reference, user_id: row.user_id, ...changed }, saved(`${row.user_id} is changed`));
    } else if (suggests && !isNew && !(await isKnown(userId))) setAsked(userId);
    else
      add.mutate(
        { ...reference, member: { user_id: userId, role: draft.role }, ...limits },
        saved(`${userId} is a member`),
      );
  };
  return { save, submit, unknownId: isNew ? userId : undefined };
}

/** The id of the new member. `suggests`: whether the caller may search for users. */
function UserIdField({
  suggests,
  value,
  onChange,
}: {
  suggests: boolean;
  value: string;
  onChange: (userId: string) => void;
}) {
  const { offered, onSearch } = useSearched(PAYERS.user_id, value, suggests);
  return (
    <Field
      label="User id"
      hint={suggests ? "The id of a user, or a new one." : "The id of a user whom the gateway knows."}
    >
      {(control) => (
        <CompletedInput
          {...control}
          offered={offered}
          onSearch={onSearch}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          required
          autoFocus
        />
      )}
    </Field>
  );
}

/** The role in the team, and the budget and limits within it. */
function RightsFields({ edit: { draft, change } }: { edit: RowEdit<Member, MemberDraft> }) {
  const { role, limits } = draft;
  const faults = limitFaults(limits);
  const setLimits = (changed: Partial<LimitDraft>) => change({ limits: { ...limits, ...changed } });
  const number = (name: "max_budget" | "rpm_limit" | "tpm_limit", label: string, placeholder: string) => (
    <TextField
      label={label}
      error={faults[name]}
      inputMode="decimal"
      placeholder={placeholder}
      value={limits[name]}
      onValue={(value) => setLimits({ [name]: value })}
    />
  );
  return (
    <>
      <SegmentedField label="Role" options={ROLES} value={role} onChange={(to) => change({ role: to })} />
      {number("max_budget", "Budget in this team", "No budget")}
      <DurationField
        value={limits.budget_duration}
        fault={faults.budget_duration}
        onChange={(budget_duration) => setLimits({ budget_duration })}
      />
      {number("rpm_limit", "Requests a minute", "No limit")}
      {number("tpm_limit", "Tokens a minute", "No limit")}
    </>
  );
}

/**
 * Whether there is a user with this id. True if that cannot be read, because the gateway's answer to the change then
 * says what is wrong.
 */
async function isKnown(userId: string): Promise<boolean> {
  try {
    await callOperation(userContracts.info, { user_id: userId });
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.status === 404);
  }
}
