import type { CallLog } from "@/lib/wire/spend";

/** Consecutive calls on one line: the newest of them, and how many there are. */
export interface CallRun<Call> {
  readonly call: Call;
  readonly count: number;
}

/**
 * Joins consecutive calls of one model that failed with the same status, so that one failing model does not fill the
 * list. `calls`: newest first.
 */
export function callRuns<Call extends Pick<CallLog, "requested_model" | "status">>(
  calls: readonly Call[],
): CallRun<Call>[] {
  const runs: CallRun<Call>[] = [];
  for (const call of calls) {
    const last = runs.at(-1);
    const isAlike =
      call.status !== "success" &&
      last?.call.status === call.status &&
      last.call.requested_model === call.requested_model;
    if (isAlike) runs[runs.length - 1] = { call: last.call, count: last.count + 1 };
    else runs.push({ call, count: 1 });
  }
  return runs;
}
