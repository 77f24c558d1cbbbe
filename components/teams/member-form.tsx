"use client";
import { userContracts } from "@/lib/wire/contracts/users";
import { teamMemberContracts } from "@/lib/wire/contracts/teams";
import { useId, useState } from "react";
import { toast } from "sonner";
import { ApiError, callOperation } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { PAGED, useRead } from "@/components/api/use-read";
import { DurationField } from "@/components/limits/duration-field";
import { changedFields, type LimitDraft, limitDraftOf, limitFaults, limitsOf } from "@/components/limits/limit-draft";
import { ConflictNotice } from "@/components/shared/changes/conflict-notice";
import { useKeptState } from "@/components/shared/drafts/kept-state";
import { RestoredNotice } from "@/components/shared/drafts/restored-notice";
import { conflictOf, useVersion } from "@/components/shared/drafts/use-version";
import { FormError } from "@/components/shared/forms/form";
import { useDebounced } from "@/components/shared/use-debounced";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { Member } from "./member";

interface MemberEdit {
  readonly userId: string;
  readonly role: "user" | "admin";
  readonly limits: LimitDraft;
  /** The member as of when the form was opened; null: the form adds one. */
  readonly opened: Member | null;
}

function memberEditOf(member?: Member): MemberEdit {
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
    opened: member ?? null,
  };
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
  const kept = useKeptState(`member:${teamId}:${member?.user_id ?? "new"}`, () => memberEditOf(member));
  const { userId, role, limits, opened } = kept.state;
  const setLimits = (changed: LimitDraft) => kept.change({ limits: changed });
  /** An id that no user has and that somebody tried to add. The form then asks whether to add it all the same. */
  const [asked, setAsked] = useState<string>();
  const listId = useId();
  const search = useDebounced(userId.trim());
  const known = useRead(
    userContracts.list,
    { search, page: 1, size: 20 },
    { ...PAGED, enabled: suggests && member === undefined },
  );
  const faults = limitFaults(limits);
  // Given to `mutate`, this runs once the team is read again, on which the next change of the member is based.
  const saved = (what: string) => ({
    onSuccess: () => {
      toast.success(what);
      kept.forget();
      onDone();
    },
  });
  const add = useOperation(teamMemberContracts.add);
  const version = useVersion(opened?.etag);
  const change = useOperation(teamMemberContracts.update, { ifMatch: version.ifMatch });
  const conflict = conflictOf(change.error);
  const save = member ? change : add;
  const isNew = asked === userId.trim();
  const startFrom = (theirs: Member | undefined) => {
    version.basedOn(theirs?.etag);
    kept.startOver(memberEditOf(theirs));
    change.reset();
  };
  const submit = async () => {
    if (suggests && !member && !isNew && !(await isKnown(userId.trim()))) {
      setAsked(userId.trim());
      return;
    }
    const { max_budget, budget_duration, rpm_limit, tpm_limit } = limitsOf(limits);
    const fields = { role, max_budget_in_team: max_budget, budget_duration, rpm_limit, tpm_limit };
    const reference = { team_id: teamId };
    // Sends only the changed fields, so that changes by somebody else stay.
    if (member)
      change.mutate(
        { ...reference, user_id: member.user_id, ...changedFields(opened ?? member, fields) },
        saved(`${member.user_id} is changed`),
      );
    else {
      const { role: _role, ...given } = fields;
      add.mutate(
        { ...reference, member: { user_id: userId.trim(), role }, ...given },
        saved(`${userId.trim()} is a member`),
      );
    }
  };
  const number = (name: "max_budget" | "rpm_limit" | "tpm_limit", label: string, placeholder: string) => (
    <Field label={label} error={faults[name]}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          placeholder={placeholder}
          value={limits[name]}
          onChange={(event) => setLimits({ ...limits, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="space-y-3 rounded-md bg-muted/40 p-3"
      aria-label={member ? `Member ${member.user_id}` : "New member"}
    >
      {kept.isRestored && !conflict && <RestoredNotice onStartOver={() => startFrom(member)} />}
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        {member ? (
          <p className="self-center truncate font-medium">{member.user_id}</p>
        ) : (
          <Field
            label="User id"
            hint={suggests ? "The id of a user, or a new one." : "The id of a user whom the gateway knows."}
          >
            {(control) => (
              <>
                <Input
                  {...control}
                  list={listId}
                  className="font-mono"
                  value={userId}
                  onChange={(event) => kept.change({ userId: event.target.value })}
                  required
                  autoFocus
                />
                <datalist id={listId}>
                  {known.data?.data.map((user) => (
                    <option key={user.user_id} value={user.user_id}>
                      {user.user_alias ?? user.user_email ?? user.user_id}
                    </option>
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={(event) => kept.change({ role: event.target.value === "admin" ? "admin" : "user" })}
            >
              <option value="user">user</option>
              <option value="admin">admin</option>
            </Select>
          )}
        </Field>
        {number("max_budget", "Budget in this team", "No budget")}
        <DurationField
          value={limits.budget_duration}
          fault={faults.budget_duration}
          onChange={(budget_duration) => setLimits({ ...limits, budget_duration })}
        />
        {number("rpm_limit", "Requests a minute", "No limit")}
        {number("tpm_limit", "Tokens a minute", "No limit")}
      </div>
      {isNew && (
        <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 wrap-anywhere text-warn">
          No user has the id “{asked}”. Add it to create the user, or correct it.
        </p>
      )}
      <FormError error={conflict ? undefined : save.error} />
      {opened && conflict && (
        <ConflictNotice
          opened={opened}
          conflict={conflict}
          busy={change.isPending}
          version={version}
          onSave={() => void submit()}
          onTakeTheirs={() => startFrom({ ...opened, ...conflict.current, etag: conflict.etag })}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button
          size="small"
          onClick={() => {
            kept.forget();
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
          disabled={userId.trim() === "" || conflict !== undefined || Object.keys(faults).length > 0}
        >
          {member ? "Save member" : isNew ? "Create user and add" : "Add to team"}
        </Button>
      </div>
    </form>
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
