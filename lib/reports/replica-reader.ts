import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import type { Logger } from "@/lib/log";
import { isDatabaseSlow } from "@/lib/store/failures";
import { isByIds } from "./postgres-reader";
import type { ReportReader } from "./report-reader";

/** How long the replica is left alone after a failure: a question may wait 5 s for a server that does not answer. */
const PAUSE_MS = 10_000;

interface ReplicaReaderOptions {
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Answers from a replica of PostgreSQL, and from the primary while the replica fails: it is away, cancels a question
 * that conflicts with what it replays, or lacks a migration. A question that takes too long is not asked twice. Calls
 * that are looked up by their ids and not found are looked for at the primary, which has the latest.
 */
export function createReplicaReader(
  replica: ReportReader,
  primary: ReportReader,
  { log, now }: ReplicaReaderOptions,
): ReportReader {
  let awayUntil: number | undefined;

  async function ask<Answer>(
    question: (reader: ReportReader) => Promise<Answer>,
    isOver: () => boolean = () => false,
  ): Promise<Answer> {
    if (awayUntil !== undefined && now() < awayUntil) return question(primary);
    try {
      const answer = await question(replica);
      if (awayUntil !== undefined) log.info("database.replica_back");
      awayUntil = undefined;
      return answer;
    } catch (error) {
      if (isDatabaseSlow(error) || error instanceof GatewayError || isOver()) throw error;
      if (awayUntil === undefined) log.warn("database.replica_away", { error: messageOf(error) });
      awayUntil = now() + PAUSE_MS;
      return question(primary);
    }
  }

  return {
    kept: (days) => ask((reader) => reader.kept(days)),
    report: (question) => ask((reader) => reader.report(question)),
    largest: (question) => ask((reader) => reader.largest(question)),
    async listCalls(filters, page, access) {
      const found = await ask((reader) => reader.listCalls(filters, page, access));
      if (found.calls.length > 0 || !isByIds(filters)) return found;
      return primary.listCalls(filters, page, access);
    },
    series: (question) => ask((reader) => reader.series(question)),
    deployments: (period) => ask((reader) => reader.deployments(period)),
    exportCalls: (question, line) =>
      ask(
        (reader) => reader.exportCalls(question, line),
        () => line.isGone,
      ),
  };
}
