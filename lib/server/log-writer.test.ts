import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLogWriter } from "./log-writer";

/** A reader that takes a piece only when the test lets it. */
class SlowReader extends Writable {
  readonly pieces: string[] = [];
  #next: (() => void) | undefined;
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.pieces.push(chunk.toString());
    this.#next = done;
  }
  take(): void {
    const next = this.#next;
    this.#next = undefined;
    next?.();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
let folder: string;
let descriptor: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "log-writer-"));
  descriptor = openSync(join(folder, "log"), "w");
});
afterEach(() => {
  closeSync(descriptor);
  rmSync(folder, { recursive: true, force: true });
});

test("lines are written in their order, in pieces of whole lines that a pipe takes at once", async () => {
  const stream = new PassThrough();
  const pieces: string[] = [];
  stream.on("data", (piece) => pieces.push(String(piece)));
  const writer = createLogWriter({ stream, descriptor, isShared: () => true, onDropped: () => {} });
  const lines = Array.from({ length: 50 }, (_, at) => `${at} ${"é".repeat(200)}\n`);
  const long = `${"x".repeat(10_000)}\n`;
  for (const line of [...lines, long, "last\n"]) writer.write(line);
  expect(pieces).toEqual([]);
  await expect.poll(() => pieces.join("")).toBe([...lines, long, "last\n"].join(""));
  for (const piece of pieces) {
    expect(piece.endsWith("\n")).toBe(true);
    if (piece !== long) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(4_096);
  }
});

test("a process that writes alone hands over all lines of a turn at once, up to 64 kB", async () => {
  const stream = new PassThrough();
  const pieces: string[] = [];
  stream.on("data", (piece) => pieces.push(String(piece)));
  const writer = createLogWriter({ stream, descriptor, isShared: () => false, onDropped: () => {} });
  const lines = Array.from({ length: 150 }, (_, at) => `${at} ${"é".repeat(300)}\n`);
  for (const line of lines) writer.write(line);
  await expect.poll(() => pieces.join("")).toBe(lines.join(""));
  expect(pieces).toHaveLength(2);
  for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(65_536);
});

test("a reader that is too slow delays nobody: lines beyond a bound are dropped, and their number is reported once", async () => {
  const stream = new SlowReader();
  const told: number[] = [];
  const writer = createLogWriter({ stream, descriptor, isShared: () => true, onDropped: (lines) => told.push(lines) });
  const line = `${"x".repeat(1024 * 1024 - 1)}\n`;
  for (let at = 0; at < 11; at++) writer.write(line);
  await turn();
  expect(stream.pieces).toHaveLength(1);
  expect(told).toEqual([]);
  for (let at = 0; at < 20; at++) {
    stream.take();
    await turn();
  }
  expect(stream.pieces).toHaveLength(8);
  expect(told).toEqual([3]);
});

test("a reader that goes away ends nothing", async () => {
  const stream = new PassThrough();
  const writer = createLogWriter({ stream, descriptor, isShared: () => true, onDropped: () => {} });
  writer.write("a\n");
  stream.destroy(new Error("EPIPE"));
  await turn();
  for (let at = 0; at < 3; at++) {
    writer.write("b\n");
    await turn();
  }
});

test("a process that ends writes what still waits", async () => {
  const writer = createLogWriter({ stream: new PassThrough(), descriptor, isShared: () => true, onDropped: () => {} });
  writer.write("a\n");
  writer.write("b\n");
  writer.flush();
  expect(readFileSync(join(folder, "log"), "utf8")).toBe("a\nb\n");
});
