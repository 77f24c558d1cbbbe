import { subjectName } from "@/components/audit/subject-name";
import { actionName } from "@/components/sentences/action-names";
import type { AuditEvent } from "@/lib/wire/contracts/audit";

/** A step of a chart: its key, and the instants between which it lies, the end excluded, in milliseconds. */
export interface ChartStep {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** The deeds that a chart shows: what changes which calls are served, by whom and at what cost. */
const SHOWN: ReadonlySet<string> = new Set([
  "config.save",
  "config.rollback",
  "model.create",
  "model.update",
  "model.delete",
  "model.take_over",
  "team.block",
  "team.unblock",
]);

/** What changed during each step, in words, the earliest first; steps without a change are left out. */
export function marksOf(
  events: readonly Pick<AuditEvent, "at" | "action" | "entity_type" | "entity_id" | "before" | "after">[],
  steps: readonly ChartStep[],
): ReadonlyMap<string, readonly string[]> {
  const marks = new Map<string, string[]>();
  const shown = events
    .filter(({ action }) => SHOWN.has(action))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  for (const event of shown) {
    const at = Date.parse(event.at);
    const key = steps.find(({ from, to }) => from <= at && at < to)?.key;
    if (key === undefined) continue;
    marks.set(key, [...(marks.get(key) ?? []), `${actionName(event.action)}: ${subjectName(event)}`]);
  }
  return marks;
}
