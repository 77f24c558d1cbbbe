import { z } from "zod";
import { DAY_MS, parseDay, parseInstant } from "@/lib/time/period";
import { ENTITY_KINDS } from "@/lib/entity-type";
import type { CallFilter } from "@/lib/calls/filter";
import { bounded } from "@/lib/time/io/deadline";
import { EVERY_NAME, type NameAccess } from "@/lib/store/spend/payer-names";
import { callLogSchema } from "@/lib/wire/spend";
import type { OperationContext } from "@/lib/api/operation";
import { ownsKey, spendScopeOf } from "@/lib/api/ownership";

/** How long an answer waits for calls that are finished but not booked yet, in milliseconds. */
const DRAIN_LIMIT_MS = 1_000;

/** The kinds of entity that spend can be reported by, under their names in `group_by`. */
export const SUBJECTS = {
  team: ENTITY_KINDS.team,
  user: ENTITY_KINDS.user,
  key: ENTITY_KINDS.key,
  organization: ENTITY_KINDS.organization,
  end_user: ENTITY_KINDS.end_user,
  tag: ENTITY_KINDS.tag,
  requested_model: ENTITY_KINDS.model,
};
export type SubjectName = keyof typeof SUBJECTS;
export const SUBJECT_NAMES = [
  "team",
  "user",
  "key",
  "organization",
  "end_user",
  "tag",
  "requested_model",
] as const satisfies readonly SubjectName[];

/** One entity that spend is reported of. */
export interface Subject {
  readonly name: SubjectName;
  readonly id: string;
}

const id = z.string().min(1).max(512);
/** The filters that reports and lists of calls share. */
export const subjectFilters = {
  team_id: id.optional(),
  user_id: id.optional(),
  key_id: id.optional(),
  organization_id: id.optional(),
  end_user_id: id.optional(),
  tag: id.optional(),
  requested_model: id.optional().describe("By the name that callers asked for"),
};
const dayOrInstant = z.string().refine((text) => parseInstant(text) !== undefined, {
  error: "expected a day such as 2026-11-21, or a time such as 2026-11-21T07:55:00Z",
});
export const periodInputs = {
  start_date: dayOrInstant.optional().describe("Included: a UTC day or an instant"),
  end_date: dayOrInstant.optional().describe("A UTC day, which is included, or an instant, which is not"),
};
/** Which calls, wherever calls are listed. */
export const callFilters = {
  call_id: id.optional(),
  ...subjectFilters,
  model: id.optional().describe("The upstream's name, or a pattern with `*`"),
  provider: id.optional(),
  deployment: id.optional(),
  route: id.optional(),
  status: callLogSchema.shape.status.optional(),
  price_state: callLogSchema.shape.price_state.optional(),
  ...periodInputs,
};

/** The calls that were asked for, and of those the caller's own. */
export function filtersOf(context: OperationContext, input: z.output<z.ZodObject<typeof callFilters>>): CallFilter[] {
  const asked: CallFilter = {
    callId: input.call_id,
    model: input.model,
    provider: input.provider,
    deployment: input.deployment,
    route: input.route,
    status: input.status,
    priceState: input.price_state,
    ...Object.fromEntries(Object.values(SUBJECTS).map(({ property, field }) => [property, input[field]])),
    ...periodOf(input),
  };
  const own = spendScopeOf(context.caller);
  return own ? [asked, { [ENTITY_KINDS[own.type].property]: own.id }] : [asked];
}

/** A period of the wire in milliseconds since the epoch; its end is not included. */
export function periodOf(input: {
  readonly start_date?: string;
  readonly end_date?: string;
}): Pick<CallFilter, "from" | "until"> {
  return {
    from: input.start_date === undefined ? undefined : parseInstant(input.start_date),
    until: input.end_date === undefined ? undefined : endOf(input.end_date),
  };
}

function endOf(date: string): number | undefined {
  const midnight = parseDay(date);
  return midnight === undefined ? parseInstant(date) : midnight + DAY_MS;
}

/**
 * Whose names a caller is told: an administrator everybody's, others those of what is theirs. End users are whom callers
 * say they are, so that names of theirs could be fetched by guessing.
 */
export function nameAccessOf({ caller }: OperationContext): NameAccess {
  if (caller?.principal.admin) return EVERY_NAME;
  return {
    user: (id) => id === caller?.principal.userId,
    key: (key) => caller !== undefined && ownsKey(caller, key),
    endUsers: false,
  };
}

/** Waits until the calls this process has finished are booked; an answer without the last of them beats none. */
export async function untilBooked({ services }: OperationContext): Promise<void> {
  await bounded(services.spend.drained(), DRAIN_LIMIT_MS);
}
