import { GatewayError, statusOfCode } from "@/lib/errors";
import { defineOperation, type CallerContext, type CallerOperation } from "@/lib/api/operation";
import { seesEverything, spendScopeOf } from "@/lib/api/ownership";
import { groupOfView } from "@/lib/gateway/record/refusal-counts";
import { teamOf } from "@/lib/gateway/record/team-of-refusal";
import type { Reach } from "@/lib/reports/report-reader";
import { type RefusalCursor, listRefusals } from "@/lib/store/record/refusal-list";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import { type RefusedRequest, requestContracts, type RequestRow } from "@/lib/wire/contracts/requests";
import { recordedName, type RecordedDecision } from "@/lib/wire/explanation";
import { refusalFilters, sourcesOf } from "./asked-refusals";
import {
  decodeRequestCursor,
  encodeRequestCursor,
  mergeRequests,
  cursorIn,
  type RequestCursor,
  type SourcePage,
} from "./merge-requests";
import { reachFields } from "./reach-fields";
import { filtersOf, nameAccessOf, untilBooked } from "./scope";

/** A row at its cursor. `row`: undefined for a refusal that only another version can read. */
interface RowWithCursor extends RequestCursor {
  readonly row: RequestRow | undefined;
}
type Asked = Parameters<typeof refusalFilters>[0];

const NOTHING: SourcePage<RowWithCursor> & { readonly reach: Reach } = { rows: [], hasMore: false, reach: {} };

/** `GET /spend/requests`: calls and refusals in one list. */
export const requestOperations: readonly CallerOperation[] = [
  defineOperation(requestContracts.list, async (context, asked) => {
    const after = asked.after === undefined ? undefined : decodeRequestCursor(asked.after);
    if (asked.after !== undefined && !after)
      throw new GatewayError("invalid_request", "after: must be the next of an answer", { param: "after" });
    const sources = sourcesOf(asked);
    const [{ reach, ...calls }, refusals] = await Promise.all([
      sources.calls ? callsBehind(context, asked, after) : NOTHING,
      sources.refusals ? refusalsBehind(context, asked, after) : NOTHING,
    ]);
    const { rows, next } = mergeRequests(calls, refusals, asked.size);
    return {
      body: {
        data: rows.flatMap(({ row }) => row ?? []),
        size: asked.size,
        next: next ? encodeRequestCursor(next) : null,
        ...reachFields(reach),
      },
    };
  }),
];

async function callsBehind(
  context: CallerContext,
  { status, size, ...asked }: Asked,
  after: RequestCursor | undefined,
): Promise<typeof NOTHING> {
  const filters = filtersOf(context, { ...asked, ...(status !== undefined && status !== "refused" && { status }) });
  await untilBooked(context);
  const cursor = after && cursorIn("call", after);
  const from = cursor ? { after: { value: cursor.at, startedAt: cursor.at, callId: cursor.id } } : { number: 1 };
  const { calls, next, ...reach } = await context.services.reports.listCalls(
    filters,
    { from, size, sort: "started_at", order: "desc", isCounted: false },
    nameAccessOf(context),
  );
  const rows = calls.map((call): RowWithCursor => ({
    at: Date.parse(call.started_at),
    source: "call",
    id: call.call_id,
    row: { type: "call", call },
  }));
  return { rows, hasMore: next !== undefined, reach };
}

async function refusalsBehind(
  context: CallerContext,
  asked: Asked,
  cursor: RequestCursor | undefined,
): Promise<SourcePage<RowWithCursor>> {
  const filters = refusalFilters(asked, spendScopeOf(context.caller, asked.team_id));
  const after: RefusalCursor | undefined = cursor && cursorIn("refused", cursor);
  const { database } = context.services;
  const found = await listRefusals(database, filters, { after, most: asked.size + 1 });
  const shown = found.slice(0, asked.size);
  const records = shown.flatMap(({ record }) => record ?? []);
  const isAll = seesEverything(context.caller);
  const named = records.map((record) => namedPayers(record, isAll));
  const namesOf = await readPayerNames(database.pool, named, nameAccessOf(context));
  const rows = shown.map(({ at, id, record }): RowWithCursor => {
    const row = record && {
      type: "refused" as const,
      refused: { ...refusedRequest(record), ...namesOf(namedPayers(record, isAll)) },
    };
    return { at, source: "refused", id, row };
  });
  return { rows, hasMore: found.length > asked.size };
}

/**
 * The payers whose names are shown. A request can name any team and organisation, so callers who are not administrators
 * see the name of a proven team only, and of no organisation.
 */
function namedPayers(record: RecordedDecision, isAll: boolean) {
  const payers = payersOf(record);
  const { isProven } = teamOfRecord(record);
  return isAll ? payers : { ...payers, organization_id: null, team_id: isProven ? payers.team_id : null };
}

function refusedRequest(record: RecordedDecision): Omit<RefusedRequest, keyof Awaited<ReturnType<NamesOf>>> {
  const { kind, principal } = groupOfView(record);
  const code = record.code ?? "";
  return {
    decision_id: record.id,
    at: record.at,
    code,
    http_status: statusOfCode(code) ?? null,
    message: record.message ?? "",
    method: record.method,
    route: record.route,
    requested_model: recordedName(record) ?? "",
    request_id: record.request_id ?? record.id,
    kind,
    principal,
    issuer: record.identity?.issuer ?? null,
    ...payersOf(record),
  };
}
type NamesOf = Awaited<ReturnType<typeof readPayerNames>>;

function payersOf(record: RecordedDecision) {
  const { identity } = record;
  return {
    team_id: teamOfRecord(record).team ?? null,
    user_id: identity?.user_id ?? null,
    key_id: identity?.key_id ?? null,
    organization_id: identity?.organization_id ?? record.organization_id ?? null,
    end_user_id: identity?.end_user_id ?? record.end_user_id ?? null,
  };
}

function teamOfRecord({ identity, team_id: asked }: RecordedDecision): ReturnType<typeof teamOf> {
  return teamOf(
    identity ? { teamId: identity.team_id ?? undefined, groups: identity.groups } : undefined,
    asked ?? undefined,
  );
}
