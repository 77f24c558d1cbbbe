import { beforeAll, expect, test } from "vitest";
import { refusalOf, TEAM_1, useSpendLog } from "@/testing/spend/spend-log";

const log = useSpendLog();
const { ask } = log;

beforeAll(() => log.playOldCall());

test("GET /spend/report sums by day over the last thirty days by default", async () => {
  const body = await ask("/spend/report", "");
  expect(
    body.data.map(({ day, calls, failed_calls, unpriced_calls, spend }) => [
      day,
      calls,
      failed_calls,
      unpriced_calls,
      spend,
    ]),
  ).toEqual([
    ["2026-11-11", 1, 0, 0, 0.00002],
    ["2026-11-19", 1, 0, 0, 0.00002],
    ["2026-11-20", 1, 0, 0, 0.00002],
    ["2026-11-21", 3, 1, 1, 0.00004],
  ]);
  expect(body.totals).toEqual({
    spend: 0.0001,
    calls: 6,
    failed_calls: 1,
    prompt_tokens: 60,
    completion_tokens: 30,
    unpriced_calls: 1,
  });
  expect(body.truncated).toBe(false);
});

test.each([
  [
    "group_by=team",
    [
      ["t1", 3],
      ["t2", 2],
      ["t9", 1],
    ],
    "team_id",
  ],
  [
    "group_by=user&start_date=2026-11-19",
    [
      ["u1", 2],
      ["u2", 1],
      ["u3", 2],
    ],
    "user_id",
  ],
  [
    "group_by=model&team_id=t2",
    [
      ["model", 1],
      ["y", 1],
    ],
    "model",
  ],
  [
    "group_by=provider&start_date=2026-11-21&end_date=2026-11-21",
    [
      ["sample", 2],
      ["x", 1],
    ],
    "provider",
  ],
  ["group_by=key", [["k1", 1]], "key_id"],
  ["group_by=team&model=other", [["t1", 1]], "team_id"],
  ["group_by=organization", [["o1", 6]], "organization_id"],
  ["group_by=end_user", [], "end_user_id"],
  [
    "group_by=tag",
    [
      ["a", 6],
      ['b,{}"c', 6],
    ],
    "tag",
  ],
  [
    "tag=a&group_by=provider",
    [
      ["sample", 5],
      ["x", 1],
    ],
    "provider",
  ],
  ["group_by=requested_model", [["sample", 6]], "requested_model"],
  ["group_by=issuer", [["https://idp", 2]], "issuer"],
  [
    "group_by=issuer&rest=true",
    [
      ["", 4],
      ["https://idp", 2],
    ],
    "issuer",
  ],
  [
    "group_by=model&issuer=https%3A%2F%2Fidp",
    [
      ["model", 1],
      ["other", 1],
    ],
    "model",
  ],
  [
    "team_id=t1&group_by=user",
    [
      ["u1", 2],
      ["u2", 1],
    ],
    "user_id",
  ],
  [
    "user_id=u1&group_by=team",
    [
      ["t1", 2],
      ["t9", 1],
    ],
    "team_id",
  ],
  ["user_id=u1&team_id=t9&group_by=model", [["model", 1]], "model"],
  // What follows is added up from single calls.
  ["team_id=t1&group_by=key", [["k1", 1]], "key_id"],
  [
    "team_id=t1&group_by=key&rest=true",
    [
      ["", 2],
      ["k1", 1],
    ],
    "key_id",
  ],
  [
    "team_id=t2&group_by=tag",
    [
      ["a", 2],
      ['b,{}"c', 2],
    ],
    "tag",
  ],
  ["team_id=t1&key_id=k1&group_by=model", [["model", 1]], "model"],
  ["tag=a&team_id=t1&user_id=u1&group_by=provider", [["sample", 2]], "provider"],
  ["organization_id=o1&issuer=https%3A%2F%2Fidp&group_by=team", [["t1", 2]], "team_id"],
  ["issuer=https%3A%2F%2Fidp&group_by=team,user", [["t1", 2]], "team_id"],
  [
    "group_by=team,user",
    [
      ["t1", 2],
      ["t1", 1],
      ["t2", 2],
      ["t9", 1],
    ].sort(),
    "team_id",
  ],
])("GET /spend/report sums with %s", async (query, expected, field) => {
  const body = await ask("/spend/report", query);
  expect(body.data.map((row) => [row[field], row.calls]).sort()).toEqual(expected);
});

test.each([
  [
    "group_by=team",
    [
      ["t1", 3],
      ["t2", 2],
      ["t9", 1],
    ],
    "team_id",
  ],
  [
    "group_by=key",
    [
      ["", 5],
      ["k1", 1],
    ],
    "key_id",
  ],
  ["group_by=key&model=other", [["", 1]], "key_id"],
  ["group_by=end_user", [["", 6]], "end_user_id"],
  [
    "group_by=tag",
    [
      ["a", 6],
      ['b,{}"c', 6],
    ],
    "tag",
  ],
])("GET /spend/report with %s and the rest counts every call", async (query, expected, field) => {
  const body = await ask("/spend/report", `${query}&rest=true`);
  expect(body.data.map((row) => [row[field], row.calls]).sort()).toEqual(expected);
});

test("the rows and the rest of a report add up to its totals, also by day and model", async () => {
  const { data, totals } = await ask("/spend/report", "group_by=day,key,model&rest=true");
  expect(totals.calls).toBe(6);
  expect(data.reduce((sum, row) => sum + Number(row.calls), 0)).toBe(6);
  expect(data.reduce((sum, row) => sum + Math.round(Number(row.spend) * 1e9), 0)).toBe(100_000);
  expect(data.filter(({ key_id }) => key_id === "").map(({ day }) => day)).toContain("2026-11-11");
});

test("a truncated report has no rest, because its missing rows would look like calls without a payer", async () => {
  const body = await ask("/spend/report", "group_by=team&rest=true&limit=1");
  expect(body.data.map(({ team_id }) => team_id)).toEqual(["t1"]);
  expect(body).toMatchObject({ truncated: true, totals: { calls: 6 } });
});

test("GET /spend/report sums by day, team and model together, and marks a truncated answer", async () => {
  const body = await ask("/spend/report", "group_by=model,day,team&limit=2&start_date=2026-11-19");
  expect(body.data.map(({ day, team_id, model }) => [day, team_id, model])).toEqual([
    ["2026-11-19", "t1", "model"],
    ["2026-11-20", "t1", "other"],
  ]);
  expect(body).toMatchObject({ truncated: true, totals: { calls: 5 } });
});

test.each(["2020-01-01", "1969-12-31", "0001-01-01"])(
  "a period that ends on %s, before there were calls, is empty",
  async (end_date) => {
    for (const asked of ["", "group_by=team", "group_by=model&time_zone=Asia/Kolkata", "group_by=day&team_id=t2"])
      expect((await ask("/spend/report", `${asked}&end_date=${end_date}`.replace(/^&/, ""))).data, asked).toEqual([]);
    expect((await ask("/spend/logs", `end_date=${end_date}`)).data).toEqual([]);
  },
);

test("GET /spend/report shows a team only its own spend", async () => {
  expect((await ask("/spend/report", "group_by=day,model", TEAM_1)).totals.calls).toBe(3);
  expect((await ask("/spend/report", "team_id=t1&group_by=team", TEAM_1)).data).toMatchObject([
    { team_id: "t1", calls: 3 },
  ]);
  await expect(ask("/spend/report", "team_id=t2", TEAM_1)).rejects.toMatchObject({
    code: "invalid_request",
    options: { param: "team_id" },
  });
  const tags = await ask("/spend/report", "group_by=tag", TEAM_1);
  expect(tags.data.map(({ tag, calls }) => [tag, calls])).toEqual([
    ["a", 3],
    ['b,{}"c', 3],
  ]);
  const members = await ask("/spend/report", "group_by=user", TEAM_1);
  expect(members.data.map(({ user_id, calls }) => [user_id, calls])).toEqual([
    ["u1", 2],
    ["u2", 1],
  ]);
});

test.each([
  ["team_id=t1&organization_id=o1&start_date=2026-10-01", "start_date"],
  ["tag=a&group_by=team&start_date=2026-10-21&end_date=2026-11-21", "start_date"],
  ["start_date=2026-11-21&end_date=2026-11-20", "start_date"],
])("GET /spend/report refuses %s", async (query, param) => {
  await expect(ask("/spend/report", query)).rejects.toMatchObject({ code: "invalid_request", options: { param } });
});

test.each([
  "group_by=team,key",
  "group_by=moon",
  "group_by=",
  "start_date=2026-11-31",
  "start_date=2026-11-21T00:00:00Z",
  "limit=0",
  "x=y",
])("the schema of GET /spend/report refuses %s", async (query) => {
  await expect(ask("/spend/report", query)).rejects.toMatchObject(refusalOf(query));
});

test("a team's bill by key, added up from calls, has hours, days of any zone and the largest keys", async () => {
  const bill = "team_id=t1&start_date=2026-11-19&end_date=2026-11-21&rest=true";
  const hours = await ask("/spend/report", `${bill}&group_by=hour,key`);
  expect(hours.data.map(({ hour, key_id, calls }) => [hour, key_id, calls]).sort()).toEqual([
    ["2026-11-19T12:00:00Z", "", 1],
    ["2026-11-20T12:00:00Z", "", 1],
    ["2026-11-21T11:00:00Z", "k1", 1],
  ]);
  const days = await ask("/spend/report", `${bill}&group_by=day,key&time_zone=Asia/Kolkata&largest=1`);
  expect(days.data.map(({ day, key_id, calls }) => [day, key_id, calls])).toEqual([
    ["2026-11-19", "", 1],
    ["2026-11-20", "", 1],
    ["2026-11-21", "k1", 1],
  ]);
  expect([hours.totals, days.totals]).toMatchObject([{ calls: 3 }, { calls: 3 }]);
});

test("GET /global/spend answers the total and each of the last thirty days, including days without calls", async () => {
  const body = await ask("/global/spend", "");
  expect(body).toMatchObject({
    spend: 0.0001,
    calls: 6,
    prompt_tokens: 60,
    completion_tokens: 30,
    unpriced_calls: 1,
  });
  expect(body.by_day).toHaveLength(30);
  expect(body.by_day[0]).toMatchObject({ day: "2026-10-23", calls: 0, spend: 0 });
  expect(body.by_day[29]).toMatchObject({ day: "2026-11-21", calls: 3, spend: 0.00004 });
});

test("GET /global/spend shows a team only its own spend", async () => {
  expect(await ask("/global/spend", "", TEAM_1)).toMatchObject({ spend: 0.00006, calls: 3 });
});
