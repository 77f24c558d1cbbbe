import { messageOf } from "@/lib/error-message";
import type { Logger } from "@/lib/log";
import { pruneContents } from "@/lib/store/content/call-contents";
import type { Database } from "@/lib/store/database";
import { startPruner } from "@/lib/time/io/pruner";

export interface ContentRetentionOptions {
  readonly database: Pick<Database, "pool">;
  readonly log: Logger;
  /** `content_retention_days`. */
  readonly days: () => number;
  /** When the first round begins, in milliseconds. Default: one minute. */
  readonly firstAfterMs?: number;
}

/** Drops the content of calls whose time is over, soon after the start and then every hour. */
export function startContentRetention({ database, log, days, ...timing }: ContentRetentionOptions): {
  close(): Promise<void>;
} {
  return startPruner({
    ...timing,
    async prune() {
      const pruned = await pruneContents(database, days());
      if (pruned.deleted > 0 || pruned.dropped.length > 0)
        log.info("content_pruned", { days: pruned.dropped, calls: pruned.deleted });
    },
    onFailure: (error) => log.warn("content_not_pruned", { error: messageOf(error) }),
  });
}
