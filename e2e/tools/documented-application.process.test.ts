import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { findFreePort } from "@/testing/database/free-port";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { makeAuthority } from "@/testing/tls/certificates";
import { type ConnectProxy, startConnectProxy } from "@/testing/tls/connect-proxy";
import { Browser } from "@/testing/tools/signing-in-nodes";
import { SigningInProgram } from "@/testing/tools/signing-in-program";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

const BACK = "http://127.0.0.1:4711/back";
/** The host of the certificate. It is nowhere; the proxy leads all names to the host of this test. */
const HOST = "https://upstream.example";

let folder: string;
/** A host on the internet, as the gateway sees it, with the documents of applications. */
let host: Server;
let proxy: ConnectProxy;
let provider: LocalProvider;
let server: ToolServer;
let gateway: GatewayProcess;
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gateway-documents-"));
  const root = makeAuthority("Test root");
  const authorities = join(folder, "authorities.pem");
  writeFileSync(authorities, root.certificate);
  const own = root.issue("upstream");
  host = createServer({ cert: own.certificate, key: own.key }, ({ url = "" }, response) => {
    asked.push(url);
    const described = { client_id: `${HOST}/client.json`, client_name: "Editor", redirect_uris: [BACK] };
    response.end(JSON.stringify(described));
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  const port = await findFreePort();
  [proxy, server, provider] = await Promise.all([
    startConnectProxy({ port: (host.address() as AddressInfo).port }),
    startToolServer(),
    startProvider({ consoleRedirectUris: [`http://127.0.0.1:${port}/authorize/return`], refusesResource: true }),
  ]);
  await provider.addAccount({ username: "ada" });
  const { clientId, clientSecret } = provider.consoleClient;
  const oauth = { client_id: clientId, client_secret: clientSecret, scopes: ["openid"], resource: "drop" };
  gateway = await startGatewayWithDatabase({
    port,
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: {
          user_id_jwt_field: "sub",
          user_id_upsert: true,
          issuers: [{ issuer: provider.issuer, audience: provider.audience, mcp_oauth: oauth }],
        },
      },
      mcp_servers: { sums: { url: server.url, transport: "http", on_tool_change: "allow", allow_all_keys: true } },
    },
    environment: {
      GATEWAY_CONSOLE: "off",
      HTTPS_PROXY: proxy.url,
      NO_PROXY: "127.0.0.1",
      NODE_EXTRA_CA_CERTS: authorities,
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  host?.close();
  await Promise.all([proxy?.stop(), server?.stop(), provider?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => void (asked.length = 0));

test("an application that is known by its document gets a token for its user, once that user has agreed", async () => {
  const program = new SigningInProgram(BACK, `${HOST}/client.json`);
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${gateway.url}/sums/mcp`), { authProvider: program });
  const client = () => new Client({ name: "program", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const first = transport();
  await expect(client().connect(first)).rejects.toThrow();
  expect(new URL(program.page).searchParams.get("client_id")).toBe(`${HOST}/client.json`);
  const browser = new Browser({ address: gateway.url, provider, fetch });
  const page = await (await browser.go(program.page)).text();
  expect(page).toContain("Editor asks to use your tools");
  expect(page).toContain("It is described at upstream.example, which chose this name.");
  const answer = await browser.allow(program.page, "ada");
  expect(answer.href).toContain(`${BACK}?code=`);
  await first.finishAuth(answer.searchParams);
  const signedIn = client();
  await signedIn.connect(transport());
  const sum = await signedIn.callTool({ name: "add", arguments: { a: 1, b: 2 } });
  expect(sum.content).toMatchObject([{ text: "3" }]);
  expect(program.claims).toMatchObject({ iss: provider.issuer, sub: "user-ada" });
  await signedIn.close();
  expect(asked).toEqual(["/client.json"]);
  expect(proxy.asked.map(({ place }) => place)).toEqual(["upstream.example:443"]);
});

test("a document that is about another application names nobody", async () => {
  const program = new SigningInProgram(BACK, `${HOST}/copied.json`);
  const transport = new StreamableHTTPClientTransport(new URL(`${gateway.url}/sums/mcp`), { authProvider: program });
  await expect(new Client({ name: "program", version: "1" }).connect(transport)).rejects.toThrow();
  const page = await new Browser({ address: gateway.url, provider, fetch }).go(program.page);
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("is about another one")]);
  expect(asked).toEqual(["/copied.json"]);
});
