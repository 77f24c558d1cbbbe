import type { ModelView } from "@/lib/wire/model";
import type { Team } from "@/lib/wire/team";
import type { Patch, RepairedRow } from "./entity-step";

const NO_LIMITS = {
  blocked: false,
  max_budget: null,
  rpm_limit: null,
  tpm_limit: null,
  max_parallel_requests: null,
} as const satisfies RepairedRow;

type Member = Team["members_with_roles"][number];

/** A member of a team as a row with limits. */
export function memberRow(member: Partial<Member>): RepairedRow {
  const { max_budget_in_team: max_budget = null, rpm_limit = null, tpm_limit = null, role } = member;
  return { ...NO_LIMITS, max_budget, rpm_limit, tpm_limit, ...(role !== undefined && { role }) };
}

/** A patch as `/team/member_update` takes it. */
export function memberFields({ max_budget, ...patch }: Patch): object {
  return { ...patch, ...(max_budget !== undefined && { max_budget_in_team: max_budget }) };
}

/** An entry of the model list as a row with limits, which stand in its `model_info`. */
export function entryRow({ model_info: info = {} }: Partial<ModelView>): RepairedRow {
  const figure = (name: string): number | null => (typeof info[name] === "number" ? info[name] : null);
  return {
    ...NO_LIMITS,
    max_budget: figure("max_budget"),
    rpm_limit: figure("rpm_limit"),
    tpm_limit: figure("tpm_limit"),
    max_parallel_requests: figure("max_parallel_requests"),
  };
}
