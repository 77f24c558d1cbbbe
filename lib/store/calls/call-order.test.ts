import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_SORTS } from "@/lib/wire/spend";
import { type CallOrder, decodeCursor, encodeCursor, isNarrowed, orderBy, orderColumns } from "./call-order";

const orders = fc.record({
  sort: fc.constantFrom(...CALL_SORTS),
  order: fc.constantFrom("asc" as const, "desc" as const),
});
const NEWEST: CallOrder = { sort: "started_at", order: "desc" };

test("a cursor is read from its text, for every order", () => {
  fc.assert(
    fc.property(
      orders,
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      fc.string({ unit: "grapheme", maxLength: 40 }).filter((id) => !id.includes("\0")),
      (order, number, callId) => {
        const value = order.sort === "spend" ? `${number}.000000001` : number;
        const cursor = { value, startedAt: number, callId };
        expect(decodeCursor(order, encodeCursor(order, cursor))).toEqual(cursor);
      },
    ),
  );
});

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
test.each<[what: string, text: string]>([
  ["is not JSON", "abc"],
  ["is empty", ""],
  ["belongs to another column", text(["spend", "desc", "1.5", 5, "c"])],
  ["belongs to the other direction", text(["started_at", "asc", 5, 5, "c"])],
  ["has an instant that no calendar has", text(["started_at", "desc", 1e18, 5, "c"])],
  ["has a text where a number belongs", text(["started_at", "desc", "5", 5, "c"])],
  ["has a NUL in its id", text(["started_at", "desc", 5, 5, "c\0"])],
  ["has a part too many", text(["started_at", "desc", 5, 5, "c", 1])],
])("a text is not a cursor if it %s", (_what, given) => {
  expect(decodeCursor(NEWEST, given)).toBeUndefined();
});

test("an amount that is not a number of dollars is not a cursor", () => {
  const order: CallOrder = { sort: "spend", order: "desc" };
  for (const spend of ["1e5", "NaN", "Infinity", "", "1.0000000001", "123456789012"])
    expect(decodeCursor(order, text(["spend", "desc", spend, 5, "c"]))).toBeUndefined();
});

test("a list that is narrowed is not sorted by the index of amounts, and one that is not is", () => {
  const order: CallOrder = { sort: "spend", order: "asc" };
  expect(orderBy(orderColumns(order, false), "asc")).toBe("ORDER BY spend ASC, started_at ASC, call_id ASC");
  expect(orderBy(orderColumns(order, true), "desc")).toBe("ORDER BY (spend + 0) DESC, started_at DESC, call_id DESC");
  expect(isNarrowed([{}, { from: 1, until: 2 }, { teamId: undefined }])).toBe(false);
  expect(isNarrowed([{ from: 1 }, { teamId: "t" }])).toBe(true);
});
