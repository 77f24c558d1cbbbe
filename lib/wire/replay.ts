import type { ErrorCode } from "@/lib/errors";
import { z } from "zod";

export interface ChangedAccess {
  readonly who: string;
  readonly route: string;
  readonly model: string | undefined;
  /** The code of the refusal: the draft's, or that of the refusal that the draft lifts. */
  readonly code: ErrorCode;
  readonly message: string;
  count: number;
  lastSeen: Date;
}

/** The entry that serves a model, and the upstream model that the name becomes. */
export interface Served {
  readonly modelName: string;
  readonly upstreamModel: string;
}

export interface ChangedResolution {
  readonly model: string;
  /** Undefined: no entry serves the model. */
  readonly before: Served | undefined;
  readonly after: Served | undefined;
  count: number;
  lastSeen: Date;
}

/** What a draft changes about the calls of one UTC day: how many it would refuse, allow, or leave as they are. */
export interface DayChanges {
  /** As in `2026-06-15`. */
  readonly day: string;
  readonly newlyDenied: number;
  readonly newlyAllowed: number;
  readonly unchanged: number;
}

/** What a draft changes for one caller, in all and by day. */
export interface PersonChanges extends Omit<DayChanges, "day"> {
  readonly who: string;
  readonly days: readonly DayChanges[];
}

export interface ReplayReport {
  /** How many calls the draft was tried on. All counts are of calls. */
  readonly evaluated: number;
  readonly unchanged: number;
  readonly newlyDenied: readonly ChangedAccess[];
  readonly newlyAllowed: readonly ChangedAccess[];
  readonly resolvedDifferently: readonly ChangedResolution[];
  /** The callers for whom a decision changes. */
  readonly people: readonly PersonChanges[];
}

/** How many groups a list shows. */
const SHOWN = 200;

const counted = { count: z.number().describe("Calls."), last_seen: z.string() };
const changedAccess = z.object({
  who: z.string(),
  route: z.string(),
  model: z.string().nullable(),
  code: z.string().describe("The code of the refusal: the draft's, or the one that the draft lifts."),
  message: z.string(),
  ...counted,
});
const served = z
  .object({ model_name: z.string(), upstream_model: z.string() })
  .nullable()
  .describe("Null: no entry serves the model.");
const changedResolution = z.object({ model: z.string(), before: served, after: served, ...counted });
const dayCounts = {
  newly_denied: z.number().describe("Calls."),
  newly_allowed: z.number(),
  unchanged: z.number(),
};
const personChanges = z.object({
  who: z.string(),
  ...dayCounts,
  days: z
    .array(z.object({ day: z.string().describe("A UTC date."), ...dayCounts }))
    .describe("Each day on which they called, newest first."),
});
const total = z.object({ groups: z.number(), calls: z.number() });

export const replayReport = z.object({
  days: z.number().int(),
  evaluated: z.number().describe("Calls that the draft was tried on."),
  unchanged: z.number().describe("Calls that the draft would treat as they are treated today."),
  newly_denied: z.array(changedAccess).describe(`The ${SHOWN} most frequent; totals count them all.`),
  newly_allowed: z.array(changedAccess),
  resolved_differently: z.array(changedResolution).describe("Only calls that are allowed before and after."),
  people: z
    .array(personChanges)
    .describe(`The callers who would lose or gain a call, by day: the ${SHOWN} with the most such calls.`),
  people_total: z.number().int(),
  totals: z.object({ newly_denied: total, newly_allowed: total, resolved_differently: total }),
  not_evaluated: z.array(z.object({ reason: z.string(), count: z.number() })),
  truncated: z
    .boolean()
    .describe("Whether there was more traffic than one replay tries; then the rarest requests were left out."),
});

export type Replayed = z.output<typeof replayReport>;

/** The answer of `POST /auth/replay`. */
export function reportView(
  { evaluated, unchanged, newlyDenied, newlyAllowed, resolvedDifferently, people }: ReplayReport,
  {
    days,
    truncated,
    skipped,
  }: { readonly days: number; readonly truncated: boolean; readonly skipped: ReadonlyMap<string, number> },
): z.output<typeof replayReport> {
  return {
    days,
    evaluated,
    unchanged,
    newly_denied: newlyDenied.slice(0, SHOWN).map(accessView),
    newly_allowed: newlyAllowed.slice(0, SHOWN).map(accessView),
    resolved_differently: resolvedDifferently.slice(0, SHOWN).map(resolutionView),
    people: people.slice(0, SHOWN).map(personView),
    people_total: people.length,
    totals: {
      newly_denied: totalOf(newlyDenied),
      newly_allowed: totalOf(newlyAllowed),
      resolved_differently: totalOf(resolvedDifferently),
    },
    not_evaluated: [...skipped].map(([reason, count]) => ({ reason, count })),
    truncated,
  };
}

function accessView({
  who,
  route,
  model,
  code,
  message,
  count,
  lastSeen,
}: ChangedAccess): z.output<typeof changedAccess> {
  return { who, route, model: model ?? null, code, message, count, last_seen: lastSeen.toISOString() };
}

function personView({ who, days, ...counts }: PersonChanges): z.output<typeof personChanges> {
  return { who, ...countsView(counts), days: days.map(({ day, ...ofDay }) => ({ day, ...countsView(ofDay) })) };
}

function countsView({ newlyDenied, newlyAllowed, unchanged }: Omit<DayChanges, "day">) {
  return { newly_denied: newlyDenied, newly_allowed: newlyAllowed, unchanged };
}

function resolutionView({
  model,
  before,
  after,
  count,
  lastSeen,
}: ChangedResolution): z.output<typeof changedResolution> {
  return { model, before: servedView(before), after: servedView(after), count, last_seen: lastSeen.toISOString() };
}

function servedView(value: Served | undefined): z.output<typeof served> {
  return value ? { model_name: value.modelName, upstream_model: value.upstreamModel } : null;
}

function totalOf(groups: readonly { readonly count: number }[]): z.output<typeof total> {
  return { groups: groups.length, calls: groups.reduce((sum, { count }) => sum + count, 0) };
}
