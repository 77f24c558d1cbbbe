import { GatewayError } from "@/lib/errors";
import { DAY_MS, formatDay, startOfDay } from "@/lib/time/period";
import { dayAt, dayBounds, formatHour } from "@/lib/time/time-zone";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import type { DailyDimension, SpendGroup } from "@/lib/store/spend/group-statement";
import { csvRow } from "@/lib/reports/csv";
import type { ReportReader } from "@/lib/reports/report-reader";
import { NAMES_OF_PAYERS, type PayerIdField, type PayerNames } from "@/lib/wire/payer-names";
import { sums } from "@/lib/wire/spend";
import { MOST_GROUPS, spendContracts } from "@/lib/wire/contracts/spend";
import { spendScopeOf, type SpendScope } from "@/lib/api/ownership";
import { defineOperation, type RawReply } from "@/lib/api/operation";
import { isSubject, type Dimension } from "@/lib/wire/spend-dimensions";
import { SUBJECT_NAMES, SUBJECTS, type SubjectName } from "@/lib/wire/spend-filters";
import { askReport, isOverTime, type ReportGroup } from "./ask-report";
import { reachFields, reachHeaders } from "./reach-fields";
import { reportSource } from "./report-source";
import { nameAccessOf, type Subject, untilBooked } from "./scope";

/** Each day of a zone costs a calculation, so their number is bounded. */
const MOST_ZONED_DAYS = 3_660;

/** `GET /spend/report`: sums of spend by one or more dimensions, as JSON or CSV. */
export const spendReport = defineOperation(spendContracts.report, async (context, input) => {
  const { database, reports, now } = context.services;
  const asked = SUBJECT_NAMES.flatMap((name) => {
    const id = input[SUBJECTS[name].field];
    return id === undefined ? [] : [{ name, id }];
  });
  const grouped = input.group_by.filter(isSubject);
  const subjects = subjectsOf(spendScopeOf(context.caller, input.team_id), asked);
  const totals = totalsOf(subjects, grouped);
  const to = input.end_date ?? dayAt(input.time_zone, now());
  const from = input.start_date ?? to - 29 * DAY_MS;
  if (from > to) throw invalid("start_date", "The start_date is after the end_date.");
  if (input.largest !== undefined && !isOverTime(input.group_by))
    throw invalid("largest", "largest needs a group_by of day or hour and of something else, such as day,team.");

  await untilBooked(context);
  const period = await periodOfReport(reports, {
    timeZone: input.time_zone,
    byHour: input.group_by.includes("hour"),
    togetherOnly: totals.togetherOnly,
    from,
    to,
  });
  const served = { model: input.model, provider: input.provider, from, to, ...period.days };
  const filter: DailyFilter = { ...totals.filter, ...served };
  const dimensions = input.group_by.map((name): DailyDimension => (isSubject(name) ? totals.dimension(name) : name));
  const limit = input.limit ?? (input.format === "csv" || input.largest !== undefined ? MOST_GROUPS : 1_000);
  // A call counts under each of its tags, so a report by tags has no rest.
  const hasRest = input.rest === true && grouped.length > 0 && !grouped.includes("tag");
  const {
    rows,
    isTruncated,
    totals: sum,
    reach: reached,
  } = await askReport(reports, {
    filter,
    dimensions,
    limit,
    whole: { ...totalsOf(subjects, []).filter, ...served },
    hasRest,
    largest: input.largest === undefined ? undefined : { count: input.largest, measure: input.largest_by },
    nobody: Object.fromEntries(grouped.map((name) => [totals.dimension(name), ""])),
  });
  const reach = { ...reached, note: [period.note, reached.note].filter(Boolean).join(" ") || undefined };
  const named = rows.map((group) => ({ ids: idsOf(group, grouped), group: inZone(group, period.timeZone) }));
  // Names are read for the groups, not for the totals that they sum, so the cost does not grow with the number of
  // calls.
  const namesOf = await readPayerNames(
    database.pool,
    named.map(({ ids }) => ids),
    nameAccessOf(context),
  );
  const data = named.map(({ ids, group }) => reportRow(ids, namesOf(ids), group));
  if (input.format === "json")
    return {
      body: {
        data: data.map((row) => ({ ...row, spend: Number(row.spend) })),
        totals: sum,
        truncated: isTruncated,
        time_zone: period.timeZone,
        ...reachFields(reach),
      },
    };
  if (isTruncated && input.limit === undefined) {
    throw invalid(
      "group_by",
      `There are more than ${MOST_GROUPS} groups. Ask for fewer days or a coarser group_by, or for the largest groups with limit.`,
    );
  }
  return csv(
    `spend-by-${input.group_by.join("-")}${input.largest === undefined ? "" : `-largest-${input.largest}`}-${formatDay(from)}-${formatDay(to)}${zoneSuffix(period)}.csv`,
    csvColumns(input.group_by, input.largest !== undefined),
    data,
    reachHeaders(reach),
  );
});

interface AnsweredPeriod {
  readonly days: Pick<DailyFilter, "zoned">;
  /** The zone of the answer. */
  readonly timeZone: string;
  readonly note?: string | undefined;
}

/** The days of an answer, and what is summed for them. @throws GatewayError invalid_request if they cannot be summed */
async function periodOfReport(
  reports: ReportReader,
  asked: {
    readonly timeZone: string;
    readonly byHour: boolean;
    readonly togetherOnly: string | undefined;
    readonly from: number;
    readonly to: number;
  },
): Promise<AnsweredPeriod> {
  const { timeZone, byHour, togetherOnly, from, to } = asked;
  if (timeZone === "UTC" && !byHour && togetherOnly === undefined) return { days: {}, timeZone };
  if ((to - from) / DAY_MS > MOST_ZONED_DAYS)
    throw invalid("start_date", `A report by hour or in a time zone covers at most ${MOST_ZONED_DAYS} days.`);
  const bounds = dayBounds(timeZone, from, to);
  const [first = from, end = to] = [bounds[0], bounds.at(-1)];
  const kept = await reports.kept({ from: startOfDay(first), to: startOfDay(end - 1) });
  const source = reportSource({ timeZone, byHour, togetherOnly, bounds, ...kept });
  if (source.from === "nothing") throw invalid(source.param, source.because);
  if (source.from === "days") return { days: {}, timeZone: "UTC", note: source.note };
  return { days: { zoned: { bounds, source: source.from } }, timeZone };
}

/** The part of a file's name that says the zone of its days. It is empty for UTC, unless another zone was asked for. */
function zoneSuffix({ timeZone, note }: AnsweredPeriod): string {
  return timeZone === "UTC" && note === undefined ? "" : `-${timeZone.replace(/[^\w+-]/g, "-")}`;
}

/** A group whose hour, if it has one, is shown with the clock of a zone. */
function inZone({ hour, ...group }: ReportGroup, timeZone: string): ReportGroup {
  return hour === undefined ? group : { ...group, hour: formatHour(timeZone, Date.parse(hour)) };
}

/**
 * The payers that a report is limited to: the caller's and those of the request. @throws GatewayError invalid_request
 */
function subjectsOf(own: SpendScope | undefined, asked: readonly Subject[]): Subject[] {
  if (!own) return [...asked];
  const foreign = asked.find(({ name, id }) => name === own.type && id !== own.id);
  if (foreign)
    throw invalid(
      SUBJECTS[foreign.name].field,
      `You can see only the spend of your own ${own.type}; leave this filter out.`,
    );
  return [{ name: own.type, id: own.id }, ...asked.filter(({ name }) => name !== own.type)];
}

interface Totals {
  readonly filter: Pick<DailyFilter, "entityType" | "entityId" | "memberTeamId" | "memberUserId" | "chargedTo">;
  readonly dimension: (name: SubjectName) => DailyDimension;
  /** The payers of which there are no totals together, so that only the calls can be summed: "team and key". */
  readonly togetherOnly?: string;
}

/** The totals for these payers and groups, which are one payer or team and user, or what sums them from calls. */
function totalsOf(subjects: readonly Subject[], grouped: readonly SubjectName[]): Totals {
  const names = new Set([...subjects.map(({ name }) => name), ...grouped]);
  if (isMember(names)) {
    const idOf = (name: SubjectName): string | undefined => subjects.find((subject) => subject.name === name)?.id;
    return {
      filter: { entityType: "member", memberTeamId: idOf("team"), memberUserId: idOf("user") },
      dimension: memberDimension,
    };
  }
  const [name, ...others] = names;
  if (name === undefined) return { filter: { entityType: "all", entityId: "" }, dimension: () => "entity" };
  if (others.length === 0)
    return { filter: { entityType: SUBJECTS[name].type, entityId: subjects[0]?.id }, dimension: () => "entity" };
  const by = new Set(grouped);
  const [only] = by;
  const entityType = isMember(by) ? "member" : only === undefined ? "all" : SUBJECTS[only].type;
  return {
    filter: {
      entityType,
      chargedTo: subjects.map((subject) => ({ type: SUBJECTS[subject.name].type, id: subject.id })),
    },
    dimension: isMember(by) ? memberDimension : () => "entity",
    togetherOnly: [...names].join(" and "),
  };
}

/** Whether these are a team and a user, of which there are totals together. */
function isMember(names: ReadonlySet<SubjectName>): boolean {
  return names.size === 2 && names.has("team") && names.has("user");
}

function memberDimension(name: SubjectName): DailyDimension {
  return name === "team" ? "memberTeam" : "memberUser";
}

type GroupIds = Readonly<Partial<Record<PayerIdField | "tag" | "requested_model" | "issuer" | "mcp_server", string>>>;

/** The ids of a group, by the names of their wire fields. */
function idsOf({ entity, memberTeam, memberUser }: SpendGroup, [subject]: readonly SubjectName[]): GroupIds {
  return {
    ...(memberTeam !== undefined && { team_id: memberTeam }),
    ...(memberUser !== undefined && { user_id: memberUser }),
    ...(subject && entity !== undefined && { [SUBJECTS[subject].field]: entity }),
  };
}

type ReportRow = GroupIds & Partial<PayerNames> & Omit<ReportGroup, "entity" | "memberTeam" | "memberUser">;

function reportRow(
  ids: GroupIds,
  names: PayerNames,
  { entity: _entity, memberTeam: _team, memberUser: _user, ...group }: ReportGroup,
): ReportRow {
  const named: Partial<PayerNames> = {};
  for (const column of Object.keys(ids).flatMap(namesBeside)) named[column] = names[column];
  return { ...ids, ...named, ...group };
}

/**
 * The columns of the file: the dimensions, with names beside their ids, whether the row sums up other groups, and then
 * the sums.
 */
function csvColumns(grouped: readonly Dimension[], hasOthers: boolean): string[] {
  return [
    ...grouped
      .map((name) => (isSubject(name) ? SUBJECTS[name].field : name))
      .flatMap((field) => [field, ...namesBeside(field)]),
    ...(hasOthers ? ["others"] : []),
    ...Object.keys(sums),
  ];
}

function namesBeside(field: string): readonly (keyof PayerNames)[] {
  return isNamed(field) ? NAMES_OF_PAYERS[field] : [];
}

function isNamed(field: string): field is PayerIdField {
  return field in NAMES_OF_PAYERS;
}

function csv(
  name: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | number | true | null | undefined>>[],
  more: Readonly<Record<string, string>>,
): RawReply {
  const body = csvRow(columns) + rows.map((row) => csvRow(columns.map((column) => cellOf(row[column])))).join("");
  const headers = {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
    ...more,
  };
  return { raw: { status: 200, headers, body } };
}

function cellOf(value: string | number | true | null | undefined): string | number | null {
  return value === true ? "true" : (value ?? null);
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}
