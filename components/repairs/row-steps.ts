import {
  amountOf,
  isEnough,
  isRaise,
  type Patch,
  patchOf,
  type RepairedRow,
  type Step,
  withAmount,
} from "./entity-step";

/** What was chosen for a step in place of the smallest change, by the place of the step. */
export type Chosen = ReadonlyMap<number, Patch>;

/** A step that still changes the row. */
export interface PendingStep {
  readonly at: number;
  readonly step: Step;
  /** The row after the steps before it. */
  readonly row: RepairedRow;
  readonly patch: Patch;
  /** Whether the chosen amount would not let the call pass. */
  readonly isFaulty: boolean;
}

/** The steps that still change a row, each on what those before it leave. `now`: milliseconds since the epoch. */
export function pendingSteps(steps: readonly Step[], row: RepairedRow, chosen: Chosen, now: number): PendingStep[] {
  let before = row;
  return steps.flatMap((step, at): PendingStep[] => {
    const smallest = patchOf(step, before, now);
    if (!smallest) return [];
    const pending = { at, step, row: before, ...withChosen(step, before, smallest, chosen.get(at)) };
    before = { ...before, ...pending.patch };
    return [pending];
  });
}

function withChosen(
  step: Step,
  row: RepairedRow,
  smallest: Patch,
  chosen: Patch | undefined,
): Pick<PendingStep, "patch" | "isFaulty"> {
  if (!isRaise(step)) return { patch: { ...smallest, ...chosen }, isFaulty: false };
  const amount = amountOf(step, chosen ?? smallest) ?? Number.NaN;
  return { patch: withAmount(step, row, amount), isFaulty: !isEnough(step, amount) };
}

/** The patch of all steps; empty: nothing in the row is in the way. */
export function patchOfSteps(pending: readonly PendingStep[]): Patch {
  return pending.reduce<Patch>((all, { patch }) => ({ ...all, ...patch }), {});
}

/** How long a key stays valid whose extension is taken back: no past moment can be set. */
const SHORTEST = "1s";

/** The patch that takes another one back. `row`: before that. */
export function takenBack(row: RepairedRow, patch: Patch): Patch {
  const fields = Object.entries(row).filter(([name]) => name in patch);
  return { ...Object.fromEntries(fields), ...("duration" in patch && { duration: SHORTEST }) };
}
