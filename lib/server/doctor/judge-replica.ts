import { complaint, type Complaint, unreached } from "./complaint";
import type { ReplicaSeen } from "./observations";

/** How far a replica may be behind, in milliseconds: reports have nothing of that time. */
const MOST_BEHIND_MS = 60_000;

/** Reports fall back to the primary while its replica fails, so nobody would notice most of this. */
export function judgeReplica(found: ReplicaSeen | undefined): Complaint[] {
  if (found === undefined) return [];
  if (!found.reached) return [unreached(found.message, "check that it runs and that DATABASE_READ_URL is right")];
  if (found.role === "another")
    return [
      complaint(
        "database",
        "DATABASE_READ_URL leads to a database that is not a replica of the one in DATABASE_URL, so reports show other calls",
        "name a physical replica, or remove the variable",
      ),
    ];
  if (found.role === "writable")
    return [
      complaint(
        "database",
        "DATABASE_READ_URL leads to a server that accepts writes: the primary itself, or a replica that was promoted",
        "name a replica that follows the primary, or remove the variable",
      ),
    ];
  const complaints: Complaint[] = [];
  if (found.behindMs > MOST_BEHIND_MS)
    complaints.push(
      complaint(
        "database",
        found.behindMs === Infinity
          ? "The replica in DATABASE_READ_URL has replayed nothing from the primary since it started"
          : `The replica in DATABASE_READ_URL is ${Math.round(found.behindMs / 1000)} seconds behind the primary`,
        "check whether it still receives and replays what the primary writes (pg_stat_replication on the primary)",
      ),
    );
  if (found.fault !== undefined)
    complaints.push(
      complaint(
        "database",
        `The replica in DATABASE_READ_URL answers no reports (${found.fault}), so the primary does`,
        "give its role SELECT on all tables, and let the replica follow the primary",
      ),
    );
  return complaints;
}
