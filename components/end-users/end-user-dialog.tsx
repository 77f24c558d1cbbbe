"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { ApiError, apiPost } from "@/components/api/client";
import type { Receipt } from "@/components/api/types";
import { changedFields, givenFields, limitDraftOf, limitFaults, limitsOf } from "@/components/limits/limit-draft";
import { LimitFields } from "@/components/limits/limit-fields";
import { FormActions, FormError } from "@/components/shared/form";
import { describeReceipts } from "@/components/shared/receipts";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import type { Customer } from "@/lib/wire/customer";
import { endUserName } from "./end-users-table";

/** Creates an end user, or changes the one it is given. */
export function EndUserDialog({
  endUser,
  open,
  onOpenChange,
}: {
  endUser?: Customer | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={endUser ? `Edit ${endUserName(endUser)}` : "New end user"}
      description={
        endUser
          ? "In force from the next request on, on every node."
          : "Calls need none of this. It gives an end user a name, a budget and limits, or a block."
      }
    >
      <EndUserForm endUser={endUser} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function EndUserForm({ endUser, onDone }: { endUser: Customer | undefined; onDone: () => void }) {
  const [endUserId, setEndUserId] = useState("");
  const [alias, setAlias] = useState(endUser?.alias ?? "");
  const [blocked, setBlocked] = useState(false);
  const [limits, setLimits] = useState(() => limitDraftOf(endUser));
  const faults = limitFaults(limits);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const fields = { alias: alias.trim() || null, ...limitsOf(limits) };
      return endUser
        ? apiPost<Customer & { nodes?: Receipt[] }>("/customer/update", {
            user_id: endUser.user_id,
            ...changedFields(endUser, fields),
          })
        : apiPost<Customer & { nodes?: Receipt[] }>(
            "/customer/new",
            givenFields({ user_id: endUserId.trim(), ...(blocked && { blocked }), ...fields }),
          );
    },
    onSuccess: async (saved) => {
      toast.success(
        `${endUserName(saved)} is ${endUser ? "changed" : "created"}`,
        saved.nodes && { description: describeReceipts(saved.nodes, "use") },
      );
      onDone();
      await queries.invalidateQueries({ queryKey: ["customers"] });
    },
  });
  const taken = save.error instanceof ApiError && save.error.status === 409;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      {!endUser && (
        <Field
          label="End user id"
          hint="Letter for letter what calls say: the claim that end_user_id_jwt_field names, or the request’s field “user”."
          error={taken ? save.error?.message : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="font-mono"
              value={endUserId}
              onChange={(event) => setEndUserId(event.target.value)}
              required
              autoFocus
            />
          )}
        </Field>
      )}
      <Field label="Name" hint="What people call the end user; optional.">
        {(control) => <Input {...control} value={alias} onChange={(event) => setAlias(event.target.value)} />}
      </Field>
      <LimitFields draft={limits} faults={faults} onChange={setLimits} />
      {!endUser && (
        <label className="flex cursor-pointer items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={blocked}
            onChange={(event) => setBlocked(event.target.checked)}
          />
          <span>
            <span className="block font-medium">Blocked</span>
            <span className="block text-[12.5px] text-ink-faint">
              Every call made for this end user is refused from now on.
            </span>
          </span>
        </label>
      )}
      <FormError error={taken ? undefined : save.error} />
      <FormActions
        submit={endUser ? "Save changes" : "Create end user"}
        busy={save.isPending}
        disabled={(!endUser && endUserId.trim() === "") || Object.keys(faults).length > 0}
        onCancel={onDone}
      />
    </form>
  );
}
