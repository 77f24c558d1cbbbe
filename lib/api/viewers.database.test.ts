import { afterAll, beforeAll, expect, test } from "vitest";
import { MANAGEMENT } from "@/testing/gateway/management-nodes";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { OPERATIONS } from "./table";

const UPSTREAM_SECRET = "sk-upstream-secret-of-the-test";
let database: TestDatabase;
let provider: LocalProvider;
let gateway: InProcessGateway;
let secret: string;

beforeAll(async () => {
  [database, provider] = await Promise.all([startTestDatabase(), startProvider()]);
  gateway = await startInProcessGateway(database.url, { config: {} });
  await gateway.configure({
    config: {
      general_settings: { enable_jwt_auth: true, gateway_jwtauth: { admin_viewer_jwt_scope: "auditor" } },
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_key: UPSTREAM_SECRET } }],
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
  secret = await (await send(gateway.masterKey, "POST", "/key/generate", {})).json().then(({ key }) => key);
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), database?.stop()]);
});

function send(bearer: string, method: string, path: string, body?: object): Promise<Response> {
  return gateway.send(path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

test("a viewer may call every operation of administrators that reads, and none of their answers holds a secret", async () => {
  const viewer = await provider.issueToken({ scope: "auditor" });
  // This viewer's token names neither a user nor a team, so nothing is their own.
  const own = ["auth.refusals.own", "budgets.raises.list", "mcp.connections.list"];
  const reads = OPERATIONS.filter(
    ({ id, access, effect }) => access !== "public" && access !== "anyone" && effect === "reads" && !own.includes(id),
  );
  expect(reads.length).toBeGreaterThan(20);
  for (const { method, path } of reads) {
    const response = await send(viewer, method, path, method === "POST" ? {} : undefined);
    const text = await response.text();
    expect([401, 403], `${method} ${path}: ${text}`).not.toContain(response.status);
    for (const hidden of [UPSTREAM_SECRET, secret, gateway.masterKey]) expect(text.includes(hidden), path).toBe(false);
  }
});

test("a viewer may call no management operation that writes", async () => {
  const viewer = await provider.issueToken({ scope: "auditor" });
  const writes = MANAGEMENT.filter(({ effect }) => effect === "writes");
  expect(writes.length).toBeGreaterThan(20);
  for (const { method, path } of writes) {
    const response = await send(viewer, method, path, {});
    expect([path, response.status]).toEqual([path, 403]);
  }
});
