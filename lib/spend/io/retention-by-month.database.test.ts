import { expect, test } from "vitest";
import { readPartitions } from "@/lib/store/partitions/partitions";
import { bookCalls } from "@/lib/store/calls/calls";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import type { CallLog } from "@/lib/wire/spend";
import { sampleLiteral } from "@/testing/spend/booked-rows";
import { useSpendFixture } from "@/testing/spend/spend-fixture";
import { recordingLog } from "@/testing/spend/spend-samples";
import { startRetention } from "./retention";

const fixture = useSpendFixture();
const at = (text: string): number => Date.parse(text);
const NOW = at("2042-03-20T12:00:00Z");

const shown = async (): Promise<string[]> =>
  (await fixture.ask<{ data: CallLog[] }>("/spend/logs")).data.map(({ call_id }) => call_id);
const partitions = async (): Promise<string[]> =>
  (await readPartitions(fixture.database, "calls"))
    .map(({ name }) => name)
    .filter((name) => name.startsWith("calls_204"));

test("calls are hidden on their day and dropped with their month, and the coming months are made", async () => {
  const times = ["2042-01-31T23:59:59.999Z", "2042-02-17T23:59:59Z", "2042-02-18T00:00:00Z", "2042-03-20T11:00:00Z"];
  await bookCalls(
    fixture.database,
    times.map((time) => sampleLiteral(time, at(time))),
  );
  const log = recordingLog();
  const retention = startRetention({ database: fixture.database, log, now: () => NOW, days: () => 30 });
  const { calls, partitions: dropped } = await retention.prune();
  await retention.close();

  expect(calls).toBe(0);
  expect(dropped[0]).toBe("calls_first");
  expect(dropped.at(-1)).toBe("calls_2042_01");
  expect(await partitions()).toEqual(["calls_2042_02", "calls_2042_03", "calls_2042_04", "calls_2042_05"]);
  expect(await shown()).toEqual(times.slice(2).reverse());
  const list = await fixture.ask<{ data: CallLog[]; total: number }>("/spend/logs", { status: "success" });
  expect(list).toMatchObject({ total: 2, total_is_exact: true });
  const { body } = await fixture.reply("/spend/export", { format: "jsonl" });
  const lines: Uint8Array[] = [];
  if (typeof body === "string" || Buffer.isBuffer(body)) throw new Error("An export is a stream");
  for await (const chunk of body) lines.push(chunk);
  expect(Buffer.concat(lines).toString().split("\n").filter(Boolean)).toHaveLength(2);

  // Nobody can say whether a call of a dropped month was booked, so none is booked there any more.
  await expect(bookCalls(fixture.database, [sampleLiteral("late", at("2042-01-05T00:00:00Z"))])).rejects.toThrow(
    /no longer kept/,
  );
  expect(await findSpendDiscrepancies(fixture.database)).toEqual([]);
});
