import { BusySet } from "@/lib/async/busy-set";

/** A request that is going on upstream and can be broken off. */
interface Running {
  abort(reason: Error): void;
  onEnd(listener: () => void): void;
}

/** The requests that are going on upstream, by the team that they are charged to, if there is one. */
export interface CallsUnderWay {
  enter(teamId: string | undefined, call: Running): void;
  /** Breaks off all requests of a team; their callers get `reason`. */
  cut(teamId: string, reason: Error): void;
  /** Breaks off all requests, and each one that begins later. */
  cutAll(reason: Error): void;
}

export function createCallsUnderWay(): CallsUnderWay {
  const teams = new Map<string | undefined, BusySet<Running>>();
  let end: Error | undefined;
  const abortAll = (calls: Iterable<Running>, reason: Error): void => {
    for (const call of calls) call.abort(reason);
  };
  return {
    enter(teamId, call) {
      if (end) return call.abort(end);
      let calls = teams.get(teamId);
      if (!calls) teams.set(teamId, (calls = new BusySet()));
      const entered = calls;
      const slot = entered.add(call);
      call.onEnd(() => {
        entered.delete(slot);
        if (entered.size === 0 && teams.get(teamId) === entered) teams.delete(teamId);
      });
    },
    cut(teamId, reason) {
      abortAll(teams.get(teamId) ?? [], reason);
    },
    cutAll(reason) {
      end = reason;
      for (const calls of [...teams.values()]) abortAll(calls, reason);
    },
  };
}
