import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProviderClient } from "./provider-client";
import { NO_PROXY } from "@/lib/http/proxy-address";
import { connectors } from "@/lib/upstream/tunnel";

/** What the token endpoint answers next: the status and the body. */
let next: readonly [number, string] = [500, ""];
let issuer = "";
/** The refresh tokens that the revocation endpoint got. */
const revoked: string[] = [];
const server = createServer((request, response) => {
  if (request.url === "/token") response.writeHead(next[0]).end(next[1]);
  else if (request.url === "/revoke") {
    let body = "";
    request
      .on("data", (chunk) => (body += chunk))
      .on("end", () => {
        revoked.push(`${request.headers.authorization} ${body}`);
        response.writeHead(next[0]).end();
      });
  } else
    response.end(
      JSON.stringify({ issuer, token_endpoint: `${issuer}/token`, revocation_endpoint: `${issuer}/revoke` }),
    );
});

const silent = { info() {}, warn() {}, error() {} };
const keyTimes = () => ({ ttl: 60, staleTtl: 60 });
const connectorFor = connectors(NO_PROXY);
const consoleProvider = () => ({
  id: "oidc",
  label: "OpenID Connect",
  issuer,
  scopes: undefined,
  clientId: "console",
  clientSecret: "s",
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test.each([
  [200, '{"access_token":"at"}', "tokens"],
  [400, '{"error":"invalid_grant"}', "refused"],
  [400, "", "refused"], // Glewlwyd, for a refresh token that it no longer takes
  [400, "<html>400 The plain HTTP request was sent to HTTPS port</html>", "unreachable"], // a proxy
  [401, '{"error":"invalid_client"}', "unreachable"],
  [404, "", "unreachable"],
  [429, '{"error":"invalid_grant"}', "unreachable"],
  [503, "", "unreachable"],
])("a refresh that the token endpoint answers with %i and %j is %s", async (status, body, kind) => {
  next = [status, body];
  const client = createProviderClient({ now: Date.now, log: silent, keyTimes, connectorFor });
  try {
    expect(await client.refresh(consoleProvider(), "a refresh token")).toMatchObject({ kind });
  } finally {
    client.close();
  }
});

test("a refresh token is revoked as RFC 7009 has it", async () => {
  next = [200, ""];
  const client = createProviderClient({ now: Date.now, log: silent, keyTimes, connectorFor });
  client.revoke(consoleProvider(), "r t");
  await expect.poll(() => revoked).toEqual(["Basic Y29uc29sZTpz token=r+t&token_type_hint=refresh_token"]);
  client.close();
});

test("a revocation that fails is only logged, without the token, and a flood of them is cut short", async () => {
  next = [503, ""];
  const events: unknown[] = [];
  const log = { ...silent, info: (...line: unknown[]) => void events.push(line) };
  const client = createProviderClient({ now: Date.now, log, keyTimes, connectorFor });
  for (let number = 0; number < 100; number++) client.revoke(consoleProvider(), `secret-${number}`);
  await expect.poll(() => events.length).toBe(16);
  const failed = { issuer, error: "the revocation endpoint answered 503" };
  expect(events).toEqual(Array.from({ length: 16 }, () => ["console.token_not_revoked", failed]));
  client.close();
});
