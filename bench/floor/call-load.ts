import { connect } from "node:net";
import { MessageReader } from "../http-message";
import { type LoadTarget, requestBytes } from "../http-load";

/** This many calls over some connections, one at a time on each. */
export interface CallJob {
  readonly target: LoadTarget;
  readonly connections: number;
  readonly calls: number;
  /** In what the calls differ from the target; they take them in turns. */
  readonly turns?: readonly CallTurn[];
}

export interface CallTurn {
  /** A bearer token. */
  readonly token?: string;
  readonly body?: string;
}

/** How many calls were answered with each status; a broken connection has none. */
export type AnswerCounts = Readonly<Record<string, number>>;

export interface CallResult {
  readonly counts: AnswerCounts;
  readonly latency: Latency;
}

/** Milliseconds from the first byte sent to the last byte received, of half of the calls and of 99 %. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Sends calls and counts their answers. It does little else, because its time is missing on a small machine. */
export async function applyCalls({ target, connections, calls, turns = [{}] }: CallJob): Promise<CallResult> {
  const requests = turns.map(({ token, body = target.body }) =>
    requestBytes({
      ...target,
      headers: { ...target.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body,
    }),
  );
  const counts: Record<string, number> = {};
  const latencies = new Float64Array(calls);
  let sent = 0;
  let answered = 0;
  await Promise.all(Array.from({ length: connections }, () => serve()));
  const sorted = latencies.subarray(0, answered).sort();
  return { counts, latency: { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) } };

  function serve(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(target.port, target.host).setNoDelay(true);
      const answer = new MessageReader();
      let sentAt = 0;
      const send = (): void => {
        const request = sent < calls ? requests[sent % requests.length] : undefined;
        if (!request) return void socket.destroy();
        sent++;
        sentAt = performance.now();
        socket.write(request);
      };
      socket.on("connect", send);
      socket.on("data", (bytes: Buffer) => {
        if (!answer.push(bytes)) return;
        latencies[answered++] = performance.now() - sentAt;
        const status = answer.head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
        counts[status] = (counts[status] ?? 0) + 1;
        answer.reset();
        send();
      });
      socket.on("error", reject);
      socket.on("close", () => resolve());
    });
  }
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
