import type { Settings } from "@/lib/config/schema";
import type { Services } from "@/lib/gateway/services";
import { createSpendBook } from "@/lib/spend/io/book";
import { journalFolder } from "@/lib/spend/io/journal-folder";

/** Opens the book of this process's calls, with its journal. */
export function openSpend({
  environment,
  observer,
  settings,
  ...parts
}: Pick<Services, "environment" | "database" | "observer" | "log" | "now"> & {
  readonly settings: () => Settings;
}): Services["spend"] {
  return createSpendBook({
    ...parts,
    directory: journalFolder(environment),
    onCondition: (condition) => observer.happened?.({ kind: "journal", ...condition }),
    policy: () => ({
      maximumBytes: settings().general.journal_max_bytes,
      whenUnavailable: settings().general.when_journal_unavailable,
    }),
    mostNewNames: () => settings().general.max_new_names_per_day,
    models: () => settings().models,
  });
}
