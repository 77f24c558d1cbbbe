import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createProviderClient } from "./provider-client";

/** What the token endpoint answers next: the status and the body. */
let next: readonly [number, string] = [500, ""];
let issuer = "";
const server = createServer((request, response) => {
  if (request.url === "/token") response.writeHead(next[0]).end(next[1]);
  else response.end(JSON.stringify({ issuer, token_endpoint: `${issuer}/token` }));
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
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const client = createProviderClient({ now: Date.now, log, keyTimes: () => ({ ttl: 60, staleTtl: 60 }) });
  const provider = { id: "oidc", label: "OpenID Connect", issuer, clientId: "console", clientSecret: "s" };
  try {
    expect(await client.refresh({ ...provider, scopes: undefined }, "a refresh token")).toMatchObject({ kind });
  } finally {
    client.close();
  }
});
