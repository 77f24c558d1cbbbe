"use client";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useOperation } from "@/components/api/use-operation";
import { FormError } from "@/components/shared/forms/form";
import { LockOutField, useLockOut } from "@/components/shared/forms/lock-out";
import { NamesField } from "@/components/shared/forms/names-field";
import { SelectField } from "@/components/shared/forms/select-field";
import { TextField } from "@/components/shared/forms/text-field";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts } from "@/components/shared/receipts";
import { toast } from "@/components/ui/lazy/toast";
import { loginContracts, type LoginTrialState } from "@/lib/wire/contracts/sign-in/login";

/** The choice of a claim whose name is typed. */
const OTHER = "";

interface Draft {
  readonly claim: string;
  /** The name of another claim. */
  readonly typed: string;
  readonly values: readonly string[];
}

/** Who administers: a claim and its values, as suggested by the tested account. */
export function AdministratorsForm({
  trialId,
  trial,
  etag,
  onDone,
}: {
  trialId: string;
  trial: LoginTrialState;
  etag: string | undefined;
  onDone: () => void;
}) {
  const { claims, suggested } = trial;
  const [draft, setDraft] = useState<Draft>({
    claim: suggested?.claim ?? OTHER,
    typed: "",
    values: suggested?.values ?? [],
  });
  const save = useOperation(loginContracts.save, {
    ifMatch: () => etag,
    onSuccess({ source, nodes }) {
      toast.success(source === "database" ? "The login is in force" : "The login is saved", {
        description: describeReceipts(nodes, "In force"),
      });
      onDone();
    },
  });
  const lockOut = useLockOut(save.error);
  const name = ["name", "email", "preferred_username", "sub"].map((one) => claims?.[one]).find(Boolean);
  const chosen = draft.claim === OTHER ? draft.typed.trim() : draft.claim;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({
          trial_id: trialId,
          administrators: { claim: chosen, values: [...draft.values] },
          force: lockOut.force,
        });
      }}
    >
      <p role="status" className="flex gap-2 text-good">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>The login works: {typeof name === "string" ? name : "the account"} signed in through the provider.</span>
      </p>
      <AdministratorsFields trial={trial} draft={draft} onDraft={setDraft} />
      <FormError error={save.error} />
      <LockOutField lockOut={lockOut} />
      <WriteButton
        type="submit"
        variant="primary"
        busy={save.isPending}
        disabled={chosen === "" || draft.values.length === 0 || lockOut.isWaiting}
      >
        Put in force
      </WriteButton>
    </form>
  );
}

function AdministratorsFields({
  trial: { choices, suggested },
  draft: { claim, typed, values },
  onDraft,
}: {
  trial: LoginTrialState;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}) {
  const valuesOf = (name: string): readonly string[] => choices.find((choice) => choice.claim === name)?.values ?? [];
  const known = valuesOf(claim);
  const choose = (next: string) => {
    const [only, ...others] = valuesOf(next);
    const usual = only !== undefined && others.length === 0 ? [only] : [];
    onDraft({ claim: next, typed, values: next === suggested?.claim ? suggested.values : usual });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Administrators have this claim"
        value={claim}
        options={[
          ...choices.map((choice) => ({ value: choice.claim, label: choice.claim })),
          { value: OTHER, label: "Another claim…" },
        ]}
        onValue={choose}
      />
      {claim === OTHER && (
        <TextField
          label="Name of the claim"
          required
          value={typed}
          onValue={(name) => onDraft({ claim, typed: name, values })}
          placeholder="realm_access.roles"
        />
      )}
      <NamesField
        label="With one of these values"
        hint={hintOf(known)}
        values={values}
        known={known}
        onChange={(chosen) => onDraft({ claim, typed, values: chosen })}
        placeholder="gateway-admins"
      />
    </div>
  );
}

function hintOf(known: readonly string[]): string {
  if (known.length === 0) return "The tested account does not have this claim, so it would not be an administrator.";
  return `The tested account has ${known.slice(0, 5).join(", ")}${known.length > 5 ? ", …" : ""}.`;
}
