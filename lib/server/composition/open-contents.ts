import type { Settings } from "@/lib/config/schema";
import type { ContentKeeper } from "@/lib/content/content-keeper";
import { openContentKeeper } from "@/lib/content/io/content-keeper";
import { startContentRetention } from "@/lib/content/io/content-retention";
import type { Services } from "@/lib/gateway/services";

interface OpenedContents {
  readonly contents: ContentKeeper;
  close(): Promise<void>;
}

/** Opens the keeping of what calls ask and answer, and starts dropping it when its time is over. */
export function openContents(
  {
    database,
    secrets,
    log,
    now,
    observer,
    settings,
  }: Pick<Services, "database" | "secrets" | "log" | "now" | "observer"> & { readonly settings: () => Settings },
  overrides: Partial<Services>,
): OpenedContents {
  const own = openContentKeeper({
    database,
    secrets,
    log,
    now,
    onLoss: (loss, calls) => observer.happened?.({ kind: "content lost", loss, calls }),
  });
  const retention = startContentRetention({ database, log, days: () => settings().general.content_retention_days });
  return {
    contents: overrides.contents ?? own,
    async close() {
      await Promise.all([own.close(), retention.close()]);
    },
  };
}
