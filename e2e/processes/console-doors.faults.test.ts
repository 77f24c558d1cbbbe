import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { signInToConsole } from "@/testing/auth/sign-in-to-console";
import { findFreePort } from "@/testing/database/free-port";
import { startGateway, TEST_MASTER_KEY, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { readSamples } from "@/testing/gateway/read-samples";

const PREVIOUS = "session-secret-before-the-change";

let provider: LocalProvider;
let gatewayPort: number;
beforeAll(async () => {
  gatewayPort = await findFreePort();
  provider = await startProvider({
    consoleRedirectUris: [`http://127.0.0.1:${gatewayPort}/api/auth/callback/oidc`],
  });
});
afterAll(() => provider?.stop());

describe("with the console", () => {
  let gateway: GatewayProcess;
  let metricsUrl: string;
  beforeAll(async () => {
    const port = await findFreePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    gateway = await startGateway({
      port: gatewayPort,
      config: {
        general_settings: { enable_jwt_auth: true, gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin" } },
      },
      environment: {
        JWT_PUBLIC_KEY_URL: provider.jwksUrl,
        JWT_AUDIENCE: provider.audience,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.consoleClient.clientId,
        OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
        METRICS_PORT: String(port),
        NEXTAUTH_SECRET: "session-secret-after-the-change",
        NEXTAUTH_SECRET_PREVIOUS: PREVIOUS,
      },
    });
  });
  afterAll(async () => {
    await gateway?.stop();
  });

  /**
   * Logs in with the master key and a form's token that was written under a secret. Returns the query of the page that
   * follows, and whether a session has begun.
   */
  async function logIn(secret: string) {
    const token = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    const proof = createHash("sha256").update(`${token}${secret}`).digest("hex");
    const answer = await fetch(`${gateway.url}/api/auth/callback/master-key`, {
      method: "POST",
      headers: { cookie: `next-auth.csrf-token=${encodeURIComponent(`${token}|${proof}`)}` },
      body: new URLSearchParams({ csrfToken: token, key: TEST_MASTER_KEY, json: "true" }),
    });
    const { url } = (await answer.json()) as { url: string };
    const hasSession = answer.headers.getSetCookie().some((cookie) => /session-token=[^;]/.test(cookie));
    return { page: new URL(url, gateway.url).search, hasSession };
  }

  test("a form's token from before NEXTAUTH_SECRET was changed still logs in, and one of another secret does not", async () => {
    expect(await logIn(PREVIOUS)).toEqual({ page: "", hasSession: true });
    expect(await logIn("session-secret-of-somebody-else")).toMatchObject({ hasSession: false });
  });

  /** The API's status for a console session. */
  async function listTeams(cookie: string): Promise<number> {
    const answer = await fetch(`${gateway.url}/team/list`, { headers: { cookie, "x-gateway-console": "1" } });
    await answer.text();
    return answer.status;
  }

  test("signing out ends the session, copies of its cookie too, and leads to the end of the session at the provider", async () => {
    const cookie = await signInToConsole(gateway.url, "admin");
    expect(await listTeams(cookie)).toBe(200);
    const csrf = await fetch(`${gateway.url}/api/auth/csrf`, { headers: { cookie } });
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, json: "true" });
    const answer = await fetch(`${gateway.url}/api/auth/signout`, { method: "POST", headers: { cookie }, body });
    const { url } = (await answer.json()) as { url: string };
    expect(new URL(url).origin).toBe(new URL(provider.issuer).origin);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      id_token_hint: expect.stringMatching(/^eyJ/),
      post_logout_redirect_uri: `${gateway.url}/api/auth/callback/oidc`,
    });
    expect(await listTeams(cookie)).toBe(401);
  });

  test("a provider's back-channel logout ends the person's session at once, and a token that is none ends nothing", async () => {
    const cookie = await signInToConsole(gateway.url, "admin");
    const teams = (): Promise<number> => listTeams(cookie);
    expect(await teams()).toBe(200);
    const logOut = async (logout_token: string): Promise<number> => {
      const body = new URLSearchParams({ logout_token });
      return (await fetch(`${gateway.url}/api/auth/backchannel-logout`, { method: "POST", body })).status;
    };
    expect(await logOut("eyJhbGciOiJub25lIn0.e30.")).toBe(400);
    expect(await teams()).toBe(200);
    const token = await provider.issueToken(
      {
        aud: provider.consoleClient.clientId,
        sub: "user-ada",
        jti: crypto.randomUUID(),
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      },
      { expiresIn: 120, header: { typ: "logout+jwt" } },
    );
    expect(await logOut(token)).toBe(200);
    expect(await teams()).toBe(401);
    // A logout token counts once.
    expect(await logOut(token)).toBe(400);
  });

  test("METRICS_PORT shows the metrics without credentials, and the main port only to administrators", async () => {
    const bearer = { authorization: `Bearer ${gateway.masterKey}` };
    const models = await fetch(`${gateway.url}/v1/models`, { headers: bearer });
    expect(models.status).toBe(200);
    const counted = async (url: string, headers = {}): Promise<number | undefined> => {
      const samples = readSamples(await (await fetch(url, { headers })).text());
      const { value } =
        samples.find(({ name, labels }) => name === "gateway_requests_total" && labels["route"] === "/models") ?? {};
      return value;
    };
    expect(await counted(metricsUrl)).toBe(1);
    expect(await counted(`${gateway.url}/metrics`, bearer)).toBe(1);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(401);
    expect((await fetch(new URL("/v1/models", metricsUrl), { headers: bearer })).status).toBe(404);
  });
});

test("next start refuses GATEWAY_BASE_PATH in one line, and ends with 1", async () => {
  const started = startGateway({
    door: 1,
    config: {},
    environment: { GATEWAY_BASE_PATH: "/llm" },
    readyWithin: 20_000,
  });
  await expect(started).rejects.toThrow(/ended before it was ready[\s\S]*GATEWAY_BASE_PATH works with npm start/);
});
