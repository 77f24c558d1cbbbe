import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let gateway: InProcessGateway;
/** The paths at which the gateway has asked something that only its own network reaches. */
const inside: string[] = [];
const internal = createServer((request, response) => {
  inside.push(request.url ?? "");
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
/** Where the metadata of a tool server is asked for, by the first part of the path. */
let metadata: Record<string, { readonly status: number; readonly headers: object; readonly body?: object }> = {};
const server = createServer((request, response) => {
  const [, found] = Object.entries(metadata).find(([name]) => request.url?.includes(name)) ?? [];
  if (!found || !request.url?.includes("oauth-protected-resource")) return void response.writeHead(401).end();
  response.writeHead(found.status, { "content-type": "application/json", ...found.headers });
  response.end(JSON.stringify(found.body ?? {}));
});
const portOf = (one: typeof server) => (one.address() as AddressInfo).port;

beforeAll(async () => {
  for (const one of [internal, server]) {
    one.listen(0, "127.0.0.1");
    await once(one, "listening");
  }
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const away = { location: `http://127.0.0.1:${portOf(internal)}/latest/meta-data` };
  const naming = (address: string, name: string) => ({
    status: 200,
    headers: {},
    body: { resource: `${origin}/${name}`, authorization_servers: [address] },
  });
  metadata = {
    moved: { status: 302, headers: away },
    permanently: { status: 308, headers: away },
    cloud: naming("http://169.254.169.254", "cloud"),
    mapped: naming("http://[::ffff:169.254.169.254]", "mapped"),
    file: naming("file:///etc/passwd", "file"),
  };
  const entry = { transport: "http", allow_all_keys: true, auth_type: "oauth2", oauth2_flow: "authorization_code" };
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true },
      mcp_servers: Object.fromEntries(
        Object.keys(metadata).map((name) => [name, { ...entry, url: `${origin}/${name}` }]),
      ),
    },
    environment: {
      ...LOGIN_VARIABLES,
      JWT_AUDIENCE: "model-gateway",
      JWT_PUBLIC_KEY_URL: "http://127.0.0.1:9/keys",
      NEXTAUTH_URL: "http://127.0.0.1:9",
    },
    log: { info() {}, warn() {}, error() {} },
  });
});
afterAll(async () => {
  await gateway?.stop();
  for (const one of [internal, server]) {
    one.closeAllConnections();
    one.close();
  }
  await database?.stop();
});

test.each(["moved", "permanently", "cloud", "mapped", "file"])(
  "metadata of a server that leads into the gateway's own network are not followed there: %s",
  async (server_id) => {
    const claims = { iss: LOGIN_VARIABLES.OIDC_ISSUER, aud: "model-gateway", sub: "ada" };
    const answer = await gateway.send("/connection/begin", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-gateway-console": "1",
        ...(await sessionCookie(gateway.services, claims)),
      },
      body: JSON.stringify({ server_id }),
    });
    const said = await answer.text();
    expect(answer.status, said).toBeGreaterThanOrEqual(400);
    expect(answer.status, said).not.toBe(500);
    expect(inside).toEqual([]);
  },
);
