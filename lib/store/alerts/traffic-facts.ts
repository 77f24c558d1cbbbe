import type { PoolClient } from "pg";
import type { TrafficMinute } from "@/lib/traffic-minute";

type DeploymentMinute = Pick<TrafficMinute, "deployment" | "outcome" | "count" | "firstAt" | "lastAt">;

/**
 * Counts the attempts that ended at deployments since a minute, in milliseconds since the epoch, by minute and over all
 * nodes. @throws the database's error
 */
export async function readDeploymentMinutes(client: PoolClient, since: number): Promise<DeploymentMinute[]> {
  const { rows } = await client.query<DeploymentMinute>(
    `SELECT deployment, outcome, sum(count)::float8 AS count,
       (extract(epoch FROM min(first_at)) * 1000)::float8 AS "firstAt",
       (extract(epoch FROM max(last_at)) * 1000)::float8 AS "lastAt"
     FROM traffic_minutes WHERE minute >= $1 AND deployment <> '' GROUP BY minute, deployment, outcome`,
    [new Date(since)],
  );
  return rows;
}

/** How many requests the gateway refused between two moments, over all nodes. @throws the database's error */
export async function countRefusals(client: PoolClient, since: number, until: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT coalesce(sum(count), 0)::float8 AS count FROM traffic_minutes WHERE minute >= $1 AND minute < $2 AND outcome = 'refused'",
    [new Date(since), new Date(until)],
  );
  return rows[0]?.count ?? 0;
}
