import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import type { Composition } from "@/lib/server/compose";
import { startLineTo } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { apiRequest } from "@/testing/gateway/api-request";
import { readSamples } from "@/testing/gateway/read-samples";
import { composeTestServices, MASTER_KEY } from "@/testing/gateway/test-services";
import { dispatch } from "./dispatch";
import { OPERATIONS } from "./table";

let server: TestDatabase;
let line: Awaited<ReturnType<typeof startLineTo>>;
let node: Pick<Composition, "services" | "close">;
beforeAll(async () => {
  server = await startTestDatabase();
  line = await startLineTo(server.url);
  node = await composeTestServices({ databaseUrl: line.url });
});
afterAll(async () => {
  await node.close();
  await line.close();
  await server.stop();
});

/** What reads ask for that are refused without it before they reach the database. */
const INPUTS: Readonly<Record<string, string>> = {
  "/search": "query=t",
  "/auth/explain": "id=dec_1",
  "/auth/issuer/traffic": "issuer=https://id.example.com",
  "/team/info": "team_id=t",
  "/user/info": "user_id=u",
  "/organization/info": "organization_id=o",
  "/customer/info": "user_id=e",
  "/key/info": "key=k",
};
const READS = OPERATIONS.filter(
  ({ method, effect, access, modelBody }) =>
    method === "GET" && effect === "reads" && access !== "public" && !modelBody,
);

async function ask(path: string, bearer = MASTER_KEY): Promise<readonly [status: number, code: string | undefined]> {
  const headers = { authorization: `Bearer ${bearer}` };
  const { status, body } = await dispatch(
    node.services,
    apiRequest({ method: "GET", path, query: INPUTS[path] ?? "", headers }),
  );
  const code = /"code":"(\w+)"/.exec(String(body))?.[1];
  return [status, status === 200 ? undefined : code];
}

test.each([
  ["are reset", true],
  ["are refused", false],
])(
  "while connections to the database %s, every read tells that it is away, and none that the gateway failed",
  async (_, areOpen) => {
    line.mend();
    // A pool whose connections have worked learns of the fault by its next statement.
    if (areOpen) await expect.poll(async () => (await ask("/team/list"))[0]).toBe(200);
    line.cut();
    const told = await Promise.all(READS.map(async ({ path }) => [path, ...(await ask(path))] as const));
    const failed = told.filter(([, status]) => status >= 500);
    expect(failed.filter(([, status, code]) => status !== 503 || code !== "directory_unavailable")).toEqual([]);
    expect(failed.map(([path]) => path)).toEqual(expect.arrayContaining(["/team/list", "/key/list", "/global/spend"]));
  },
);

const alertRules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), expr: z.string(), labels: z.record(z.string(), z.string()) })),
    }),
  ),
});

test("while the database is away its metric is 0, for which the critical alert rule asks, and 1 once it is back", async () => {
  const rules = alertRules.parse(parse(readFileSync("deploy/prometheus/alerts.yml", "utf8"))).groups;
  const rule = rules.flatMap((group) => group.rules).find(({ alert }) => alert === "GatewayDatabaseAway");
  expect(rule?.labels["severity"]).toBe("critical");
  const [, metric, alerting] = /^(\w+) == (\d)$/.exec(rule?.expr ?? "") ?? [];
  const shown = async (): Promise<number | undefined> => {
    const headers = { authorization: `Bearer ${MASTER_KEY}` };
    const { status, body } = await dispatch(node.services, apiRequest({ method: "GET", path: "/metrics", headers }));
    expect(status).toBe(200);
    return readSamples(String(body)).find(({ name }) => name === metric)?.value;
  };
  line.mend();
  await expect.poll(shown).toBe(1);
  line.cut();
  // A key that is not known yet is looked up, so nobody waits for the next probe.
  expect(await ask("/models", "sk-not-looked-up-before")).toEqual([503, "directory_unavailable"]);
  expect(await shown()).toBe(Number(alerting));
  line.mend();
  await expect.poll(shown).toBe(1);
});
