import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { manage, newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream({ log: false })]);
  const params = { model: "openai/*", api_base: upstream.apiBase, input_cost_per_token: 0, output_cost_per_token: 0 };
  gateway = await startInProcessGateway(database.url, {
    config: { model_list: [{ model_name: "*", gateway_params: params }] },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

interface Explained {
  readonly allow: boolean;
  readonly code: string | null;
  readonly nearest_miss: { readonly sentence: string; readonly changes: readonly object[] } | null;
}

const SERVER = "https://mcp.example.com/mcp";
const message = [{ role: "user", content: "Hi." }];
const chat = (more: object) => ["/v1/chat/completions", { model: "m", messages: message, ...more }] as const;

async function asked(key: string, [path, body]: readonly [path: string, body: object]) {
  const answer = await gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { error } = (await answer.json()) as { error?: { code?: string; message: string } };
  return { status: answer.status, error, decision: answer.headers.get("x-gateway-decision-id") };
}

const BODIES: readonly (readonly [tool: string, path: string, body: object])[] = [
  ["web_search", ...chat({ web_search_options: {} })],
  [SERVER, ...chat({ tools: [{ type: "mcp", server_label: "it", server_url: SERVER }] })],
  ["code_interpreter", "/v1/responses", { model: "m", input: "Hi.", tools: [{ type: "code_interpreter" }] }],
  [SERVER, "/v1/responses", { model: "m", input: "Hi.", tools: [{ type: "mcp", server_url: SERVER }] }],
  [
    "web_fetch_20250910",
    "/v1/messages",
    { model: "m", max_tokens: 9, messages: message, tools: [{ type: "web_fetch_20250910", name: "web_fetch" }] },
  ],
  [
    SERVER,
    "/v1/messages",
    { model: "m", max_tokens: 9, messages: message, mcp_servers: [{ type: "url", url: SERVER, name: "it" }] },
  ],
  [
    "google_search",
    "/v1beta/models/m:generateContent",
    { contents: [{ role: "user", parts: [{ text: "Hi." }] }], tools: [{ googleSearch: {} }] },
  ],
];

test.each(BODIES)("a key without %s may not bring it to %s", async (tool, path, body) => {
  const key = await newKey(gateway, { hosted_tools: ["file_search"] });
  const refused = await asked(key, [path, body]);
  expect(refused.status).toBe(403);
  expect(refused.error?.message).toContain(`The hosted tool "${tool}" is not among hosted_tools of the key`);
  expect(refused.decision).toMatch(/^dec_/);
  const opened = await newKey(gateway, { hosted_tools: [tool] });
  expect((await asked(opened, [path, body])).status).not.toBe(403);
});

test("a refused tool is explained, asked again and replayed, and its nearest miss names it", async () => {
  const { team_id: team } = await manage<{ team_id: string }>(gateway, "/team/new", { hosted_tools: ["web_*"] });
  const key = await newKey(gateway, { team_id: team });
  const body = { tools: [{ type: "code_interpreter" }, { type: "web_search" }] };
  const refused = await asked(key, chat(body));
  expect(refused.error?.code).toBe("hosted_tool_not_allowed");
  expect((await asked(key, chat({ tools: [{ type: "web_search" }] }))).status).not.toBe(403);
  expect((await asked(key, chat({}))).status).toBe(200);
  const explained = await manage<Explained>(gateway, "/auth/explain", { token: key, model: "m", body });
  expect(explained).toMatchObject({ allow: false, code: "hosted_tool_not_allowed" });
  expect(explained.nearest_miss).toMatchObject({
    sentence: `It would be allowed if hosted_tools of the team "${team}" included "code_interpreter".`,
    changes: [{ kind: "allow-hosted-tools", holder: "team", id: team, tools: ["code_interpreter"] }],
  });
  const again = () => manage<Explained>(gateway, "/auth/explain/again", { decision_id: refused.decision });
  expect(await again()).toMatchObject({ allow: false, code: "hosted_tool_not_allowed" });
  interface Replayed {
    readonly newly_allowed: readonly object[];
  }
  const replayed = await manage<Replayed>(gateway, "/auth/replay", { teams: [{ team_id: team, models: [] }] });
  expect(replayed.newly_allowed).toEqual([]);
  await manage(gateway, "/team/update", { team_id: team, hosted_tools: null });
  expect(await again()).toMatchObject({ allow: true });
  expect((await asked(key, chat(body))).status).not.toBe(403);
});
