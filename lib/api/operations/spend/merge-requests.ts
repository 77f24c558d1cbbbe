import { z } from "zod";

/** A row at its place in the list of calls and refusals: newest first, and at the same time refusals before calls. */
export interface RequestPlace {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly source: "call" | "refused";
  readonly id: string;
}

/** The first rows behind a place that a source has, in order, and whether it has more. */
export interface SourcePage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** Merges the first `size` rows of each source to one page. `next`: its last place; undefined: nothing is behind it. */
export function mergeRequests<Row extends RequestPlace>(
  calls: SourcePage<Row>,
  refusals: SourcePage<Row>,
  size: number,
): { readonly rows: readonly Row[]; readonly next: RequestPlace | undefined } {
  const merged: Row[] = [];
  let [call, refusal] = [0, 0];
  for (;;) {
    const [nextCall, nextRefusal] = [calls.rows[call], refusals.rows[refusal]];
    const isRefusal = nextRefusal !== undefined && (nextCall === undefined || nextRefusal.at >= nextCall.at);
    const row = isRefusal ? nextRefusal : nextCall;
    if (row === undefined) break;
    merged.push(row);
    if (isRefusal) refusal++;
    else call++;
  }
  const rows = merged.slice(0, size);
  const last = rows.at(-1);
  const hasMore = merged.length > size || calls.hasMore || refusals.hasMore;
  return { rows, next: hasMore && last ? { at: last.at, source: last.source, id: last.id } : undefined };
}

/** Behind which row of a source the list goes on after a place: one with this time and id, or what comes before any. */
export function placeIn(
  source: RequestPlace["source"],
  place: RequestPlace,
): { readonly at: number; readonly id: string } {
  const { at, id } = place;
  if (place.source === source) return { at, id };
  // After a refusal come all calls of its time; after a call no refusal of its time is left.
  return { at: source === "call" ? at + 1 : at, id: "" };
}

const shape = z.tuple([
  z.number().int().min(-62_135_596_800_000).max(253_402_300_799_998),
  z.enum(["call", "refused"]),
  // PostgreSQL refuses NUL.
  z
    .string()
    .max(512)
    .regex(/^[^\0]*$/),
]);

/** The text by which the next page is asked for. It is not signed: whoever changes it only begins elsewhere. */
export function encodeRequestPlace({ at, source, id }: RequestPlace): string {
  return Buffer.from(JSON.stringify([at, source, id])).toString("base64url");
}

/** The place that a text names; undefined: it names none. */
export function decodeRequestPlace(text: string): RequestPlace | undefined {
  try {
    const [at, source, id] = shape.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return { at, source, id };
  } catch {
    return undefined;
  }
}
