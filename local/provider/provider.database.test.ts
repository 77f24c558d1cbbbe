import { createHash, randomBytes } from "node:crypto";
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "./provider";

const callback = "http://127.0.0.1:4000/api/auth/callback/oidc";
let provider: LocalProvider;

beforeEach(async () => {
  provider = await startProvider({ consoleRedirectUris: [callback] });
});
afterEach(() => provider.stop());

async function verify(token: string) {
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(provider.jwksUrl)), {
    issuer: provider.issuer,
    audience: provider.audience,
  });
  return payload;
}

describe("tokens from the token endpoint (spec 4.14)", () => {
  test("a project gets an RS256 JWT with its id as client_id and the gateway as audience", async () => {
    const token = await provider.projectToken();
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: "RS256", typ: "at+jwt" });
    expect(await verify(token)).toMatchObject({
      client_id: "support-assistant",
      sub: "support-assistant",
      aud: "model-gateway",
    });
  });

  test("the administrator gets the admin scope, and claims nested and flat", async () => {
    expect(await verify(await provider.passwordToken())).toMatchObject({
      sub: "user-ada",
      scope: "gateway_proxy_admin",
      email: "ada@example.com",
      realm_access: { roles: ["gateway-admin"] },
    });
  });

  test("an ordinary user who asks for the admin scope does not get it", async () => {
    const claims = await verify(await provider.passwordToken(provider.user));
    expect(claims.sub).toBe("user-sam");
    expect(claims).not.toHaveProperty("scope");
  });

  test("a project cannot grant itself the admin scope", async () => {
    expect(await verify(await provider.projectToken(provider.project, "gateway_proxy_admin"))).not.toHaveProperty(
      "scope",
    );
  });

  test("a wrong password is refused by the token endpoint", async () => {
    const impostor = { ...provider.administrator, password: "wrong" };
    await expect(provider.passwordToken(impostor)).rejects.toThrow(/400.*invalid_grant/);
  });

  test("projects and accounts that a test adds have their own claims and scopes", async () => {
    const project = await provider.addProject({
      clientId: "billing",
      scopes: ["cheap"],
      claims: { org: { id: "o1" } },
    });
    expect(await verify(await provider.projectToken(project, "cheap"))).toMatchObject({
      client_id: "billing",
      scope: "cheap",
      org: { id: "o1" },
    });
    const account = await provider.addAccount({ username: "lee", claims: { groups: ["a", "b"], scope: ["x", "y"] } });
    expect(await verify(await provider.passwordToken(account))).toMatchObject({
      sub: "user-lee",
      groups: ["a", "b"],
      scope: ["x", "y"],
    });
  });
});

test("a rotation signs with a new key and leaves the old one in the set unless the test says otherwise", async () => {
  const old = await provider.issueToken({ sub: "s" });
  await provider.rotateKeys();
  const fresh = await provider.projectToken();
  expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(old).kid);
  await verify(old);
  await verify(fresh);
  await provider.rotateKeys({ keepOld: false });
  await expect(verify(old)).rejects.toThrow("no applicable key");
});

test.each(["ES256", "EdDSA", "PS256"] as const)(
  "%s keys can be added and sign what a test asks for",
  async (algorithm) => {
    const key = await provider.addKey(algorithm);
    const token = await provider.issueToken({ sub: "s" }, { key });
    expect(decodeProtectedHeader(token).alg).toBe(algorithm);
    expect((await verify(token)).sub).toBe("s");
  },
);

test("a test can choose expiry, header and every claim of an issued token", async () => {
  await expect(verify(await provider.issueToken({}, { expiresIn: -60 }))).rejects.toThrow("exp");
  await expect(verify(await provider.issueToken({ aud: "other" }))).rejects.toThrow("aud");
  expect(await verify(await provider.issueToken({}, { expiresIn: null }))).not.toHaveProperty("exp");
  expect(decodeProtectedHeader(await provider.issueToken({}, { header: { kid: "strange" } })).kid).toBe("strange");
});

test("an outage can be simulated by intercepting requests, and fetches are counted", async () => {
  const before = provider.keySetFetches;
  provider.intercept = (_request, response) => Boolean(response.writeHead(503).end());
  expect((await fetch(provider.jwksUrl)).status).toBe(503);
  provider.intercept = undefined;
  expect((await fetch(provider.jwksUrl)).status).toBe(200);
  expect(provider.keySetFetches).toBe(before + 2);
});

/** The part of a browser that follows redirects within the provider and keeps its cookies. */
class Browser {
  private readonly cookies = new Map<string, string>();

  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      this.cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (!location || location.startsWith(callback)) return response;
    return this.open(new URL(location, provider.issuer).href);
  }
}

describe("the console's login", () => {
  const verifier = randomBytes(32).toString("base64url");
  const authorization = () =>
    `${provider.issuer}/auth?${new URLSearchParams({
      client_id: provider.consoleClient.clientId,
      response_type: "code",
      redirect_uri: callback,
      scope: "openid profile email gateway_proxy_admin",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    })}`;

  async function logIn(username: string, password: string) {
    const browser = new Browser();
    const page = await browser.open(authorization());
    const html = await page.text();
    const action = /action="([^"]+)"/.exec(html)![1]!;
    return { html, answer: await browser.open(provider.issuer + action, { username, password }) };
  }

  async function exchange(answer: Response) {
    const code = new URL(answer.headers.get("location")!).searchParams.get("code")!;
    const { clientId, clientSecret } = provider.consoleClient;
    const response = await fetch(provider.tokenUrl, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: callback,
        code_verifier: verifier,
      }),
    });
    return (await response.json()) as { id_token: string; access_token: string; refresh_token: string };
  }

  test("the login page loads nothing from other servers", async () => {
    const { html } = await logIn("admin", "wrong");
    expect(html).not.toMatch(/https?:\/\//);
  });

  test("a wrong password shows the login form again", async () => {
    const { answer } = await logIn("admin", "wrong");
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain("The user name or the password is wrong.");
  });

  test("the administrator comes back with an identity token and a JWT access token of admin scope, without a consent page", async () => {
    const { answer } = await logIn("admin", "admin");
    const tokens = await exchange(answer);
    expect(await verify(tokens.access_token)).toMatchObject({
      sub: "user-ada",
      scope: "gateway_proxy_admin",
      client_id: "gateway-console",
    });
    expect(JSON.parse(atob(tokens.id_token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/")))).toMatchObject({
      sub: "user-ada",
      aud: "gateway-console",
      email: "ada@example.com",
      groups: ["platform"],
    });
    expect(tokens.refresh_token).toBeTypeOf("string");
  });

  test("an ordinary user logs in without the admin scope", async () => {
    const { answer } = await logIn("sam", "sam");
    expect(await verify((await exchange(answer)).access_token)).not.toHaveProperty("scope");
  });
});
