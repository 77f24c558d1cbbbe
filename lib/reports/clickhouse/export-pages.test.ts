import { expect, test } from "vitest";
import { callText } from "@/testing/spend/call-text";
import { ClickHouseError } from "./clickhouse";
import { readRows } from "./export-pages";

test("an answer has calls, and how many rows were looked at for them", async () => {
  const { calls, looked } = await readRows(callText([{ call_id: "cäll-1" }, { call_id: "call-2" }], "1300"));
  expect([calls.count, calls.textOf(0), looked]).toEqual([2, "cäll-1", 1_300]);
  expect(await readRows(Buffer.alloc(0))).toMatchObject({ calls: { count: 0 }, looked: 0 });
});

test("an answer that breaks off within a row, or has an error behind its rows, is refused", async () => {
  const first = callText([{ call_id: "a" }], "2");
  const answer = Buffer.concat([first, callText([{ call_id: "b" }], "2")]);
  for (let end = first.length + 1; end < answer.length; end++)
    await expect(readRows(answer.subarray(0, end))).rejects.toThrow(ClickHouseError);
  for (const error of ["Code: 241. DB::Exception: Memory limit\n", "[1]\n", "\n", "x\t\n"])
    await expect(readRows(Buffer.concat([answer, Buffer.from(error)]))).rejects.toThrow("none of ClickHouse's");
});
