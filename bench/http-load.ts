import { connect, type Socket } from "node:net";
import { MessageReader } from "./http-message";

export interface LoadTarget {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoadResult {
  /** Answers within the measured time. */
  readonly requests: number;
  /** All answers with status 200, including those of the warm-up. */
  readonly succeeded: number;
  /** All other answers and broken connections. */
  readonly failed: number;
  readonly seconds: number;
  /** Milliseconds from the first byte sent to the last byte received; null without an answer in the measured time. */
  readonly p50: number | null;
  readonly p99: number | null;
}

/**
 * Sends the same request again and again over some connections, one at a time on each. It does as little work as
 * possible, because on a small machine its time is missing from what is measured.
 */
export async function applyLoad(target: LoadTarget, connections: number, seconds: number): Promise<LoadResult> {
  const request = requestBytes(target);
  const warmUntil = performance.now() + seconds * 250;
  const until = warmUntil + seconds * 1000;
  const latencies: number[] = [];
  let succeeded = 0;
  let failed = 0;
  await Promise.all(Array.from({ length: connections }, () => serve()));
  latencies.sort((a, b) => a - b);
  const quantile = (share: number): number | null =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? null;
  return { requests: latencies.length, succeeded, failed, seconds, p50: quantile(0.5), p99: quantile(0.99) };

  async function serve(): Promise<void> {
    const socket = connect(target.port, target.host).setNoDelay(true);
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    await new Promise<void>((resolve) => {
      let sentAt = performance.now();
      const answer = new MessageReader();
      const send = (): void => {
        sentAt = performance.now();
        socket.write(request);
      };
      socket.on("data", (bytes: Buffer) => {
        if (!answer.push(bytes)) return;
        const now = performance.now();
        if (answer.head.startsWith("HTTP/1.1 200")) succeeded++;
        else failed++;
        if (sentAt >= warmUntil && now <= until) latencies.push(now - sentAt);
        answer.reset();
        if (now < until) send();
        else end(socket, resolve);
      });
      socket.on("error", () => {});
      socket.on("close", () => {
        if (performance.now() < until) failed++;
        resolve();
      });
      send();
    });
  }
}

function end(socket: Socket, resolve: () => void): void {
  socket.removeAllListeners("close").destroy();
  resolve();
}

/** A request as it goes over the wire. */
export function requestBytes({ host, port, path, headers, body }: LoadTarget): Buffer {
  const all = {
    host: `${host}:${port}`,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}
