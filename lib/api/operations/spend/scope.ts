import type { z } from "zod";
import { DAY_MS, parseDay, parseInstant } from "@/lib/time/period";
import { ENTITY_KINDS } from "@/lib/entity-type";
import type { CallFilter } from "@/lib/calls/filter";
import { bounded } from "@/lib/time/io/deadline";
import { EVERY_NAME, type NameAccess } from "@/lib/store/spend/payer-names";
import { SUBJECTS, type callFilters, type SubjectName } from "@/lib/wire/spend-filters";
import type { CallerContext } from "@/lib/api/operation";
import { ownsKey, spendScopeOf } from "@/lib/api/ownership";

/** How long an answer waits for calls that are finished but not booked yet, in milliseconds. */
const DRAIN_LIMIT_MS = 1_000;

/** One entity that spend is reported of. */
export interface Subject {
  readonly name: SubjectName;
  readonly id: string;
}

/** The calls that were asked for, and of those the caller's own. */
export function filtersOf(context: CallerContext, input: z.output<z.ZodObject<typeof callFilters>>): CallFilter[] {
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
export function nameAccessOf({ caller }: CallerContext): NameAccess {
  if (caller.principal.admin) return EVERY_NAME;
  return {
    user: (id) => id === caller.principal.userId,
    key: (key) => ownsKey(caller, key),
    endUsers: false,
  };
}

/** Waits until the calls this process has finished are booked; an answer without the last of them beats none. */
export async function untilBooked({ services }: CallerContext): Promise<void> {
  await bounded(services.spend.drained(), DRAIN_LIMIT_MS);
}
