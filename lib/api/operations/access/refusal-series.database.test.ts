import { afterAll, beforeAll, expect, test } from "vitest";
import type { CountedRefusals } from "@/lib/refusal";
import { writeRefusalCounts } from "@/lib/store/record/refusal-groups";
import { refusalContracts } from "@/lib/wire/contracts/refusals";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const HOUR = 3_600_000;

let database: TestDatabase;
let gateway: InProcessGateway;
beforeAll(async () => {
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
});

const counted = (more: Partial<CountedRefusals>): CountedRefusals => ({
  code: "team_blocked",
  kind: "team",
  principal: "t",
  route: "/chat/completions",
  model: "m",
  hour: 0,
  count: 1,
  firstAt: 0,
  lastAt: 0,
  examples: [],
  ...more,
});

test("refusals over time are counted by hour or by day, and by code", async () => {
  const day = Date.parse("2026-03-10T00:00:00Z");
  await writeRefusalCounts(gateway.services.database, [
    counted({ hour: day + 9 * HOUR, count: 3 }),
    counted({ hour: day + 9 * HOUR, count: 2, code: "key_blocked" }),
    counted({ hour: day + 23 * HOUR, count: 4 }),
    counted({ hour: day + 24 * HOUR, count: 1, model: "other" }),
  ]);
  const pointsOf = async (query: string) => {
    const headers = { authorization: `Bearer ${gateway.masterKey}` };
    const answer = await gateway.send(`/auth/refusals/series?${query}`, { headers });
    const body = refusalContracts.series.output.parse(await answer.json());
    return { ...body, data: body.data.filter(({ refusals }) => refusals > 0).map(({ at, ...rest }) => [at, rest]) };
  };
  expect(await pointsOf("start_date=2026-03-10&end_date=2026-03-11")).toEqual({
    step: "1h",
    time_zone: "UTC",
    data: [
      ["2026-03-10T09:00:00.000Z", { refusals: 5, by_code: { team_blocked: 3, key_blocked: 2 } }],
      ["2026-03-10T23:00:00.000Z", { refusals: 4, by_code: { team_blocked: 4 } }],
      ["2026-03-11T00:00:00.000Z", { refusals: 1, by_code: { team_blocked: 1 } }],
    ],
  });
  const days = "start_date=2026-03-01&end_date=2026-03-31&time_zone=Europe/Berlin";
  expect((await pointsOf(`${days}&code=team_blocked`)).data).toEqual([
    ["2026-03-09T23:00:00.000Z", { refusals: 3, by_code: { team_blocked: 3 } }],
    ["2026-03-10T23:00:00.000Z", { refusals: 5, by_code: { team_blocked: 5 } }],
  ]);
  expect((await pointsOf(`${days}&model=other`)).data).toHaveLength(1);
});
