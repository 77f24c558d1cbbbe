import { formatCount, formatPercent } from "@/components/api/format";
import type { Tone } from "@/components/ui/badge";
import type { DeploymentHealth } from "@/lib/wire/contracts/health";
import type { ModelView } from "@/lib/wire/model";

/** The health of an entry, as the overview, the list of models and the drawer show it. */
export interface EntryHealth {
  readonly word: "Unusable" | "Cooling down" | "Failing" | "Degraded" | "Serving" | "No calls";
  readonly tone: Tone;
  /** The figures or the reason behind the word. */
  readonly because: string;
}

/** Below this success rate an entry does not count as serving. */
const SERVING_RATE = 0.95;
/** From this many failures in a row on, an entry is failing, whatever its rate. */
const FAILING_AFTER = 3;
/** From this many cooldowns within the hour on, an entry that serves again is degraded: it comes and goes. */
const UNSTABLE_AFTER = 3;

/**
 * The health of an entry, from its cooldowns on any node, its last minutes and its last hour. `recent`: undefined if
 * nobody has called it in the last hour.
 */
export function entryHealth(
  { unusable, cooldowns }: Pick<ModelView, "unusable" | "cooldowns">,
  recent: DeploymentHealth | undefined,
): EntryHealth {
  if (unusable !== null) return { word: "Unusable", tone: "bad", because: unusable };
  if (cooldowns.length > 0)
    return { word: "Cooling down", tone: "warn", because: cooldowns.map(({ model }) => model).join(", ") };
  const elsewhere = recent?.cooldowns.find(({ lasts }) => lasts);
  if (elsewhere) return { word: "Cooling down", tone: "warn", because: `On ${elsewhere.nodes.join(", ")}` };
  const rate = recent?.success_rate ?? null;
  if (!recent || rate === null) return { word: "No calls", tone: "neutral", because: "Not called in the last hour" };
  const because = successText(recent, rate);
  if (rate === 0 || recent.failures_since_success >= FAILING_AFTER) return { word: "Failing", tone: "bad", because };
  if (rate >= SERVING_RATE) return { word: "Serving", tone: "good", because };
  const { length: times } = recent.cooldowns;
  if (times >= UNSTABLE_AFTER)
    return { word: "Degraded", tone: "warn", because: `${because}; on cooldown ${times} times` };
  // Failures earlier in the hour no longer count once it serves again.
  if ((recent.recent_success_rate ?? rate) >= SERVING_RATE)
    return { word: "Serving", tone: "good", because: `Serves again; ${because}` };
  return { word: "Degraded", tone: "warn", because };
}

function successText({ failures_since_success: row, ...counts }: DeploymentHealth, rate: number): string {
  const failed = counts.failed + counts.retried;
  const all = failed + counts.served + counts.declined;
  if (rate === 1) return `${formatCount(all)} ${all === 1 ? "call" : "calls"} in the last hour, none failed`;
  const figures = `${formatPercent(rate)} of ${formatCount(all)} ${all === 1 ? "attempt" : "attempts"} succeeded in the last hour`;
  return row >= FAILING_AFTER && rate > 0 ? `${figures}; the last ${formatCount(row)} failed` : figures;
}

/** The label for `last_failure.failure`: why an attempt failed. */
export function failureText(failure: string): string {
  if (failure === "connection") return "No connection";
  if (failure === "timeout") return "Timeout";
  if (failure === "credential") return "No credential";
  if (failure === "no_answer") return "No answer";
  return `HTTP ${failure}`;
}
