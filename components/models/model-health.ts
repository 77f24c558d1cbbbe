import type { LastHourById } from "@/components/shared/use-last-hour";
import type { ModelView } from "@/lib/wire/model";
import { entryHealth, type EntryHealth } from "./entry-health";

/** The labels from worst to best. The worst of a model's deployments names the model's health. */
const WORST_FIRST: readonly EntryHealth["word"][] = [
  "Unusable",
  "Failing",
  "Cooling down",
  "Degraded",
  "Serving",
  "No calls",
];

/**
 * The health of a model: that of its worst deployments, with their number, as in `1 of 2 failing`. Undefined without
 * deployments.
 */
export function modelHealth(
  entries: readonly Pick<ModelView, "id" | "unusable" | "cooldowns">[],
  recent: LastHourById,
): { readonly label: string; readonly tone: EntryHealth["tone"]; readonly because: string } | undefined {
  const all = entries.map((entry) => entryHealth(entry, recent.get(entry.id)));
  const word = WORST_FIRST.find((one) => all.some((health) => health.word === one));
  const same = all.filter((health) => health.word === word);
  const [worst] = same;
  if (worst === undefined) return undefined;
  const standsAlone = same.length === all.length || worst.word === "Serving";
  return {
    label: standsAlone ? worst.word : `${same.length} of ${all.length} ${worst.word.toLowerCase()}`,
    tone: worst.tone,
    because: worst.because,
  };
}
