import { type Browser, chromium } from "@playwright/test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumFlags, requireChromium } from "@/scripts/setup/chromium.mjs";
import type { Keycloak } from "@/testing/auth/keycloak";
import { createRealm, type KeycloakRealm } from "@/testing/auth/keycloak-realm";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { type Balancer, startBalancer } from "@/testing/tools/balancer";
import { SigningInProgram } from "@/testing/tools/signing-in-program";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

/** Nothing listens there: what the program gets is read from the browser. */
const BACK = "http://127.0.0.1:4711/back";
const CLIENT = { client_id: "model-gateway-tools", client_secret: "the secret of the gateway's client for tools" };

let realm: KeycloakRealm;
let server: ToolServer;
let database: TestDatabase;
let balancer: Balancer;
const nodes: InProcessGateway[] = [];
let browser: Browser;

const transportOf = (program: SigningInProgram, path: string) =>
  new StreamableHTTPClientTransport(new URL(balancer.address + path), { authProvider: program });
const newClient = () => new Client({ name: "program", version: "1" }, { versionNegotiation: { mode: "auto" } });

async function connect(program: SigningInProgram, path = "/sums/mcp"): Promise<Client> {
  const client = newClient();
  await client.connect(transportOf(program, path));
  return client;
}

/** Allows the program what it asks for and signs in at Keycloak, in a browser. Answers what the program gets. */
async function allow(page: string, username: string): Promise<URL> {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    await tab.goto(page);
    expect(await tab.locator("h1").textContent()).toBe("An app asks to use your tools");
    await tab.getByRole("button", { name: /^Allow, and sign in at/ }).click();
    await tab.locator("#username").fill(username);
    await tab.locator("#password").fill(username);
    const returned = tab.waitForRequest((request) => request.url().startsWith(BACK));
    await tab.locator("#kc-login").click();
    return new URL((await returned).url());
  } finally {
    await context.close();
  }
}

async function signedIn(username: string, path = "/sums/mcp"): Promise<SigningInProgram> {
  const program = new SigningInProgram(BACK);
  const first = transportOf(program, path);
  await expect(newClient().connect(first)).rejects.toThrow();
  const answer = await allow(program.page, username);
  expect(answer.searchParams.get("iss")).toBe(balancer.address);
  await first.finishAuth(answer.searchParams);
  return program;
}

const tokensOf = (program: SigningInProgram) =>
  program.kept["tokens"] as Record<"access_token" | "refresh_token", string>;

async function called(client: Client, name = "add"): Promise<unknown> {
  const { content } = await client.callTool({ name, arguments: { a: 1, b: 2 } });
  return content;
}

/** The status of a list of tools with an access token, and the code of its refusal. */
async function listed(bearer: string): Promise<[number, string | undefined]> {
  const answer = await fetch(`${balancer.address}/sums/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const { error } = (await answer.json()) as { error?: { code?: string; data?: { code?: string } } };
  return [answer.status, error?.data?.code ?? error?.code];
}

/** Users of Keycloak who sign in for programs. @param started the Keycloak that runs before the first test */
export function testApplications(started: () => Keycloak): void {
  beforeAll(async () => {
    const keycloak = started();
    balancer = await startBalancer();
    const { address } = balancer;
    [realm, server, database, browser] = await Promise.all([
      createRealm(keycloak, address),
      startToolServer(),
      startTestDatabase(),
      requireChromium().then((executablePath) => chromium.launch({ executablePath, args: chromiumFlags })),
    ]);
    await keycloak.administer("POST", "/acme/clients", {
      clientId: CLIENT.client_id,
      secret: CLIENT.client_secret,
      standardFlowEnabled: true,
      redirectUris: [`${address}/authorize/return`],
      // Keycloak itself refuses a sign-in without S256 then.
      attributes: { "pkce.code.challenge.method": "S256" },
      defaultClientScopes: ["basic", "roles", "profile", "email", "model-gateway"],
    });
    const issuer = {
      issuer: realm.issuer,
      audience: "model-gateway",
      mcp_oauth: { ...CLIENT, scopes: ["openid"], resource: "drop" },
    };
    const configured = {
      environment: { NEXTAUTH_URL: address },
      config: {
        general_settings: { enable_jwt_auth: true },
        gateway_jwtauth: {
          issuers: [issuer],
          user_id_jwt_field: "sub",
          user_id_upsert: true,
          enforce_rbac: true,
          roles_jwt_field: "realm_access.roles",
          role_mappings: [
            { role: "gateway-admin", internal_role: "internal_user", mcp_tools: ["sums-*"] },
            { role: "gateway-viewer", internal_role: "internal_user", mcp_tools: ["other-*"] },
          ],
        },
        mcp_servers: { sums: { url: server.url, transport: "http", on_tool_change: "allow" } },
      },
    };
    for (let count = 0; count < 2; count++) nodes.push(await startInProcessGateway(database.url, configured));
    balancer.nodes = nodes;
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), balancer?.stop()]);
    await Promise.all(nodes.map((node) => node.stop()));
    await Promise.all([server?.stop(), database?.stop(), realm?.remove()]);
  });

  test("a program's user signs in through two nodes, and the program calls a tool and renews its token by itself", async () => {
    const program = await signedIn("ada");
    expect(program.claims).toMatchObject({ iss: realm.issuer, azp: CLIENT.client_id, preferred_username: "ada" });
    const client = await connect(program);
    expect(await called(client)).toMatchObject([{ text: "3" }]);
    const first = tokensOf(program);
    // Keycloak's own refresh token would be of use to whoever has the gateway's client.
    expect(first.refresh_token).not.toMatch(/^eyJ/);
    await expect.poll(() => listed(first.access_token)).toEqual([401, "token_expired"]);
    expect(await called(client)).toMatchObject([{ text: "3" }]);
    expect(tokensOf(program).access_token).not.toBe(first.access_token);
    await client.close();
  });

  test("a program whose user's session ends in Keycloak is asked to sign its user in again", async () => {
    const program = await signedIn("ada");
    const client = await connect(program);
    const { access_token: token } = tokensOf(program);
    await realm.logOut("ada");
    await expect.poll(() => listed(token)).toEqual([401, "token_expired"]);
    program.page = "";
    await expect(called(client)).rejects.toThrow();
    expect(program.page).toContain(`${balancer.address}/authorize?`);
    await client.close();
  });

  test("a role without the tool sees none and calls none, and a person without a role gets nothing", async () => {
    const before = server.count("tools/call");
    const viewer = await connect(await signedIn("vera", "/mcp"), "/mcp");
    expect((await viewer.listTools()).tools).toEqual([]);
    await expect(called(viewer, "sums-add")).rejects.toThrow();
    await viewer.close();
    expect(server.count("tools/call")).toBe(before);
    const stranger = await signedIn("sam");
    expect(await listed(tokensOf(stranger).access_token)).toEqual([403, "mcp_server_not_allowed"]);
  });
}
