import { expect, test } from "vitest";
import { refusalOf, useSpendLog } from "@/testing/spend/spend-log";

const { ask } = useSpendLog();
const DAYS = "start_date=2026-11-18&end_date=2026-11-21";

test("GET /spend/summary sums up all calls of a period in one row", async () => {
  const body = await ask("/spend/summary", DAYS);
  expect(body).toMatchObject({
    start_date: "2026-11-18T00:00:00.000Z",
    end_date: "2026-11-22T00:00:00.000Z",
    sampled: false,
    read: 5,
    of: 5,
  });
  expect(body.data).toMatchObject([{ deployment: null, calls: 5, failed_calls: 1, p95_ms: expect.any(Number) }]);
});

test("GET /spend/summary by deployment has a row for each that answered", async () => {
  const { data } = await ask("/spend/summary", `${DAYS}&by=deployment`);
  expect(data).toMatchObject([{ deployment: "d1", calls: 5, failed_calls: 1 }]);
});

test("a period without calls has one row of zeros, and no deployments", async () => {
  const before = "start_date=2026-10-01&end_date=2026-10-02";
  const { data } = await ask("/spend/summary", before);
  expect(data).toMatchObject([{ deployment: null, calls: 0, spend: 0, p50_ms: null, read: 0 }]);
  expect((await ask("/spend/summary", `${before}&by=deployment`)).data).toEqual([]);
});

test("the days are those of the zone, and a day alone reaches to now", async () => {
  const { start_date: start } = (await ask(
    "/spend/summary",
    "start_date=2026-11-21&time_zone=Asia/Tokyo",
  )) as unknown as { start_date: string };
  expect(start).toBe("2026-11-20T15:00:00.000Z");
});

test.each(["start_date=2030-01-01", "start_date=2026-11-02&end_date=2026-11-01", "by=team"])(
  "GET /spend/summary refuses %s",
  async (query) => {
    await expect(ask("/spend/summary", query)).rejects.toMatchObject(refusalOf(query));
  },
);
