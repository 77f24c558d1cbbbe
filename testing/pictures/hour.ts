import pg from "pg";
import { LATENCY_BOUNDS_MS } from "@/lib/traffic-minute";

const MINUTES = 60;
/** The latency bucket of most calls of each deployment. A few calls are in the next bucket. */
const USUAL_BUCKETS = [6, 7, 8];

/**
 * Fills the last hour with the traffic of some deployments, the same on every run except for the times. The second
 * deployment has a few failures, and a few calls are refused. `now` is in milliseconds since the epoch.
 */
export async function fillHour(url: string, now: number, deployments: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (let back = MINUTES; back >= 1; back--) {
      const minute = new Date(Math.floor(now / 60_000) * 60_000 - back * 60_000);
      const wave = 1 + 0.3 * Math.sin(back / 5) + 0.15 * Math.sin(back * 1.9);
      for (const [index, deployment] of deployments.entries()) {
        const served = Math.round((36 * wave) / (index + 1));
        await add(client, minute, deployment, "served", served, latencyOf(served, index));
        if (index === 1 && back % 17 === 0) await add(client, minute, deployment, "failed", 2, latencyOf(2, index));
      }
      if (back % 7 < 3) await add(client, minute, "", "refused", 1 + (back % 4), []);
    }
  } finally {
    await client.end();
  }
}

function latencyOf(count: number, index: number): number[] {
  const usual = USUAL_BUCKETS[index % USUAL_BUCKETS.length] ?? 0;
  const slow = Math.floor(count / 9);
  return Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, bucket) =>
    bucket === usual ? count - slow : bucket === usual + 1 ? slow : 0,
  );
}

async function add(
  client: pg.Client,
  minute: Date,
  deployment: string,
  outcome: string,
  count: number,
  latency: readonly number[],
): Promise<void> {
  await client.query(
    `INSERT INTO traffic_minutes (minute, node, deployment, outcome, count, latency, first_at, last_at)
     VALUES ($1, 'pictures', $2, $3, $4, $5, $1, $1)`,
    [minute, deployment, outcome, count, latency],
  );
}
