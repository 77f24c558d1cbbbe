import { z } from "zod";
import { MOST_COUNTED_GROUPS, PRINCIPAL_KINDS, type RefusalGroup } from "@/lib/refusal";
import { queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";
import { hourOf, KEY, listedRequest, type ListedRequest, statedGroups } from "./refusal-groups";

/** How many groups with requests for access are named. */
const MOST_NAMED = 50;
/**
 * The hours that are looked at, one after the other until enough groups are found. Who is refused a thousand different
 * things an hour need not have a week of them grouped on each page of the console.
 */
const REACHES = [6, 168];
const HOUR_MS = 3_600_000;

/** The open groups from the hour of `$1` on, and those of them for which somebody asks for access. */
const READ = `${statedGroups(`hour >= ${hourOf("$1")}`)}, open AS MATERIALIZED (
  SELECT ${KEY}, requested_at, requests FROM stated WHERE state = 'open'
), named AS (
  SELECT * FROM open WHERE requested_at IS NOT NULL ORDER BY requested_at DESC, ${KEY} LIMIT ${MOST_NAMED}
)
SELECT (SELECT count(*)::int FROM open) AS groups, (SELECT coalesce(json_agg(json_build_object('code', code, 'kind', kind,
    'principal', principal, 'route', route, 'model', model, 'requests', requests) ORDER BY requested_at DESC, ${KEY}), '[]')
  FROM named) AS requested`;

const waitingRow = z.object({
  groups: z.number(),
  requested: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(PRINCIPAL_KINDS),
      principal: z.string(),
      route: z.string(),
      model: z.string(),
      requests: z.array(listedRequest),
    }),
  ),
});

/** What of refusals waits for an administrator. */
export interface WaitingRefusals {
  /** The open groups of the last seven days; {@link MOST_COUNTED_GROUPS}: this many or more. */
  readonly groups: number;
  /** The groups for which somebody asks for access, the latest first. */
  readonly requested: readonly (RefusalGroup & { readonly requests: readonly ListedRequest[] })[];
}

/**
 * Counts the open groups, the latest hours first and no further than needed. A group is open by its latest refusal, so
 * that earlier hours change nothing about it.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readWaitingRefusals({ pool }: Pick<Database, "pool">, now: number): Promise<WaitingRefusals> {
  let found: WaitingRefusals = { groups: 0, requested: [] };
  for (const hours of REACHES) {
    const rows = await longOrUnavailable(queryGroups(pool, READ, [now - (hours - 1) * HOUR_MS, now]));
    const { groups, requested } = waitingRow.parse(rows[0]);
    found = { groups: Math.min(groups, MOST_COUNTED_GROUPS), requested };
    if (groups >= MOST_COUNTED_GROUPS) break;
  }
  return found;
}
