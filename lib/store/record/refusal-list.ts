import { decisionRecord, type RecordedDecision } from "@/lib/wire/explanation";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";

/** Selects refusals. An undefined field selects all. Times are milliseconds since the epoch. */
export interface RefusalFilter {
  readonly decisionId?: string | undefined;
  /** The `x-request-id` of the answer. */
  readonly requestId?: string | undefined;
  /** The decision's id or the `x-request-id`. */
  readonly anyId?: string | undefined;
  /** Refusals with any of these codes. */
  readonly codes?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly principal?: string | undefined;
  readonly route?: string | undefined;
  readonly requestedModel?: string | undefined;
  readonly teamId?: string | undefined;
  /** A team that the caller's credentials name, rather than the request alone. */
  readonly provenTeamId?: string | undefined;
  readonly userId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly organizationId?: string | undefined;
  readonly endUserId?: string | undefined;
  readonly issuer?: string | undefined;
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
}

/** Where a page begins: after the refusal of this time and id. */
export interface RefusalCursor {
  readonly at: number;
  readonly id: string;
}

/** A refusal in a list. `record`: undefined if only another version can read it. */
export interface ListedRefusal extends RefusalCursor {
  readonly record: RecordedDecision | undefined;
}

/** The column that each simple filter compares. */
const EQUAL = {
  decisionId: "id",
  kind: "kind",
  principal: "principal",
  route: "route",
  requestedModel: "model",
  teamId: "team_id",
  provenTeamId: "team_id",
  userId: "user_id",
  keyId: "key_id",
  organizationId: "organization_id",
  endUserId: "end_user_id",
  issuer: "issuer",
} as const satisfies Partial<Record<keyof RefusalFilter, string>>;

/**
 * The newest recorded refusals that meet every filter, the newest first: at most `most`, and after `after` if it is
 * given.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function listRefusals(
  { pool }: Pick<Database, "pool">,
  filters: readonly RefusalFilter[],
  { after, most }: { readonly after: RefusalCursor | undefined; readonly most: number },
): Promise<ListedRefusal[]> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = filters.flatMap((filter) => conditionsOf(filter, bind));
  if (after) conditions.push(`(at, id) < (${bind(new Date(after.at))}::timestamptz, ${bind(after.id)}::text)`);
  const where = conditions.length === 0 ? "TRUE" : conditions.join(" AND ");
  const text = `SELECT id, at, record FROM refusals WHERE ${where} ORDER BY at DESC, id DESC LIMIT ${bind(most)}`;
  const { rows } = await longOrUnavailable(
    pool.query<{ id: string; at: Date; record: string }>(longStatement(text, values)),
  );
  return rows.map(({ id, at, record }) => ({
    id,
    at: at.getTime(),
    record: decisionRecord.safeParse(JSON.parse(record)).data,
  }));
}

function conditionsOf(filter: RefusalFilter, bind: (value: unknown) => string): string[] {
  const equal = (Object.keys(EQUAL) as (keyof typeof EQUAL)[]).flatMap((name) =>
    filter[name] === undefined ? [] : [`${EQUAL[name]} = ${bind(filter[name])}`],
  );
  const { provenTeamId, requestId, anyId, codes, from, until } = filter;
  // A request for which its caller sent no id has the id of its refusal.
  const isKnownAs = (id: string): string => `(id = ${id} OR request_id = ${id})`;
  return [
    ...equal,
    ...(provenTeamId === undefined ? [] : ["is_team_proven"]),
    ...(requestId === undefined ? [] : [isKnownAs(bind(requestId))]),
    ...(anyId === undefined ? [] : [isKnownAs(bind(anyId))]),
    ...(codes === undefined ? [] : [`code = ANY (${bind(codes)}::text[])`]),
    ...(from === undefined ? [] : [`at >= ${bind(new Date(from))}`]),
    ...(until === undefined ? [] : [`at < ${bind(new Date(until))}`]),
  ];
}
