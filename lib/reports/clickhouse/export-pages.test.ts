import { expect, test } from "vitest";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { countTurns } from "@/testing/turns";
import { ClickHouseError } from "./clickhouse";
import { readRows } from "./export-pages";

/** A line of ClickHouse's answer, which has looked at some rows. */
function lineOf(id: string, looked: number): string {
  const values = new Map<string, unknown>([
    ["call_id", id],
    ["started_at", "1795219200007"],
    ["spend", "12.5"],
    ["tags", ["a\nb"]],
    ["tried", '[{"model": "m", "failure": "500"}]'],
  ]);
  return `${JSON.stringify([...CALL_FIELDS.map((field) => values.get(field) ?? null), String(looked)])}\n`;
}

test("the rows of an answer are those of PostgreSQL, however many there are", async () => {
  const ids = Array.from({ length: 1_203 }, (_, n) => `cäll-${n}`);
  const { rows, looked } = await readRows(Buffer.from(ids.map((id) => lineOf(id, 1_300)).join("")));
  expect(rows.map(([id]) => id)).toEqual(ids);
  expect(looked).toBe(1_300);
  expect(rows[7]).toEqual(
    CALL_FIELDS.map(
      (field) =>
        ({
          call_id: "cäll-7",
          started_at: new Date(1_795_219_200_007),
          spend: "12.500000000",
          tags: ["a\nb"],
          tried: [{ model: "m", failure: "500" }],
        })[field as string] ?? null,
    ),
  );
  expect(await readRows(Buffer.alloc(0))).toEqual({ rows: [], looked: 0 });
});

test("other work gets its turn while an answer with many rows is read", async () => {
  const answer = Buffer.from(Array.from({ length: 5_000 }, (_, n) => lineOf(`call-${n}`, 5_000)).join(""));
  const turns = countTurns();
  expect((await readRows(answer)).rows).toHaveLength(5_000);
  turns.stop();
  expect(turns.count()).toBeGreaterThanOrEqual(5_000 / 500 - 1);
});

test("an answer that breaks off within a row, or has an error behind its rows, is refused", async () => {
  const answer = Buffer.from(lineOf("a", 2) + lineOf("b", 2));
  const first = Buffer.byteLength(lineOf("a", 2));
  for (let end = first + 1; end < answer.length - 1; end++)
    await expect(readRows(answer.subarray(0, end))).rejects.toThrow(ClickHouseError);
  for (const error of ["Code: 241. DB::Exception: Memory limit\n", "[1]\n", "{}\n", "x\t\n"])
    await expect(readRows(Buffer.concat([answer, Buffer.from(error)]))).rejects.toThrow("none of ClickHouse's");
});
