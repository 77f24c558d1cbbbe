import { z } from "zod";

/** The cursor of a row in the list of calls and refusals: newest first, and refusals before calls of the same time. */
export interface RequestCursor {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly source: "call" | "refused";
  readonly id: string;
}

/** The first rows of a source after a cursor, in order, and whether it has more. */
export interface SourcePage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/**
 * Merges the first `size` rows of each source into one page. `next`: the cursor of its last row; undefined: nothing
 * follows.
 */
export function mergeRequests<Row extends RequestCursor>(
  calls: SourcePage<Row>,
  refusals: SourcePage<Row>,
  size: number,
): { readonly rows: readonly Row[]; readonly next: RequestCursor | undefined } {
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

/**
 * After which row of a source the list goes on after a cursor: the row with this time and id, or an empty id, which
 * comes before all others.
 */
export function cursorIn(
  source: RequestCursor["source"],
  cursor: RequestCursor,
): { readonly at: number; readonly id: string } {
  const { at, id } = cursor;
  if (cursor.source === source) return { at, id };
  // All calls of its time follow a refusal; no refusal of its time follows a call.
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

/** The cursor of the next page. It is not signed: a changed cursor only begins the page elsewhere. */
export function encodeRequestCursor({ at, source, id }: RequestCursor): string {
  return Buffer.from(JSON.stringify([at, source, id])).toString("base64url");
}

/** What a cursor says; undefined: the text is not a cursor. */
export function decodeRequestCursor(text: string): RequestCursor | undefined {
  try {
    const [at, source, id] = shape.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return { at, source, id };
  } catch {
    return undefined;
  }
}
