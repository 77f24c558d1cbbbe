import { type LimitDraft, limitDraftOf, type LimitFaults, limitFaults, type Limits, limitsOf } from "./limit-draft";
import {
  type ModelLimitFaults,
  modelLimitFaults,
  type ModelLimitRow,
  modelLimitRows,
  type ModelLimits,
  modelLimitsOf,
} from "./model-limit-draft";

/** Budget and limits as typed, those for single models too. */
export interface AllLimitsDraft {
  readonly limits: LimitDraft;
  readonly modelLimits: readonly ModelLimitRow[];
}

export interface AllLimitsFaults {
  readonly limits: LimitFaults;
  readonly modelLimits: readonly ModelLimitFaults[];
  /** Whether there is any. */
  readonly isFaulty: boolean;
}

export function allLimitsDraftOf(row?: Limits & ModelLimits): AllLimitsDraft {
  return { limits: limitDraftOf(row), modelLimits: modelLimitRows(row) };
}

export function allLimitsFaults({ limits: typed, modelLimits: rows }: AllLimitsDraft): AllLimitsFaults {
  const limits = limitFaults(typed);
  const modelLimits = modelLimitFaults(rows);
  return { limits, modelLimits, isFaulty: [limits, ...modelLimits].some((one) => Object.keys(one).length > 0) };
}

/** A sound draft as the fields of a key or a team. */
export function allLimitsOf({ limits, modelLimits }: AllLimitsDraft): Limits & ModelLimits {
  return { ...limitsOf(limits), ...modelLimitsOf(modelLimits) };
}
