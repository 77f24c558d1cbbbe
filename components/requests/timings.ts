import type { CallLog } from "@/lib/wire/spend";

/** One stretch of a call's time, in milliseconds since the gateway began to decide. */
export interface Timing {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly kind: "decision" | "upstream" | "stream";
}

/**
 * What a call spent its time on, in order. Failed attempts before the last are part of the wait for the upstream. A
 * time that is not known has no stretch.
 */
export function timingsOf(
  call: Pick<CallLog, "decision_ms" | "upstream_ms" | "first_token_ms" | "duration_ms" | "attempts">,
): readonly Timing[] {
  const { decision_ms: decision, upstream_ms: upstream, first_token_ms: first, duration_ms: duration } = call;
  const start = decision ?? 0;
  const end = start + duration;
  const within = (ms: number): number => Math.min(end, start + ms);
  const timings: Timing[] = [];
  if (decision !== null) timings.push({ label: "Decision", from: 0, to: start, kind: "decision" });
  const waited = call.attempts > 1 ? `Upstream, ${call.attempts} attempts` : "Upstream";
  const headAt = upstream === null ? undefined : within(upstream);
  timings.push({ label: waited, from: start, to: headAt ?? end, kind: "upstream" });
  if (headAt === undefined) return timings;
  const firstAt = first === null ? undefined : Math.max(headAt, within(first));
  if (firstAt !== undefined) timings.push({ label: "First content", from: headAt, to: firstAt, kind: "upstream" });
  if (end > (firstAt ?? headAt))
    timings.push({
      label: firstAt === undefined ? "Answer" : "Stream",
      from: firstAt ?? headAt,
      to: end,
      kind: "stream",
    });
  return timings;
}
