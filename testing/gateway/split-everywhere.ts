import type { StreamReader } from "@/lib/providers/adapter";

/** How many places within the plain letters of a longer text are cut, because all of them take seconds. */
const PLAIN_PLACES = 500;

/**
 * The ways to cut these bytes in two, and all the single bytes, which are cut everywhere: what a reader gives out must
 * not depend on it. A long text is cut at each place next to a line end, an escape or a part of a character.
 */
export function* everySplit(text: string): Generator<readonly Buffer[]> {
  const bytes = Buffer.from(text);
  const step = Math.max(1, Math.ceil(bytes.length / PLAIN_PLACES));
  for (let cut = 0; cut <= bytes.length; cut++)
    if (cut % step === 0 || isMarked(bytes[cut - 1]) || isMarked(bytes[cut]))
      yield [bytes.subarray(0, cut), bytes.subarray(cut)];
  yield Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
}

function isMarked(byte = 0): boolean {
  return byte < 0x20 || byte > 0x7e || byte === 0x5c;
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
