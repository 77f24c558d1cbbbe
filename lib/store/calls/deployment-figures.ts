import { queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { type CallFigures, readCallSeries } from "./call-series";

/** What the calls of one deployment were like. */
export interface DeploymentFigures extends Omit<CallFigures, "point"> {
  /** The id of its entry. */
  readonly deployment: string;
}

/** How many deployments are looked at, by their ids in order. */
const MOST_DEPLOYMENTS = 1_000;
/** Of fewer calls than this in a part of the period, the number in all of it is a poor guess. */
const FEWEST_OF_PART = 10;
/** Into how many parts the period of a sample is divided for each deployment. */
const MOST_PARTS = 100;

/** The deployments that calls name. It takes one step along the index for each, instead of a look at each call. */
const KNOWN_DEPLOYMENTS = `
WITH RECURSIVE known (deployment, n) AS (
  (SELECT deployment, 1 FROM calls WHERE deployment > '' ORDER BY deployment LIMIT 1)
  UNION ALL
  SELECT (
    SELECT calls.deployment FROM calls WHERE calls.deployment > known.deployment ORDER BY calls.deployment LIMIT 1
  ), n + 1
  FROM known WHERE known.deployment IS NOT NULL AND n < $1
)
SELECT deployment FROM known WHERE deployment IS NOT NULL`;

/**
 * Durations, rates and sums of the calls of each deployment that has some in a period, in milliseconds since the epoch.
 * If there are more than `most` calls, each deployment has as many of its calls read as any other: `isSampled`.
 */
export async function readDeploymentFigures(
  database: Database,
  { from, until }: { readonly from: number; readonly until: number },
  most: number,
): Promise<{ readonly rows: readonly DeploymentFigures[]; readonly isSampled: boolean }> {
  const known = await queryGroups<{ deployment: string }>(database.pool, KNOWN_DEPLOYMENTS, [MOST_DEPLOYMENTS]);
  const deployments = known.map(({ deployment }) => deployment);
  if (deployments.length === 0) return { rows: [], isSampled: false };
  const parts = deployments.flatMap((deployment, point) =>
    partsOf(from, until, countParts(deployments.length, most)).map((part) => ({ ...part, point, deployment })),
  );
  const { figures, isSampled } = await readCallSeries(database, [], parts, { most });
  const rows = figures.map(({ point, ...figure }) => ({ deployment: deployments[point] ?? "", ...figure }));
  return { rows, isSampled };
}

/** Into how many parts the period of each of this many deployments is divided, if `most` calls may be read in all. */
function countParts(deployments: number, most: number): number {
  return Math.max(1, Math.min(MOST_PARTS, Math.floor(most / (FEWEST_OF_PART * deployments))));
}

function partsOf(from: number, until: number, count: number): { readonly from: number; readonly until: number }[] {
  const edge = (part: number): number => from + Math.round(((until - from) * part) / count);
  return Array.from({ length: count }, (_, part) => ({ from: edge(part), until: edge(part + 1) }));
}
