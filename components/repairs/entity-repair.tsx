"use client";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { z } from "zod";
import type { Versioned } from "@/components/api/client";
import { formatDollars } from "@/components/api/format";
import { useOperation } from "@/components/api/use-operation";
import { ChangedNotice } from "@/components/shared/changes/changed-notice";
import { fieldChanges } from "@/components/shared/changes/field-changes";
import { FieldChangesList } from "@/components/shared/changes/field-changes-list";
import { EditedRow } from "@/components/shared/drafts/edited-row";
import { conflictOf } from "@/components/shared/drafts/use-version";
import { WriteButton } from "@/components/shared/forms/write-button";
import { describeReceipts, type Receipt } from "@/components/shared/receipts";
import { Field, Input, Select } from "@/components/ui/field";
import type { ReadContract, VersionedWrite } from "@/lib/wire/contract";
import { customerContracts } from "@/lib/wire/contracts/customers";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import {
  buttonOf,
  doneWords,
  draftOf,
  type Patch,
  patchOf,
  type RepairedKind,
  type RepairedRow,
  sharedBy,
  type Step,
  USUAL_RENEWAL,
} from "./entity-step";
import type { Repair } from "./repair";
import { Tried } from "./tried";
import type { Refused } from "./what-if";

type EntityRepair = Extract<Repair, { kind: "entity" }>;

interface RowOperations {
  readonly info: ReadContract<z.ZodType, z.ZodType<RepairedRow>>;
  readonly update: VersionedWrite<z.ZodType, z.ZodType<{ nodes: Receipt[] }>>;
}
const OPERATIONS: Readonly<Record<RepairedKind, { readonly contracts: RowOperations; readonly idField: string }>> = {
  team: { contracts: teamContracts, idField: "team_id" },
  user: { contracts: userContracts, idField: "user_id" },
  organization: { contracts: organizationContracts, idField: "organization_id" },
  key: { contracts: keyContracts, idField: "key" },
  end_user: { contracts: customerContracts, idField: "user_id" },
};

interface Acting {
  repair: EntityRepair;
  refused: Refused;
  onDone: () => void;
}

/** Changes one row of the database as little as a refused request needs, after it was tried on recorded traffic. */
export function EntityRepairAction(acting: Acting) {
  const { entity, id } = acting.repair;
  const { contracts, idField } = OPERATIONS[entity];
  return (
    <EditedRow contract={contracts.info} input={{ [idField]: id }} lines={2}>
      {(opened) => <EntityStep {...acting} opened={opened} />}
    </EditedRow>
  );
}

function EntityStep({ repair, refused, onDone, opened }: Acting & { opened: Versioned<RepairedRow> }) {
  const { entity, id, step } = repair;
  const { contracts, idField } = OPERATIONS[entity];
  const [{ body: row, etag }, setShown] = useState(opened);
  /** The row as it was before somebody else changed it. */
  const [overtaken, setOvertaken] = useState<RepairedRow>();
  const [now] = useState(() => Date.now());
  const smallest = patchOf(step, row, now);
  const [chosen, setChosen] = useState<Patch>({});
  const patch = smallest && { ...smallest, ...chosen };
  const save = useOperation(contracts.update, {
    onSuccess: ({ nodes }) => {
      toast.success(doneWords(step, id, patch ?? {}), { description: describeReceipts(nodes, "In force") });
      onDone();
    },
    onError: (error) => {
      const conflict = conflictOf(error);
      if (!conflict) return toast.error(error.message);
      setOvertaken(row);
      setShown({ body: { ...row, ...conflict.current }, etag: conflict.etag });
    },
    ifMatch: () => etag,
  });
  const notice = overtaken && (
    <ChangedNotice before={overtaken} now={row}>
      Somebody else changed it meanwhile. Nothing of yours is saved yet.
    </ChangedNotice>
  );
  if (!patch)
    return (
      <div className="mt-2 space-y-2 text-[12.5px] text-ink-soft">
        {notice}
        <p>Nothing here is in the way any more.</p>
      </div>
    );
  const isFaulty = patch.max_budget !== undefined && !(patch.max_budget > 0);
  const button = (
    <WriteButton
      size="small"
      variant="primary"
      busy={save.isPending}
      disabled={isFaulty}
      onClick={() => save.mutate({ [idField]: id, ...patch })}
    >
      {buttonOf(step, entity)}
    </WriteButton>
  );
  const draft = draftOf(entity, id, patch);
  const shared = sharedBy(step, entity);
  return (
    <div className="mt-2 space-y-2 text-[12.5px]">
      {notice}
      {shared && <p className="text-ink-soft">{shared}</p>}
      <StepFields step={step} row={row} patch={patch} onChange={setChosen} />
      {draft ? (
        // Another draft must be tried anew.
        <Tried key={JSON.stringify(draft)} draft={draft} refused={refused}>
          {button}
        </Tried>
      ) : (
        button
      )}
    </div>
  );
}

/** What a step changes: the figure to choose, or the change itself. */
function StepFields({
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
      return (
        <BudgetField
          max={row.max_budget ?? 0}
          needed={step.needed}
          value={patch.max_budget}
          onChange={(max_budget) => onChange({ max_budget })}
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
              <option value="1d">In a day</option>
              <option value="7d">In 7 days</option>
              <option value={USUAL_RENEWAL}>In 30 days</option>
              <option value="90d">In 90 days</option>
              <option value="">Never</option>
            </Select>
          )}
        </Field>
      );
    case "grant-model":
    case "grant-route":
    case "unblock":
      return <FieldChangesList label="What is saved" changes={fieldChanges(pick(row, patch), patch)} />;
  }
}

function BudgetField({
  max,
  needed,
  value,
  onChange,
}: {
  max: number;
  needed: number;
  value: number | undefined;
  onChange: (dollars: number) => void;
}) {
  const [typed, setTyped] = useState(String(value ?? ""));
  const isWrong = !isBudget(typed, needed);
  return (
    <Field
      label="New budget"
      hint={`${formatDollars(needed)} are spent and held of ${formatDollars(max)}. Recorded traffic is not asked about budgets.`}
      error={isWrong ? `An amount of more than ${formatDollars(needed)}.` : undefined}
    >
      {(control) => (
        <Input
          {...control}
          className="max-w-48"
          inputMode="decimal"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(isBudget(target.value, needed) ? Number(target.value) : Number.NaN);
          }}
        />
      )}
    </Field>
  );
}

function isBudget(text: string, needed: number): boolean {
  return /^\s*\d+(\.\d+)?\s*$/.test(text) && Number(text) > needed;
}

/** The members of a row that a patch changes. */
function pick(row: object, patch: Patch): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in patch));
}
