import { expect, test } from "vitest";
import { refusalOf, TEAM_1, useSpendLog } from "@/testing/spend/spend-log";

const { ask } = useSpendLog();

const countsOf = (body: { readonly data: readonly Record<string, unknown>[] }): unknown[] =>
  body.data.filter(({ calls }) => calls !== 0).map(({ at, calls, failed_calls }) => [at, calls, failed_calls]);

test("GET /spend/series has a point for every day, with its calls, failures and times", async () => {
  const body = await ask("/spend/series", "start_date=2026-11-18&end_date=2026-11-21&step=1d");
  expect(body).toMatchObject({ step: "1d", time_zone: "UTC", sampled: false, counts: "exact", read: 5 });
  expect(body.data).toHaveLength(4);
  expect(body.data[0]).toMatchObject({ at: "2026-11-18T00:00:00.000Z", calls: 0, spend: 0, p50_ms: null });
  expect(countsOf(body)).toEqual([
    ["2026-11-19T00:00:00.000Z", 1, 0],
    ["2026-11-20T00:00:00.000Z", 1, 0],
    ["2026-11-21T00:00:00.000Z", 3, 1],
  ]);
  expect(body.data[1]).toMatchObject({ spend: 0.00002, tokens: 15, p50_ms: expect.any(Number) });
});

test("without a step, the points of the last day are quarters of an hour", async () => {
  const body = await ask("/spend/series", "");
  expect(body).toMatchObject({ step: "15m" });
  expect(body.data.length).toBeLessThanOrEqual(98);
});

test("the days are those of the zone", async () => {
  const body = await ask("/spend/series", "start_date=2026-11-21&end_date=2026-11-21&step=1d&time_zone=Asia/Tokyo");
  expect(body.data.map(({ at }) => at)).toEqual(["2026-11-20T15:00:00.000Z"]);
});

test.each([
  "step=1d",
  "step=1h",
  "step=1d&time_zone=Europe/Berlin",
  "step=1d&time_zone=America/New_York",
  "step=1d&by=team",
])("without times, figures have the same amounts by %s, and no call is read", async (query) => {
  const days = `start_date=2026-11-18&end_date=2026-11-22&${query}`;
  const withTimes = await ask("/spend/series", days);
  const counted = await ask("/spend/series", `${days}&times=false`);
  expect(counted).toMatchObject({ sampled: false, counts: "exact", read: 0, of: 5 });
  expect(counted.data).toEqual(withTimes.data.map(withoutTimes));
  const groups = (body: object) => groupsOf(body).map(({ id, data }) => [id, data.map(withoutTimes)]);
  if (query.includes("by=")) expect(groups(counted)).toEqual(groups(withTimes));
});

test.each(["step=15m", "step=1d&time_zone=Asia/Kolkata", "step=1d&status=error"])(
  "where figures do not have %s, calls are read without times, too",
  async (query) => {
    const days = `start_date=2026-11-20&end_date=2026-11-22&${query}`;
    const counted = await ask("/spend/series", `${days}&times=false`);
    const withTimes = await ask("/spend/series", days);
    expect(counted).toEqual({ ...withTimes, data: withTimes.data.map(withoutTimes) });
    expect(Reflect.get(counted, "read")).toBeGreaterThan(0);
  },
);

test("callers see the calls of their own team alone", async () => {
  const query = "start_date=2026-11-18&end_date=2026-11-21&step=1d";
  expect(countsOf(await ask("/spend/series", query, TEAM_1)).map((one) => (one as unknown[])[1])).toEqual([1, 1, 1]);
  expect(countsOf(await ask("/spend/series", `${query}&team_id=t2`, TEAM_1))).toEqual([]);
});

test.each(["step=1m&start_date=2026-11-01", "start_date=2030-01-01", "step=1w", "start_date=1970-01-01"])(
  "GET /spend/series refuses %s",
  async (query) => {
    await expect(ask("/spend/series", query)).rejects.toMatchObject(refusalOf(query));
  },
);

test("a series divided by team has one for each of those with the most calls, the largest first", async () => {
  const days = "start_date=2026-11-18&end_date=2026-11-21&step=1d";
  const body = await ask("/spend/series", `${days}&by=team`);
  expect(body).toMatchObject({ read: 5, of: 5 });
  const groups = groupsOf(body);
  expect(groups.map(({ id, name }) => [id, name])).toEqual([
    ["t1", null],
    ["t2", null],
  ]);
  expect(groups.map(({ data }) => data.map(({ calls }) => calls))).toEqual([
    [0, 1, 1, 1],
    [0, 0, 0, 2],
  ]);
  expect(groupsOf(await ask("/spend/series", `${days}&by=team&search=2`)).map(({ id }) => id)).toEqual(["t2"]);
  expect(groupsOf(await ask("/spend/series", `${days}&by=user&search=U&times=false`)).map(({ id }) => id)).toEqual([
    "u1",
    "u3",
    "u2",
  ]);
  expect(groupsOf(await ask("/spend/series", `${days}&by=user&search=%25`))).toEqual([]);
  expect(groupsOf(await ask("/spend/series", `${days}&by=user&model=other`)).map(({ id }) => id)).toEqual(["u1"]);
});

test.each(["by=team&status=error", "by=team&team_id=t1", "by=day", "search=t1"])(
  "GET /spend/series refuses %s",
  async (query) => {
    await expect(ask("/spend/series", query)).rejects.toMatchObject(refusalOf(query));
  },
);

test("a caller who is not an administrator cannot divide a series", async () => {
  await expect(ask("/spend/series", "by=team", TEAM_1)).rejects.toMatchObject(refusalOf("by=team"));
});

/** A point as figures have it. */
function withoutTimes(point: object): object {
  return Object.fromEntries(
    Object.entries(point).map(([name, value]) => [name, /_ms$|^tokens_per/.test(name) ? null : value]),
  );
}

interface Group {
  readonly id: string;
  readonly name: string | null;
  readonly data: readonly { readonly calls: number }[];
}

function groupsOf(body: object): readonly Group[] {
  return Reflect.get(body, "groups") as Group[];
}
