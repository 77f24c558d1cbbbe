import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SigningInProgram } from "@/testing/tools/signing-in-program";
import {
  BACK,
  Browser,
  GATEWAY,
  type SigningInNodes,
  startSigningInNodes,
  TestApplication,
} from "@/testing/tools/signing-in-nodes";

let at: SigningInNodes;
beforeAll(async () => {
  at = await startSigningInNodes();
  for (const username of ["ada", "ben"]) await at.provider.addAccount({ username });
});
afterAll(() => at?.stop());

const codeOf = (answer: URL): string => answer.searchParams.get("code") ?? "";
async function spent(): Promise<number> {
  const { rows } = await at.nodes[0].services.database.pool.query("SELECT count(*)::int AS n FROM spent_codes");
  return rows[0].n;
}

test.each(["auto", "legacy"] as const)(
  "the protocol's own library signs a user in through the gateway, whichever node answers (%s)",
  async (mode) => {
    const program = new SigningInProgram(BACK);
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${GATEWAY}/sums/mcp`), { authProvider: program, fetch: at.fetch });
    const client = () => new Client({ name: "program", version: "1" }, { versionNegotiation: { mode } });
    const first = transport();
    await expect(client().connect(first)).rejects.toThrow();
    expect(program.page).toMatch(new RegExp(`^${GATEWAY}/authorize\\?`));
    const answer = await new Browser(at).allow(program.page, "ada");
    expect(answer.href).toContain(`${BACK}?code=`);
    expect(answer.searchParams.get("iss")).toBe(GATEWAY);
    expect(answer.searchParams.get("state")).toBe("of the program");
    await first.finishAuth(answer.searchParams);
    const signedIn = client();
    await signedIn.connect(transport());
    const sum = await signedIn.callTool({ name: "add", arguments: { a: 1, b: 2 } });
    expect(sum.content).toMatchObject([{ text: "3" }]);
    await signedIn.close();
    expect(program.claims).toMatchObject({ iss: at.provider.issuer, sub: "user-ada" });
  },
);

test("the gateway stands in the place of the provider, and says how it is asked", async () => {
  const read = async (path: string) => (await (await at.fetch(GATEWAY + path)).json()) as object;
  expect(await read("/.well-known/oauth-protected-resource/sums/mcp")).toMatchObject({
    resource: `${GATEWAY}/sums/mcp`,
    authorization_servers: [GATEWAY],
  });
  expect(await read("/.well-known/oauth-authorization-server")).toMatchObject({
    issuer: GATEWAY,
    authorization_endpoint: `${GATEWAY}/authorize`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
  });
});

test("an application is registered with what it may do, and one that would lead elsewhere is not", async () => {
  const register = async (said: object) =>
    (await (await at.fetch(`${GATEWAY}/register`, { method: "POST", body: JSON.stringify(said) })).json()) as object;
  expect(await register({ redirect_uris: [BACK], token_endpoint_auth_method: "client_secret_basic" })).toEqual({
    client_id: expect.any(String),
    client_id_issued_at: expect.any(Number),
    redirect_uris: [BACK],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
  expect(await register({ redirect_uris: ["javascript:alert(1)"] })).toMatchObject({ error: "invalid_redirect_uri" });
  expect(await register({ redirect_uris: [BACK], padding: "x".repeat(9_000) })).toHaveProperty("error");
});

test("the page says who asks and where the access goes, runs no script and shows in no frame", async () => {
  const application = await TestApplication.register(at, {
    redirect_uris: ["https://evil.example/good.example"],
    client_name: "<b>Good\u202e app</b>",
  });
  const page = await new Browser(at).go(application.address({ redirect_uri: "https://evil.example/good.example" }));
  const said = await page.text();
  expect(said).toContain("<dd>evil.example<small>a web site</small></dd>");
  expect(said).toContain("&#60;b&#62;Good app&#60;/b&#62;");
  expect(said).not.toContain("<script");
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page.headers.get("set-cookie")).toMatch(
    /^__Host-gateway-sign-in=[\w-]{72}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
});

describe("what is renewed", () => {
  test("is the provider's token, for the application alone that it was given to", async () => {
    const application = await TestApplication.register(at);
    const given = await application.exchange(codeOf(await new Browser(at).allow(application.address(), "ada")));
    expect(given).toMatchObject({ status: 200, token_type: "Bearer", expires_in: 3600 });
    const grant = { grant_type: "refresh_token", refresh_token: String(given["refresh_token"]) };
    const other = await TestApplication.register(at);
    expect(await other.token(grant)).toMatchObject({ status: 400, error: "invalid_grant" });
    const renewed = await application.token(grant);
    expect(renewed).toMatchObject({ status: 200, token_type: "Bearer", refresh_token: expect.any(String) });
    expect(renewed["access_token"]).not.toBe(given["access_token"]);
    // The provider takes each of its refresh tokens once.
    expect(await application.token(grant)).toMatchObject({ status: 400, error: "invalid_grant" });
  });

  test("is nothing that the provider itself has given", async () => {
    const application = await TestApplication.register(at);
    const foreign = { grant_type: "refresh_token", refresh_token: "a refresh token of the provider" };
    expect(await application.token(foreign)).toMatchObject({ status: 400, error: "invalid_grant" });
  });
});

describe("a code", () => {
  test("counts once, at one node", async () => {
    const application = await TestApplication.register(at);
    const code = codeOf(await new Browser(at).allow(application.address(), "ada"));
    const both = await Promise.all([application.exchange(code), application.exchange(code)]);
    expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2);
    const next = codeOf(await new Browser(at).allow(application.address(), "ada"));
    const given = await application.exchange(next);
    expect(given).toMatchObject({ status: 200 });
    expect(await application.exchange(next)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await application.exchange(next)).toMatchObject({ status: 400, error: "invalid_grant" });
    // A replay does not end the sign-in of the user whose code it was.
    const grant = { grant_type: "refresh_token", refresh_token: String(given["refresh_token"]) };
    expect(await application.token(grant)).toMatchObject({ status: 200 });
  });

  test("counts once, although the same return gives another one", async () => {
    const application = await TestApplication.register(at);
    const browser = new Browser(at);
    const back = await browser.signIn(application.address(), "ada");
    const codeAgain = async () => codeOf(new URL((await browser.go(back)).headers.get("location") ?? ""));
    const [one, other] = [await codeAgain(), await codeAgain()];
    expect(one).not.toBe(other);
    expect(await application.exchange(one)).toMatchObject({ status: 200 });
    expect(await application.exchange(other)).toMatchObject({ status: 400, error: "invalid_grant" });
  });

  test.each<[attack: string, form: (other: TestApplication) => Record<string, string>, error: string]>([
    ["the verifier of another sign-in", (other) => ({ code_verifier: other.verifier }), "invalid_grant"],
    ["no verifier", () => ({ code_verifier: "" }), "invalid_grant"],
    ["the id of another application", (other) => ({ client_id: other.id }), "invalid_grant"],
    ["the id of no application", () => ({ client_id: "nobody" }), "invalid_client"],
    ["another address", () => ({ redirect_uri: "https://evil.example/" }), "invalid_grant"],
    ["another port", () => ({ redirect_uri: BACK.replace("4711", "4712") }), "invalid_grant"],
    ["another resource", () => ({ resource: `${GATEWAY}/other/mcp` }), "invalid_target"],
    ["another grant", () => ({ grant_type: "refresh_token" }), "invalid_grant"],
  ])("is not exchanged with %s, and is then with the right one", async (_attack, form, error) => {
    const [mine, other] = await Promise.all([TestApplication.register(at), TestApplication.register(at)]);
    const code = codeOf(await new Browser(at).allow(mine.address(), "ada"));
    const refused = await mine.exchange(code, form(other));
    expect(refused).toMatchObject({ error });
    expect(refused).not.toHaveProperty("access_token");
    expect(await mine.exchange(code)).toMatchObject({ status: 200 });
  });
});

describe("a browser is led nowhere", () => {
  const refusedAt = async (answer: Response, says: string) => {
    expect(answer.headers.get("location")).toBeNull();
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain(says);
    expect(page).not.toContain("http-equiv");
    expect(page).not.toContain("<a ");
  };

  test.each<[attack: string, change: Record<string, string>]>([
    ["a foreign address", { redirect_uri: "https://evil.example/" }],
    ["an address that begins like its own", { redirect_uri: `${BACK}.evil.example` }],
    ["a script", { redirect_uri: "javascript:alert(1)" }],
    ["an application that nobody knows", { client_id: "nobody" }],
    ["an application at a private address", { client_id: "https://127.0.0.1:1/client.json" }],
    ["no PKCE", { code_challenge: "" }],
    ["plain PKCE", { code_challenge_method: "plain" }],
    ["a foreign resource", { resource: "https://evil.example/mcp" }],
  ])("by %s", async (_attack, change) => {
    const application = await TestApplication.register(at);
    await refusedAt(await new Browser(at).go(application.address(change)), "This sign-in cannot go on");
  });

  test("by an answer that another browser was asked for", async () => {
    const application = await TestApplication.register(at);
    const question = await new Browser(at).question(application.address());
    const victim = new Browser(at);
    await victim.question(application.address());
    await refusedAt(
      await victim.go(`${GATEWAY}/authorize`, { question, issuer: at.provider.issuer }),
      "comes from another browser",
    );
  });

  test("by the return of a sign-in that another browser has begun", async () => {
    const application = await TestApplication.register(at);
    const back = await new Browser(at).signIn(application.address(), "ada");
    const victim = new Browser(at);
    await refusedAt(await victim.go(back), "another browser");
    await victim.question(application.address());
    await refusedAt(await victim.go(back), "another browser");
  });

  test("by a question that is sent as a state, or a state that is made up", async () => {
    const browser = new Browser(at);
    const question = await browser.question((await TestApplication.register(at)).address());
    for (const state of [question, "made up", ""])
      await refusedAt(
        await browser.go(`${GATEWAY}/authorize/return?${new URLSearchParams({ code: "c", state })}`),
        "was not begun here",
      );
  });

  test("by the answer of another provider", async () => {
    const application = await TestApplication.register(at);
    const browser = new Browser(at);
    const back = new URL(await browser.signIn(application.address(), "ada"));
    back.searchParams.set("iss", "https://evil.example");
    await refusedAt(await browser.go(back.href), "not one of the provider");
  });
});

test("an application is told that its user does not allow it", async () => {
  const application = await TestApplication.register(at);
  const browser = new Browser(at);
  const answer = new URL(await browser.answer(await browser.question(application.address()), { answer: "deny" }));
  expect(answer.href).toContain(`${BACK}?error=access_denied`);
  expect(Object.fromEntries(answer.searchParams)).toEqual({ error: "access_denied", state: "xyz", iss: GATEWAY });
});

test("codes that no provider has given fill no table", async () => {
  const application = await TestApplication.register(at);
  const browser = new Browser(at);
  const before = await spent();
  const state = new URL(await browser.answer(await browser.question(application.address()))).searchParams.get("state");
  const back = new URLSearchParams({ code: "made up", state: state ?? "", iss: at.provider.issuer });
  const answer = await browser.go(`${GATEWAY}/authorize/return?${back}`);
  const code = codeOf(new URL(answer.headers.get("location") ?? ""));
  expect(await application.exchange(code)).toMatchObject({ status: 400, error: "invalid_grant" });
  expect(await spent()).toBe(before);
});

test("a resource is sent where the settings say so, which this provider refuses", async () => {
  const application = await TestApplication.register(at);
  const asked = async () => {
    const browser = new Browser(at);
    return new URL(await browser.answer(await browser.question(application.address()))).searchParams.get("resource");
  };
  expect(await asked()).toBeNull();
  for (const node of at.nodes) await node.configure(at.settings({ resource: "send" }));
  try {
    expect(await asked()).toBe(`${GATEWAY}/sums/mcp`);
    const answer = await new Browser(at).allow(application.address(), "ada");
    expect(answer.searchParams.get("error")).toBe("invalid_target");
  } finally {
    for (const node of at.nodes) await node.configure(at.settings());
  }
});

test("without an issuer for it, nothing of it is there", async () => {
  const { config, ...rest } = at.settings();
  const issuers = [{ issuer: at.provider.issuer, audience: at.provider.audience }];
  const without = { ...config, gateway_jwtauth: { user_id_jwt_field: "sub", issuers } };
  for (const node of at.nodes) await node.configure({ ...rest, config: without });
  try {
    const status = async (path: string, method = "GET") => (await at.fetch(GATEWAY + path, { method })).status;
    expect(await status("/.well-known/oauth-authorization-server")).toBe(404);
    expect(await status("/authorize")).toBe(404);
    expect(await status("/register", "POST")).toBe(404);
    expect(await status("/token", "POST")).toBe(404);
  } finally {
    for (const node of at.nodes) await node.configure(at.settings());
  }
});
