import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let url: string;
let key: string;
const running: GatewayProcess[] = [];

const start = async (dataDirectory?: string): Promise<GatewayProcess> => {
  const gateway = await startGateway({
    ...(dataDirectory !== undefined && { dataDirectory }),
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: { admin_viewer_jwt_scope: "auditor", content_viewer_jwt_scope: "content" },
      },
      model_list: [
        { model_name: "m", gateway_params: { model: "openai/m", api_base: upstream.apiBase, api_key: "upstream-key" } },
      ],
    },
    environment: {
      DATABASE_URL: url,
      GATEWAY_CONSOLE: "off",
      JWT_PUBLIC_KEY_URL: provider.jwksUrl,
      JWT_AUDIENCE: provider.audience,
    },
  });
  running.push(gateway);
  return gateway;
};

beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([startTestDatabase(), startProvider(), startUpstream()]);
  url = await database.createDatabase();
});
afterAll(async () => {
  for (const gateway of running) await gateway.stop();
  await Promise.all([provider?.stop(), upstream?.stop(), database?.stop()]);
});

async function post(gateway: GatewayProcess, path: string, bearer: string, body: object): Promise<Response> {
  return fetch(gateway.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function call(gateway: GatewayProcess): Promise<string> {
  const answer = await post(gateway, "/v1/chat/completions", key, {
    model: "m",
    messages: [{ role: "user", content: "Hello" }],
  });
  expect(answer.status).toBe(200);
  await answer.text();
  return answer.headers.get("x-gateway-call-id") ?? "";
}

async function look(gateway: GatewayProcess, id: string): Promise<number> {
  const token = await provider.issueToken({ scope: "auditor content" });
  const answer = await fetch(`${gateway.url}/spend/logs/content?call_id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.text();
  return answer.status;
}

async function booked(gateway: GatewayProcess, id: string): Promise<unknown> {
  const answer = await fetch(`${gateway.url}/spend/logs?call_id=${id}`, {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  return ((await answer.json()) as { data: unknown[] }).data[0];
}

test("what one node keeps is shown by another, and a process that dies loses content and no booking", async () => {
  const [first, second] = [await start(), await start()];
  const made = await post(first, "/key/generate", first.masterKey, { log_content: true });
  key = ((await made.json()) as { key: string }).key;
  const kept = await call(first);
  await expect.poll(() => look(second, kept)).toBe(200);

  // Nothing can be stored for as long as this transaction is open, and calls are answered nevertheless.
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE call_contents IN EXCLUSIVE MODE");
  const lost = await call(first);
  await first.kill();
  await holder.query("COMMIT");
  await holder.end();
  const again = await start(first.dataDirectory);
  await expect.poll(() => booked(again, lost)).toMatchObject({ status: "success", content: "kept" });
  expect(await look(again, lost)).toBe(404);
  expect(await look(again, kept)).toBe(200);
});
