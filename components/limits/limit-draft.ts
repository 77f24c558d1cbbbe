import { DURATION_EXAMPLES, isDuration } from "@/lib/time/duration";

/** The limits that teams, users, organisations, keys and end users share, as the management API has them. */
export interface Limits {
  readonly max_budget: number | null;
  readonly soft_budget: number | null;
  readonly budget_duration: string | null;
  readonly rpm_limit: number | null;
  readonly tpm_limit: number | null;
  readonly max_parallel_requests: number | null;
}
export type LimitName = keyof Limits;

/** The same as typed. */
export type LimitDraft = Readonly<Record<LimitName, string>>;
export type LimitFaults = Partial<Record<LimitName, string>>;

const AMOUNTS = ["max_budget", "soft_budget"] as const satisfies readonly LimitName[];
const COUNTS = ["rpm_limit", "tpm_limit", "max_parallel_requests"] as const satisfies readonly LimitName[];
const LARGEST_BUDGET = 99_999_999_999;
const LARGEST_COUNT = 2_147_483_647;

/** Limits as text for the fields. A limit that is not set is empty. */
export function limitDraftOf(limits?: Limits): LimitDraft {
  const text = (name: LimitName) => String(limits?.[name] ?? "");
  return {
    max_budget: text("max_budget"),
    soft_budget: text("soft_budget"),
    budget_duration: text("budget_duration"),
    rpm_limit: text("rpm_limit"),
    tpm_limit: text("tpm_limit"),
    max_parallel_requests: text("max_parallel_requests"),
  };
}

/** The fault of each field, in the order of the API's own checks. */
export function limitFaults(draft: LimitDraft): LimitFaults {
  const faults: LimitFaults = {};
  for (const name of AMOUNTS) {
    if (!within(draft[name], /^\d+(\.\d+)?$/, LARGEST_BUDGET))
      faults[name] = "An amount in dollars, such as 50 or 2.50.";
  }
  for (const name of COUNTS) {
    const fault = countFault(draft[name]);
    if (fault) faults[name] = fault;
  }
  if (draft.budget_duration.trim() !== "" && !isDuration(draft.budget_duration.trim()))
    faults.budget_duration = `A number and a unit: ${DURATION_EXAMPLES}.`;
  const { max_budget: maximum, soft_budget: soft } = limitsOf(draft);
  if (!faults.soft_budget && maximum !== null && soft !== null && soft > maximum)
    faults.soft_budget = "Must be at most the budget, so that the warning comes before calls are refused.";
  return faults;
}

/** The fault of a rate limit as typed. */
export function countFault(text: string): string | undefined {
  return within(text, /^\d+$/, LARGEST_COUNT) ? undefined : "A whole number, such as 60.";
}

function within(text: string, form: RegExp, largest: number): boolean {
  const trimmed = text.trim();
  return trimmed === "" || (form.test(trimmed) && Number(trimmed) <= largest);
}

/** Fields → wire. An empty field is null, which means no limit. */
export function limitsOf(draft: LimitDraft): Limits {
  const number = (name: LimitName) => (draft[name].trim() === "" ? null : Number(draft[name]));
  return {
    max_budget: number("max_budget"),
    soft_budget: number("soft_budget"),
    budget_duration: draft.budget_duration.trim() || null,
    rpm_limit: number("rpm_limit"),
    tpm_limit: number("tpm_limit"),
    max_parallel_requests: number("max_parallel_requests"),
  };
}

/**
 * The fields of a form that an update has to send: those that differ from the row that the form was opened with. Fields
 * that another administrator has changed since then keep their new value.
 */
export function changedFields<Fields extends object>(before: object, after: Fields): Partial<Fields> {
  const known = new Map<string, unknown>(Object.entries(before));
  return someFields(after, (name, value) => canonical(known.get(name)) !== canonical(value));
}

/** A value as text, the same for objects whose fields stand in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Lists of which an empty one says more than none. */
const STATED_LISTS: ReadonlySet<string> = new Set(["hosted_tools"]);

/** The fields of a form that a creation has to send: those that are not empty. */
export function givenFields<Fields extends object>(fields: Fields): Partial<Fields> {
  return someFields(
    fields,
    (name, value) =>
      value !== null &&
      value !== "" &&
      (STATED_LISTS.has(name) || typeof value !== "object" || !value || Object.keys(value).length > 0),
  );
}

function someFields<Fields extends object>(
  fields: Fields,
  isWanted: (name: string, value: unknown) => boolean,
): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]: [string, unknown]) => isWanted(name, value)),
  ) as Partial<Fields>;
}
