/** A request that is going on upstream and can be broken off. */
interface Running {
  abort(reason: Error): void;
  onEnd(listener: () => void): void;
}

/** The requests that are going on upstream, by the team that they are charged to. */
export interface CallsUnderWay {
  enter(teamId: string, call: Running): void;
  /** Breaks off all requests of a team; their callers get `reason`. */
  cut(teamId: string, reason: Error): void;
}

export function createCallsUnderWay(): CallsUnderWay {
  const teams = new Map<string, Set<Running>>();
  return {
    enter(teamId, call) {
      let calls = teams.get(teamId);
      if (!calls) teams.set(teamId, (calls = new Set()));
      const entered = calls.add(call);
      call.onEnd(() => {
        entered.delete(call);
        if (entered.size === 0 && teams.get(teamId) === entered) teams.delete(teamId);
      });
    },
    cut(teamId, reason) {
      for (const call of [...(teams.get(teamId) ?? [])]) call.abort(reason);
    },
  };
}
