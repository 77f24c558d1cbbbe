"use client";
import { type ReactNode, useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import type { Versioned } from "@/components/api/client";
import { useOperation } from "@/components/api/use-operation";
import { serverTime } from "@/components/api/server-time";
import { spansOf } from "@/components/shared/forms/spans-of-time";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { fieldChanges } from "@/components/shared/changes/field-changes";
import { FieldChangesList } from "@/components/shared/changes/field-changes-list";
import { conflictOf } from "@/components/shared/drafts/use-version";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts } from "@/components/shared/receipts";
import { Field, Select, Options } from "@/components/ui/field";
import { AmountField } from "./amount-field";
import {
  amountOf,
  buttonOf,
  doneText,
  draftOf,
  isEnough,
  isRaise,
  type Patch,
  patchOf,
  type RepairedKind,
  type RepairedRow,
  sharedBy,
  type Step,
  withAmount,
} from "./entity-step";
import type { RowUpdate } from "./row-source";
import { Tried } from "./tried";
import type { Refused } from "./what-if";

/** The row that a step changes. */
interface Target {
  readonly entity: RepairedKind;
  readonly id: string;
  /** The name that people know it by. */
  readonly name: string;
  readonly update: RowUpdate;
  /** The fields with which the update names the row. */
  readonly reference: object;
  /** Turns the record in a conflict's answer into a row. Absent: the record is one. */
  readonly rowOf?: (record: object) => Partial<RepairedRow>;
  /** Turns a patch into the fields of the update. Absent: they are the same. */
  readonly fieldsOf?: (patch: Patch) => object;
}

/** `onDone`: called after the step was taken. */
export interface Taken {
  refused: Refused;
  onDone: () => void;
}

const asRow = (record: object): Partial<RepairedRow> => record;
const asFields = (patch: Patch): object => patch;

/**
 * Shows what a step changes, tries it if recorded traffic can show anything, and takes it on the version that was seen.
 */
export function EntityStep({
  repair: { step },
  refused,
  onDone,
  target: { entity, id, name, update, reference, rowOf = asRow, fieldsOf = asFields },
  opened,
}: Taken & { repair: { readonly step: Step }; target: Target; opened: Versioned<RepairedRow> }) {
  const [{ body: row, etag }, setShown] = useState(opened);
  /** The row as it was before somebody else changed it. */
  const [overtaken, setOvertaken] = useState<RepairedRow>();
  const [now] = useState(serverTime);
  const smallest = patchOf(step, row, now);
  const [chosen, setChosen] = useState<Patch>({});
  const patch = smallest && { ...smallest, ...chosen };
  const save = useOperation(update, {
    onSuccess: ({ nodes }) => {
      toast.success(doneText(step, name, patch ?? {}), { description: describeReceipts(nodes, "In force") });
      onDone();
    },
    onError: (error) => {
      const conflict = conflictOf(error);
      if (!conflict) return toast.error(error.message);
      setOvertaken(row);
      setShown({ body: { ...row, ...rowOf(conflict.current) }, etag: conflict.etag });
    },
    ifMatch: () => etag,
  });
  const notice = overtaken && (
    <ChangedNotice before={overtaken} now={row}>
      Someone else changed this in the meantime. Nothing is saved yet.
    </ChangedNotice>
  );
  if (!patch)
    return (
      <div className="mt-2 space-y-2 text-meta text-ink-soft">
        {notice}
        <p>Nothing here is in the way now.</p>
      </div>
    );
  const isFaulty = isRaise(step) && !isEnough(step, amountOf(step, patch) ?? Number.NaN);
  const button = (isWorth: boolean) => (
    <WriteButton
      size="small"
      variant={isWorth ? "primary" : "secondary"}
      busy={save.isPending}
      disabled={isFaulty}
      onClick={() => save.mutate({ ...reference, ...fieldsOf(patch) })}
    >
      {buttonOf(step, entity)}
    </WriteButton>
  );
  const draft = draftOf(entity, id, patch);
  const shared = sharedBy(step, entity);
  return (
    <div className="mt-2 space-y-2 text-meta">
      {notice}
      {shared && <p className="text-ink-soft">{shared}</p>}
      <StepFields step={step} row={row} patch={patch} onChange={setChosen} />
      {draft ? (
        // A key for each draft, so that another draft is tried again.
        <Tried key={JSON.stringify(draft)} draft={draft} refused={refused}>
          {button}
        </Tried>
      ) : (
        button(true)
      )}
    </div>
  );
}

/** The field for the amount or time that a step sets, or the fixed change that it makes. */
export function StepFields({
  step,
  row,
  patch,
  onChange,
}: {
  step: Step;
  row: RepairedRow;
  patch: Patch;
  onChange: (patch: Patch) => void;
}): ReactNode {
  switch (step.do) {
    case "raise-budget":
    case "raise-limit":
      return (
        <AmountField
          step={step}
          now={amountOf(step, row) ?? 0}
          value={amountOf(step, patch) ?? 0}
          onChange={(amount) => onChange(withAmount(step, row, amount))}
        />
      );
    case "renew":
      return (
        <Field label="Expires" hint={`Counted from now. It ended on ${row.expires?.slice(0, 10)}.`}>
          {(control) => (
            <Select
              {...control}
              className="max-w-48"
              value={patch.duration ?? ""}
              onChange={({ target }) => onChange({ duration: target.value === "" ? null : target.value })}
            >
              <Options of={spansOf("1d", "90d", "In")} />
              <option value="">Never</option>
            </Select>
          )}
        </Field>
      );
    case "grant-model":
    case "grant-route":
    case "grant-tool":
    case "grant-hosted-tools":
    case "unblock":
    case "make-viewer":
    case "make-team-administrator":
      return <FieldChangesList label="What is saved" changes={fieldChanges(pick(row, patch), patch)} />;
  }
}

/** The fields of a row that a patch changes, with their present values. */
function pick(row: object, patch: Patch): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in patch));
}
