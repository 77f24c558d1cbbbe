import type { Adapter, UpstreamRequest } from "@/lib/providers/adapter";
import type { Outcome } from "./outcome";

/** Requests of one call that are in flight at once. */
const AT_ONCE = 8;

type Whole = Extract<Outcome, { kind: "whole" }>;

/**
 * Sends the requests of a call whose upstream takes less in one than the call has. The outcome is that of all, or of
 * the first one that has failed: the call is tried again as a whole then. `onLost`: told the joined answers that the
 * upstream has charged for, and nobody gets.
 */
export async function sendParts(
  requests: readonly UpstreamRequest[],
  join: NonNullable<Adapter["split"]>["join"],
  send: (request: UpstreamRequest) => Promise<Outcome>,
  onLost: (bytes: Buffer) => void,
): Promise<Outcome> {
  const joined = (some: readonly Whole[]): Buffer =>
    join(some.map(({ head, bytes }) => ({ headers: head.headers, bytes })));
  const answered: Whole[] = [];
  const release = (some: readonly Outcome[]): void => {
    for (const one of some) if (one.kind === "whole") one.held.release();
  };
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    const outcomes = await Promise.all(requests.slice(at, at + AT_ONCE).map(send));
    const wholes = outcomes.filter(isAnswered);
    const failed = outcomes.find((one) => !isAnswered(one));
    if (failed) {
      const lost = [...answered, ...wholes];
      if (lost.length > 0) onLost(joined(lost));
      release([...answered, ...outcomes.filter((one) => one !== failed)]);
      return failed;
    }
    answered.push(...wholes);
  }
  const [first, ...others] = answered;
  if (!first) throw new RangeError("a call without a request");
  const bytes = joined(answered);
  release(others);
  return { ...first, bytes };
}

function isAnswered(outcome: Outcome): outcome is Whole {
  return outcome.kind === "whole" && outcome.head.status < 400;
}
