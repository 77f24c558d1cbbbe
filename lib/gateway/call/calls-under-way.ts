/** Something that goes on upstream and can be broken off. */
interface Running {
  abort(reason: Error): void;
  onEnd(listener: () => void): void;
}

/** What goes on upstream at the moment, by the team that it is charged to. */
export interface CallsUnderWay {
  enter(teamId: string, call: Running): void;
  /** Breaks off everything of a team; whoever waits for it gets `reason`. */
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
