import fc from "fast-check";
import { expect, test } from "vitest";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { callText } from "@/testing/spend/call-text";
import { countTurns } from "@/testing/turns";
import { readCallLines } from "./call-lines";

const TEXT = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("\\", "N", "\t", "\n", "\r", "\0", "b", "é", "😀") }),
);

test("the cells of lines are the texts that were written, whatever they hold", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.option(TEXT, { nil: undefined }), TEXT), { maxLength: 600 }), async (all) => {
      const written = all.map(([key, id]) => ({ call_id: id, ...(key !== undefined && { key_id: key }) }));
      const calls = await readCallLines(callText(written));
      expect(calls.count).toBe(all.length);
      const [id, key] = [CALL_FIELDS.indexOf("call_id"), CALL_FIELDS.indexOf("key_id")];
      const read = all.map((_, line) =>
        [key, id].map((column) => calls.textOf(line * calls.columns + column) ?? undefined),
      );
      expect(read).toEqual(all);
    }),
    { numRuns: 30 },
  );
});

test("the escapes that only PostgreSQL writes are read, too", async () => {
  const line = Buffer.from(["\\v\\b\\f", ...CALL_FIELDS.slice(1).map(() => "\\N")].join("\t") + "\n");
  expect((await readCallLines(line)).textOf(0)).toBe("\v\b\f");
});

test("the last call is where the next page begins", async () => {
  const calls = ["a", "b\t"].map((call_id, n) => ({ call_id, started_at: `179521920000${n}` }));
  expect((await readCallLines(callText(calls))).last()).toEqual({ startedAt: 1_795_219_200_001, callId: "b\t" });
  expect((await readCallLines(Buffer.alloc(0))).last()).toBeUndefined();
});

test("other work gets its turn while many lines are read", async () => {
  const text = callText(Array.from({ length: 10_000 }, (_, n) => ({ call_id: `call-${n}` })));
  const turns = countTurns();
  expect((await readCallLines(text)).count).toBe(10_000);
  turns.stop();
  expect(turns.count()).toBeGreaterThanOrEqual(10_000 / 2_000 - 1);
});
