import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startPgBouncer, type PgBouncer } from "@/testing/database/pgbouncer";
import { startLineTo, type TcpLine } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

const RESTARTS = 2;
const CALLERS = 8;
/** Calls that are made while the pooler is away, so that the outage is not over before anybody has noticed. */
const CALLS_OF_AN_OUTAGE = 300;

let database: TestDatabase;
let pooler: PgBouncer;
/** What stands between PostgreSQL and everything else. */
let line: TcpLine & { readonly url: string };
let upstream: LocalUpstream;
let gateway: GatewayProcess;
let key: string;

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream({ log: false })]);
  line = await startLineTo(await database.createDatabase());
  const directUrl = line.url;
  pooler = await startPgBouncer(directUrl);
  gateway = await startGateway({
    config: { model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }] },
    environment: { GATEWAY_CONSOLE: "off", DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: directUrl },
  });
  await manage("/team/new", { team_id: "t1" });
  ({ key } = (await manage("/key/generate", { team_id: "t1" })).body);
});
afterAll(async () => {
  // The gateway audits its books when it stops.
  await gateway?.stop();
  await pooler?.stop();
  await Promise.all([upstream?.stop(), line?.close()]);
  await database?.stop();
});

async function post(path: string, bearer: string, body: object) {
  const response = await fetch(gateway.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
const manage = (path: string, body: object) => post(path, gateway.masterKey, body);

async function booked(): Promise<number> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const response = await fetch(`${gateway.url}/spend/logs?size=1`, { headers });
  return response.ok ? (await response.json()).total : -1;
}

const OUTAGES = [
  ["a pooler that is killed", () => pooler.kill(), () => pooler.restart()],
  // The pooler keeps its clients and refuses their statements, with errors of its own.
  ["PostgreSQL that is down behind a pooler", async () => line.cut(), async () => line.mend()],
] as const;

/** The calls that earlier tests have made. */
let earlier = 0;

test.each(OUTAGES)(
  "%s and comes back fails no call and loses no spend, and writes say so and work again",
  async (_what, begin, end) => {
    const answers: number[] = [];
    let isOver = false;
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!isOver)
        answers.push((await post("/v1/chat/completions", key, { model: "tokens-1", messages: [] })).status);
    });
    const calls = async (count: number): Promise<void> => {
      const target = answers.length + count;
      await expect.poll(() => answers.length).toBeGreaterThan(target);
    };
    await calls(50);
    for (let restart = 0; restart < RESTARTS; restart++) {
      await begin();
      const refused = await manage("/team/update", { team_id: "t1", team_alias: `away ${restart}` });
      expect([refused.status, refused.body.error?.code]).toEqual([503, "directory_unavailable"]);
      await calls(CALLS_OF_AN_OUTAGE);
      await end();
      await expect
        .poll(() => manage("/team/update", { team_id: "t1", team_alias: `back ${restart}` }))
        .toMatchObject({ status: 200, body: { team_alias: `back ${restart}` } });
      await calls(50);
    }
    isOver = true;
    await Promise.all(callers);
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    earlier += answers.length;
    await expect.poll(booked).toBe(earlier);
  },
);
