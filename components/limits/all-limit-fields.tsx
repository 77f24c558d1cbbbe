import type { AllLimitsDraft, AllLimitsFaults } from "./all-limits-draft";
import type { LimitFaults } from "./limit-draft";
import { LimitFields } from "./limit-fields";
import { ModelLimitFields } from "./model-limit-fields";

/** The fields of a budget and of limits, and below them those for single models. */
export function AllLimitFields({
  draft,
  faults,
  refused,
  hasDuration = true,
  onChange,
}: {
  draft: AllLimitsDraft;
  faults: AllLimitsFaults;
  /** What the gateway has refused. */
  refused: LimitFaults;
  /** Whether the period of the budget may be changed too. */
  hasDuration?: boolean;
  onChange: (change: Partial<AllLimitsDraft>) => void;
}) {
  return (
    <>
      <LimitFields
        draft={draft.limits}
        faults={{ ...refused, ...faults.limits }}
        hasDuration={hasDuration}
        onChange={(limits) => onChange({ limits })}
      />
      <ModelLimitFields
        rows={draft.modelLimits}
        faults={faults.modelLimits}
        onChange={(modelLimits) => onChange({ modelLimits })}
      />
    </>
  );
}
