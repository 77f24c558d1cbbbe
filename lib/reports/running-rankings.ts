import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import { type DailyDimension, isTime } from "@/lib/store/spend/group-statement";
import type { LargestFigures, RankedGroups } from "@/lib/store/spend/largest-over-time";
import type { SpendMeasure } from "@/lib/wire/spend";
import type { SpendQuestion } from "./report-reader";

interface Running {
  readonly limit: number;
  readonly groups: Promise<RankedGroups | undefined>;
}

/**
 * The reports by payer that are being read. A page asks for its table and its chart at once, and finding the largest
 * payers takes longest, so the chart waits for those that the table finds.
 */
export class RunningRankings {
  readonly #running = new Map<string, Running>();

  /** Notes a report for as long as it runs. Its failure concerns only whoever asked for it. */
  note(
    { filter, dimensions, limit, measure = "spend" }: SpendQuestion,
    groups: Promise<RankedGroups | undefined>,
  ): void {
    const running: Running = { limit, groups: groups.catch(() => undefined) };
    if (dimensions.some(isTime)) return;
    const key = keyOf(filter, dimensions, measure);
    this.#running.set(key, running);
    void running.groups.finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    });
  }

  /** The largest groups as a report that runs at the moment finds them; undefined: there is none, or it fails. */
  async find({ filter, dimensions, count, measure }: LargestFigures): Promise<RankedGroups | undefined> {
    const groups = dimensions.filter((name) => !isTime(name));
    const running = this.#running.get(keyOf(filter, groups, measure));
    if (!running || running.limit < count) return undefined;
    const found = await running.groups;
    return found && { ...found, groups: found.groups.slice(0, count) };
  }
}

function keyOf(filter: DailyFilter, dimensions: readonly DailyDimension[], measure: SpendMeasure): string {
  return JSON.stringify([filter, dimensions, measure]);
}
