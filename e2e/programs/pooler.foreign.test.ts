import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startPgBouncer, type PgBouncer } from "@/testing/database/pgbouncer";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

let database: TestDatabase;
let pooler: PgBouncer;
let upstream: LocalUpstream;
/** Two nodes whose change feed goes past the pooler, and one that knows the pooler alone. */
let one: GatewayProcess;
let two: GatewayProcess;
let deaf: GatewayProcess;
let key: string;
let served = 0;

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream({ log: false })]);
  const directUrl = await database.createDatabase();
  pooler = await startPgBouncer(directUrl);
  const config = {
    model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
  };
  const start = (variables: Record<string, string>): Promise<GatewayProcess> =>
    startGateway({ config, environment: { GATEWAY_CONSOLE: "off", DATABASE_URL: pooler.url, ...variables } });
  // The first one migrates an empty database through the pooler.
  deaf = await start({});
  [one, two] = await Promise.all([
    start({ DATABASE_DIRECT_URL: directUrl }),
    start({ DATABASE_DIRECT_URL: directUrl }),
  ]);
  await manage(one, "/team/new", { team_id: "t1" });
  ({ key = "" } = await manage(one, "/key/generate", { team_id: "t1" }));
});
afterAll(async () => {
  // Each gateway audits its books when it stops.
  for (const gateway of [one, two, deaf]) await gateway?.stop();
  await pooler?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

interface Answer {
  readonly key?: string;
  readonly nodes?: { node: string; acknowledged_ms: number | null }[];
  readonly error?: { code: string };
}

async function ask<Body>(gateway: GatewayProcess, path: string, bearer: string, body?: object): Promise<Body> {
  const response = await fetch(gateway.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Body;
}

async function manage(gateway: GatewayProcess, path: string, body: object): Promise<Answer> {
  const answer = await ask<Answer>(gateway, path, gateway.masterKey, body);
  expect(answer.error).toBeUndefined();
  return answer;
}

async function call(gateway: GatewayProcess): Promise<string> {
  const body = { model: "tokens-1", messages: [] };
  const { error } = await ask<Answer>(gateway, "/v1/chat/completions", key, body);
  if (!error) served++;
  return error?.code ?? "served";
}

const callsOf = async (gateway: GatewayProcess): Promise<number> =>
  (await ask<{ total: number }>(gateway, "/spend/logs?size=1", gateway.masterKey)).total;

test("behind a pooler, readiness is 200 and says whether the change feed hears", async () => {
  const states = [one, two, deaf].map(async ({ url }) => {
    const response = await fetch(`${url}/health/readiness`);
    const { change_feed }: { change_feed: string } = await response.json();
    return [response.status, change_feed];
  });
  expect(await Promise.all(states)).toEqual([
    [200, "connected"],
    [200, "connected"],
    [200, "deaf"],
  ]);
  expect(deaf.output).toContain("change_feed.deaf");
  expect(deaf.output).toContain("ready on");
});

test("behind a pooler, a block holds at once on nodes that hear and soon on a deaf one", async () => {
  for (const blocking of [one, deaf, two]) {
    await expect.poll(() => call(deaf)).toBe("served");
    expect([await call(one), await call(two)]).toEqual(["served", "served"]);
    await manage(blocking, "/team/block", { team_id: "t1" });
    expect(await Promise.all([one, two, blocking].map(call))).toEqual(Array(3).fill("team_blocked"));
    await expect.poll(() => call(deaf)).toBe("team_blocked");
    await manage(blocking, "/team/unblock", { team_id: "t1" });
  }
});

test("behind a pooler, an entry and a setting that one node adds are in force on a deaf one soon after", async () => {
  const added = { model_name: "added", gateway_params: { model: "openai/tokens-2", api_base: upstream.apiBase } };
  await manage(one, "/model/new", added);
  const names = async (): Promise<string[]> =>
    (await ask<{ data: { id: string }[] }>(deaf, "/v1/models", deaf.masterKey)).data.map(({ id }) => id);
  await expect.poll(names).toContain("added");
  await manage(two, "/config/revisions", { settings: { enforce_rbac: true }, base_revision: null });
  const revision = async (): Promise<unknown> =>
    (await ask<{ revision: { id: number } | null }>(deaf, "/config/get", deaf.masterKey)).revision?.id;
  await expect.poll(revision).toBe(1);
});

test("behind a pooler, no call is lost or booked twice, and lists, reports and exports are whole", async () => {
  await expect.poll(() => call(deaf)).toBe("served");
  const answers = await Promise.all(
    Array.from({ length: 600 }, (_, index) => call([one, two, deaf][index % 3] ?? one)),
  );
  expect(answers.filter((answer) => answer !== "served")).toEqual([]);
  await expect.poll(() => callsOf(two)).toBe(served);
  const exported = await fetch(`${two.url}/spend/export?format=jsonl`, {
    headers: { authorization: `Bearer ${two.masterKey}` },
  });
  expect((await exported.text()).trim().split("\n")).toHaveLength(served);
  const { calls } = await ask<{ calls: number }>(deaf, "/global/spend", deaf.masterKey);
  expect(calls).toBe(served);
});
