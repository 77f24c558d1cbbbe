import { formatCount } from "@/components/api/format";
import { cooldownText } from "@/components/models/describe-cooldown";
import type { CooldownView, DeploymentHealth, LastHour } from "@/lib/wire/contracts/health";

const MINUTE_MS = 60_000;

/** What happened at a deployment in a few minutes. */
export interface LaneStep {
  /** When it begins, in milliseconds since the epoch. */
  readonly at: number;
  readonly succeeded: number;
  readonly failed: number;
  /** The cooldowns that lasted at some time within it. */
  readonly cooldowns: readonly CooldownView[];
}

type RecentFigures = Pick<DeploymentHealth, "succeeded_by_step" | "failed_by_step" | "cooldowns">;

/** The last hour of a deployment in steps, the earliest first. `recent`: undefined if nobody has called it. */
export function laneSteps(
  { since, until, step_minutes: minutes }: Pick<LastHour, "since" | "until" | "step_minutes">,
  recent: RecentFigures | undefined,
): LaneStep[] {
  const width = minutes * MINUTE_MS;
  // Steps are counted from the epoch, so the first of them may begin before the hour.
  const first = Math.floor(Date.parse(since) / width) * width;
  return Array.from({ length: Math.ceil((Date.parse(until) - first) / width) }, (_, step) => {
    const at = first + step * width;
    return {
      at,
      succeeded: recent?.succeeded_by_step[step] ?? 0,
      failed: recent?.failed_by_step[step] ?? 0,
      cooldowns: (recent?.cooldowns ?? []).filter(
        (one) => Date.parse(one.since) < at + width && Date.parse(one.until) > at,
      ),
    };
  });
}

/** `13:04 to 13:06 UTC: 3 succeeded, 1 failed. On cooldown since 13:05:10 UTC on a: it refused connections`. */
export function stepText({ at, succeeded, failed, cooldowns }: LaneStep, stepMinutes: number): string {
  const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
  const counts =
    succeeded + failed === 0 ? "no calls" : `${formatCount(succeeded)} succeeded, ${formatCount(failed)} failed`;
  return [`${clock(at)} to ${clock(at + stepMinutes * MINUTE_MS)} UTC: ${counts}`, ...cooldowns.map(cooldownText)].join(
    ". ",
  );
}

/** The hour of a deployment as one string, with the latest cooldown. */
export function laneText(
  recent: (RecentFigures & Pick<DeploymentHealth, "served" | "declined" | "failed" | "retried">) | undefined,
): string {
  if (!recent) return "No calls";
  const { served, declined, failed, retried, cooldowns } = recent;
  const latest = cooldowns.at(-1);
  const counts = `${formatCount(served + declined)} succeeded, ${formatCount(failed + retried)} failed`;
  if (!latest) return counts;
  const times = cooldowns.length === 1 ? "" : `. ${formatCount(cooldowns.length)} cooldowns, the latest`;
  return `${counts}${times === "" ? ". " : `${times}: `}${cooldownText(latest)}`;
}
