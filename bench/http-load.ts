import { connect, type Socket } from "node:net";

export interface LoadTarget {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoadResult {
  /** Answered within the measured time. */
  readonly requests: number;
  /** Every answer with status 200, those of the warm-up included. */
  readonly succeeded: number;
  /** Every other answer or broken connection. */
  readonly failed: number;
  readonly seconds: number;
  /** Milliseconds from the first byte sent to the last byte received. */
  readonly p50: number;
  readonly p99: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

/**
 * Sends the same request again and again over some connections, one at a time on each, with as little work of its own
 * as can be: on a small machine the generator takes its time from what it measures.
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
  const quantile = (share: number): number => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { requests: latencies.length, succeeded, failed, seconds, p50: quantile(0.5), p99: quantile(0.99) };

  async function serve(): Promise<void> {
    const socket = connect(target.port, target.host).setNoDelay(true);
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    await new Promise<void>((resolve) => {
      let sentAt = performance.now();
      const answer = new AnswerReader();
      const send = (): void => {
        sentAt = performance.now();
        socket.write(request);
      };
      socket.on("data", (bytes: Buffer) => {
        if (!answer.push(bytes)) return;
        const now = performance.now();
        if (answer.status === 200) succeeded++;
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

function requestBytes({ host, port, path, headers, body }: LoadTarget): Buffer {
  const all = { host: `${host}:${port}`, "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/** Finds the end of one HTTP/1.1 answer, with a length or in chunks. */
class AnswerReader {
  status = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #end: number | undefined;
  #chunked = false;

  /** Whether the answer is complete with these bytes. */
  push(bytes: Buffer): boolean {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    if (this.#end === undefined && !this.#chunked && !this.#readHead()) return false;
    if (this.#end !== undefined) return this.#bytes.length >= this.#end;
    return this.#bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  }

  reset(): void {
    this.#bytes = Buffer.alloc(0);
    this.#end = undefined;
    this.#chunked = false;
  }

  #readHead(): boolean {
    const headEnd = this.#bytes.indexOf(HEAD_END);
    if (headEnd === -1) return false;
    const head = this.#bytes.toString("latin1", 0, headEnd);
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) this.#chunked = true;
    else this.#end = headEnd + HEAD_END.length + Number(length);
    return true;
  }
}
