import type { z } from "zod";
import { DAY_MS, parseDay, parseInstant } from "@/lib/time/period";
import { startOfDayIn } from "@/lib/time/time-zone";
import { ENTITY_KINDS } from "@/lib/entity-type";
import { GatewayError } from "@/lib/errors";
import { type CallFilter, EQUAL_FILTERS } from "@/lib/calls/filter";
import { bounded } from "@/lib/time/io/deadline";
import { EVERY_NAME, type NameAccess } from "@/lib/store/spend/payer-names";
import type { callFilters, SubjectName } from "@/lib/wire/spend-filters";
import type { CallerContext } from "@/lib/api/operation";
import { ownsKey, seesEverything, spendScopeOf } from "@/lib/api/ownership";

/** How long an answer waits for finished calls to be booked, in milliseconds. */
const DRAIN_LIMIT_MS = 1_000;

/** One payer that a report is about. */
export interface Subject {
  readonly name: SubjectName;
  readonly id: string;
}

/** The filters of a request, and one that limits the answer to the caller's own calls. A call must meet all. */
export function filtersOf(
  context: CallerContext,
  input: z.output<z.ZodObject<typeof callFilters>> & { readonly time_zone?: string },
): CallFilter[] {
  const asked: CallFilter = {
    ...Object.fromEntries(EQUAL_FILTERS.map(([property, field]) => [property, input[field]])),
    requestId: input.request_id,
    anyId: input.any_id,
    organizationId: input.organization_id,
    tag: input.tag,
    model: input.model,
    ...periodOf(input),
  };
  const own = spendScopeOf(context.caller, input.team_id);
  return own ? [asked, { [ENTITY_KINDS[own.type].property]: own.id }] : [asked];
}

/**
 * The period that a request gives, in milliseconds since the epoch. Days are those of `time_zone`, by default UTC. The
 * end is exclusive.
 * @throws GatewayError invalid_request when it ends before it starts
 */
export function periodOf(input: {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly time_zone?: string;
}): Pick<CallFilter, "from" | "until"> {
  const { start_date: start, end_date: end, time_zone: zone = "UTC" } = input;
  const from = start === undefined ? undefined : instantOf(start, zone, 0);
  const until = end === undefined ? undefined : instantOf(end, zone, 1);
  if (from !== undefined && until !== undefined && from >= until)
    throw new GatewayError("invalid_request", "The start_date is after the end_date.", { param: "start_date" });
  return { from, until };
}

/** The instant that a string names: a time, or the beginning of the day that is `daysLater` days later. */
function instantOf(text: string, zone: string, daysLater: number): number | undefined {
  const day = parseDay(text);
  if (day === undefined) return parseInstant(text);
  const wanted = day + daysLater * DAY_MS;
  return zone === "UTC" ? wanted : startOfDayIn(zone, wanted);
}

/**
 * The display names that a caller may see: administrators all, others only those of their own entities. Callers choose
 * the end user of a call themselves, so they could collect the names of end users by guessing ids.
 */
export function nameAccessOf({ caller }: CallerContext): NameAccess {
  if (seesEverything(caller)) return EVERY_NAME;
  return {
    user: (id) => id === caller.principal.userId,
    key: (key) => ownsKey(caller, key),
    endUsers: false,
  };
}

/** Waits until the finished calls of this process are booked. After the limit the answer goes without the latest. */
export async function untilBooked({ services }: CallerContext): Promise<void> {
  await bounded(services.spend.drained(), DRAIN_LIMIT_MS);
}
