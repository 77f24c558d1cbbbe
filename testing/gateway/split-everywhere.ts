import type { StreamReader } from "@/lib/providers/adapter";

/** A text with more bytes is cut at a quarter of the places, at another one each day: all of them take seconds. */
const SHORT = 500;
const [QUARTERS, DAY_MS] = [4, 86_400_000];

/**
 * Every way to cut these bytes in two, a quarter of the ways if they are many, and all the single bytes, which are cut
 * everywhere: what a reader gives out must not depend on it.
 */
export function* everySplit(text: string): Generator<readonly Buffer[]> {
  const bytes = Buffer.from(text);
  const [first, step] = bytes.length <= SHORT ? [0, 1] : [Math.floor(Date.now() / DAY_MS) % QUARTERS, QUARTERS];
  for (let cut = first; cut <= bytes.length; cut += step) yield [bytes.subarray(0, cut), bytes.subarray(cut)];
  yield Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
}

/**
 * Reads pieces to the end. `failure` is what the reader threw, and its event is then the last in `text`, as a caller
 * would see it.
 */
export function readAll(reader: StreamReader, pieces: readonly Uint8Array[]): { text: string; failure: unknown } {
  const out: Uint8Array[] = [];
  let failure: unknown;
  try {
    for (const piece of pieces) out.push(...reader.push(piece));
    out.push(...reader.end());
  } catch (error) {
    failure = error;
    // A reader throws GatewayErrors alone; anything else is a fault that the test must see.
    if (!(error instanceof Error) || error.name !== "GatewayError") throw error;
    out.push(reader.failure(error as Parameters<StreamReader["failure"]>[0]) ?? Buffer.alloc(0));
  }
  return { text: Buffer.concat(out).toString("utf8"), failure };
}

/** The JSON of each event's data; `[DONE]` as it is. */
export function eventValues(text: string): unknown[] {
  return text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) =>
      event
        .split("\n")
        .flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []))
        .join("\n"),
    )
    .map((data): unknown => (data === "[DONE]" ? data : JSON.parse(data)));
}
