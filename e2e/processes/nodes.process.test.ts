import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let first: GatewayProcess;
let second: GatewayProcess;
let token: string;

beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([
    startTestDatabase(),
    startProvider(),
    startUpstream({ log: false }),
  ]);
  const options = {
    environment: {
      GATEWAY_CONSOLE: "off",
      DATABASE_URL: await database.createDatabase(),
      JWT_PUBLIC_KEY_URL: provider.jwksUrl,
      JWT_AUDIENCE: provider.audience,
    },
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: { roles_jwt_field: "roles", user_id_jwt_field: "employee" },
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
    },
  };
  // Both start at once, on an empty database.
  [first, second] = await Promise.all([startGateway(options), startGateway(options)]);
  await manage(first, "/team/new", { team_id: provider.project.clientId });
  token = await provider.projectToken();
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await Promise.all([provider?.stop(), upstream?.stop(), database?.stop()]);
});

interface Answer {
  readonly nodes: { node: string; acknowledged_ms: number | null }[];
  readonly error?: { code: string };
}

async function manage(gateway: GatewayProcess, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(gateway.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}` },
    body: JSON.stringify(body),
  });
  const answer: Answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
}

async function call(gateway: GatewayProcess, bearer = token): Promise<string> {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "tokens-1", messages: [] }),
  });
  const answer: Answer = await response.json();
  return answer.error?.code ?? String(response.status);
}

test("once two gateways on one database have acknowledged a block, each refuses the very next call", async () => {
  const team_id = provider.project.clientId;
  onTestFinished(async () => void (await manage(first, "/team/unblock", { team_id })));
  for (const [blocking, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const block = async (): Promise<readonly (number | null)[]> => {
      await manage(other, "/team/unblock", { team_id });
      await expect.poll(async () => [await call(first), await call(second)]).toEqual(["200", "200"]);
      const { nodes } = await manage(blocking, "/team/block", { team_id });
      return nodes.map(({ acknowledged_ms }) => acknowledged_ms);
    };
    // A busy machine may be late once, but not each time.
    await expect.poll(block).toEqual([expect.any(Number), expect.any(Number)]);
    expect([await call(blocking), await call(other)]).toEqual(["team_blocked", "team_blocked"]);
  }
});

test("a block that cuts streams ends the team's streams on the other node, and says why", async () => {
  const team_id = provider.project.clientId;
  const stream = await fetch(`${second.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: "tokens-100000,slow-5",
      messages: [{ role: "user", content: "Go on." }],
      stream: true,
    }),
  });
  const reader = stream.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  await manage(first, "/team/block", { team_id, cut_streams: true });
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += Buffer.from(read.value).toString();
  expect(text.trim().split("\n").at(-1)).toContain('"code":"team_blocked"');
  expect(text).not.toContain("[DONE]");
  const id = stream.headers.get("x-gateway-call-id");
  const row = async (): Promise<unknown> => {
    const response = await fetch(`${first.url}/spend/logs?call_id=${id}`, {
      headers: { authorization: `Bearer ${first.masterKey}` },
    });
    const { data }: { data: unknown[] } = await response.json();
    return data[0];
  };
  await expect.poll(row).toMatchObject({ status: "error", team_id });
  await manage(first, "/team/unblock", { team_id });
  expect(await call(second)).toBe("200");
});

test("settings saved on one node are in force on the other", async () => {
  const bearer = await provider.issueToken({ employee: "somebody", roles: ["analyst"] });
  expect(await call(second, bearer)).toBe("user_not_found");
  const settings = { enforce_rbac: true, role_mappings: [{ role: "analyst", internal_role: "internal_user" }] };
  await manage(first, "/config/revisions", { settings, base_revision: null });
  // The other node may acknowledge late on a busy machine.
  await expect.poll(async () => [await call(first, bearer), await call(second, bearer)]).toEqual(["200", "200"]);
});
