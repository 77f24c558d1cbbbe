import type { AttemptEnded, CallSettled, Decided, FirstByteSent } from "@/lib/gateway/observer";
import { Counted } from "@/lib/observe/metrics/counted";
import { DeploymentLog } from "@/lib/observe/metrics/deployment-log";
import { LabelBound } from "@/lib/observe/metrics/label-bound";
import { createMetricsObserver } from "@/lib/observe/metrics/metrics-observer";
import { NO_USAGE } from "@/lib/usage";

const WARM_UP = 100_000;
const CALLS = 1_000_000;
const TEAMS = 100;
/** How many different calls are counted, again and again. */
const DIFFERENT = 1_000;

/**
 * Microseconds of processor time that the metrics take to count one call, with everything else left out. The paired
 * rounds measure the cost within a gateway, but cannot distinguish less than a hundredth from nothing.
 */
export function countingMicroseconds(): number {
  const teams = new LabelBound(() => TEAMS);
  const observer = createMetricsObserver({
    isOn: () => true,
    counted: new Counted(),
    deployments: new DeploymentLog(),
    teams,
    modelOf: () => undefined,
    traceOf: () => undefined,
  });
  const deployment = { id: "deployment", entry: { model_name: "bench/*", gateway_params: { model: "openai/*" } } };
  const call = { request: { isGone: false } };
  const usage = { ...NO_USAGE, promptTokens: 25, completionTokens: 9 };
  const moments = Array.from({ length: DIFFERENT }, (_, at) => {
    const times = { durationMs: at % 60, decisionMs: 0.3, firstTokenMs: at % 40 };
    const record = { usage, spendNano: BigInt(at), teamId: `team ${at % TEAMS}`, ...times };
    return {
      decided: { allow: true } as Decided,
      ended: { call, deployment, startedAt: at, endedAt: at + (at % 50) } as unknown as AttemptEnded,
      settled: { call, deployment, record, attemptsMs: at % 50 } as unknown as CallSettled,
      sent: { route: "/v1/chat/completions", status: 200 } as FirstByteSent,
    };
  });
  const tell = (calls: number): void => {
    for (let counted = 0; counted < calls; counted += DIFFERENT)
      for (const { decided, ended, settled, sent } of moments) {
        observer.decided?.(decided);
        observer.attemptEnded?.(ended);
        observer.callSettled?.(settled);
        observer.firstByteSent?.(sent);
      }
  };
  tell(WARM_UP);
  const before = process.cpuUsage();
  tell(CALLS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}
