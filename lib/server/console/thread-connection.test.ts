import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { buffer } from "node:stream/consumers";
import { MessageChannel } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { ThreadConnection } from "./thread-connection";

function pair(): [ThreadConnection, ThreadConnection] {
  const { port1, port2 } = new MessageChannel();
  return [new ThreadConnection(port1), new ThreadConnection(port2)];
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

describe("a connection between threads", () => {
  test("a connection between threads carries every byte in order, and the end, both ways", async () => {
    const [near, far] = pair();
    const there = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
    far.pipe(far);
    for (let at = 0; at < there.length; at += 100_000) near.write(there.subarray(at, at + 100_000));
    near.end();
    expect((await buffer(near)).equals(there)).toBe(true);
  });

  test("a connection between threads does not expose the memory beside a chunk", async () => {
    const [near, far] = pair();
    const pool = Buffer.from("secret piece secret");
    near.write(pool.subarray(7, 12));
    const [piece]: Buffer[] = await once(far, "data");
    expect(String(piece)).toBe("piece");
    expect(piece?.buffer.byteLength).toBe(5);
    near.destroy();
  });

  test("a connection between threads carries no more than the other end reads", async () => {
    const [near, far] = pair();
    const piece = Buffer.alloc(64 * 1024);
    for (let count = 0; count < 32; count++) near.write(piece);
    await turns();
    const waiting = near.writableLength;
    expect(waiting).toBeGreaterThan(28 * piece.length);
    far.resume();
    await once(near, "drain");
    expect(near.writableLength).toBe(0);
    near.destroy();
  });

  test("a connection between threads closes at both ends when one end is destroyed", async () => {
    const [near, far] = pair();
    near.destroy();
    await once(far, "close");
    expect(far.destroyed).toBe(true);
  });
});
