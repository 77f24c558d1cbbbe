import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

/** Seconds that keys stay fresh here. */
const TTL = 1;

let gateway: GatewayProcess;
let provider: LocalProvider;
let upstream: LocalUpstream;
let database: TestDatabase;
let databaseUrl: string;

beforeAll(async () => {
  [provider, upstream, database] = await Promise.all([startProvider(), startUpstream(), startTestDatabase()]);
  databaseUrl = await database.createDatabase();
  gateway = await startGateway({
    environment: {
      GATEWAY_CONSOLE: "off",
      DATABASE_URL: databaseUrl,
      JWT_PUBLIC_KEY_URL: provider.discoveryUrl,
      JWT_AUDIENCE: provider.audience,
    },
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: { team_id_upsert: true, public_key_ttl: TTL, public_key_stale_ttl: 120 },
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.stop();
  await provider?.stop();
  await database?.stop();
});

let serial = 0;
const issue = (): Promise<string> => provider.issueToken({ client_id: "project", jti: String(++serial) });

async function call(token: string): Promise<number> {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "tokens-2", messages: [{ role: "user", content: "Say something." }] }),
  });
  await response.arrayBuffer();
  return response.status;
}

interface Key {
  readonly kid: string;
}
/** The members of all answers that these tests read. */
interface Answer {
  readonly data: readonly { readonly keys: readonly Key[] }[];
  readonly added: readonly Key[];
  readonly removed: readonly Key[];
  readonly recent_tokens: number;
  readonly would_fail: number;
  readonly error: { readonly code: string; readonly param: string | null };
}

async function manage(
  method: string,
  path: string,
  body?: unknown,
  bearer = gateway.masterKey,
): Promise<{ status: number; text: string; body: Answer }> {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Answer };
}

/**
 * Calls with tokens just issued and one in long use, as fast as answers come, until the keys have grown old twice.
 * Returns every status but 200.
 */
async function traffic(longUsed: string): Promise<number[]> {
  const refused: number[] = [];
  const end = Date.now() + 2_200 * TTL;
  while (Date.now() < end) {
    const statuses = await Promise.all([call(longUsed), issue().then(call), issue().then(call)]);
    refused.push(...statuses.filter((status) => status !== 200));
  }
  return refused;
}

describe("not one valid call is refused", () => {
  test("not one valid call is refused while the provider rotates its keys under traffic", async () => {
    const longUsed = await issue();
    const running = traffic(longUsed);
    for (const algorithm of ["RS256", "ES256", "EdDSA", "RS256"] as const) {
      await provider.rotateKeys({ algorithm });
      expect(await call(await issue())).toBe(200);
    }
    expect(await running).toEqual([]);
    expect(await traffic(longUsed)).toEqual([]);
  });

  test("not one valid call is refused while the provider breaks connections, answers errors, or hangs", async () => {
    const longUsed = await issue();
    expect(await call(longUsed)).toBe(200);
    for (const outage of [
      (request) => (request.socket.destroy(), true),
      (_request, response) => (response.writeHead(500).end(), true),
      () => true,
    ] satisfies NonNullable<LocalProvider["intercept"]>[]) {
      provider.intercept = outage;
      expect(await traffic(longUsed)).toEqual([]);
    }
    const { body } = await manage("GET", "/provider/keys");
    expect(body.data[0]).toMatchObject({ stale: true, usable: true, last_error: expect.any(String) });
    provider.intercept = undefined;
    expect(await traffic(longUsed)).toEqual([]);
    await expect
      .poll(async () => (await manage("GET", "/provider/keys")).body.data[0])
      .toMatchObject({ stale: false, last_error: null });
    await provider.rotateKeys({ keepOld: true });
    expect(await traffic(longUsed)).toEqual([]);
    expect(gateway.output).toContain('"event":"provider_keys_failed"');
    expect(gateway.output).toContain('"event":"provider_keys_recovered"');
  });
});

describe("/provider/keys", () => {
  test("/provider/keys shows each provider's keys by their ids and types alone", async () => {
    await manage("POST", "/provider/keys/refresh", {});
    const { status, body, text } = await manage("GET", "/provider/keys");
    expect(status).toBe(200);
    const [shown] = body.data;
    expect(shown).toEqual({
      url: provider.discoveryUrl,
      issuer: provider.issuer,
      keys: expect.arrayContaining([
        {
          kid: provider.signingKey.kid,
          kty: "RSA",
          alg: "RS256",
          crv: null,
          age_seconds: expect.any(Number),
          tokens_seen: expect.any(Number),
        },
      ]),
      fetched_at: expect.any(String),
      next_refresh_at: expect.any(String),
      stale: false,
      usable: true,
      last_error: null,
    });
    for (const member of ["n", "d", "p", "q"] as const) expect(text).not.toContain(String(provider.signingKey[member]));
  });

  test("a drill says which tokens the withdrawal of a key would break, without breaking any", async () => {
    const token = await issue();
    expect(await call(token)).toBe(200);
    const old = provider.signingKey.kid;
    await provider.rotateKeys({ keepOld: false, algorithm: "ES256" });
    const { body } = await manage("POST", "/provider/keys/drill", { url: provider.discoveryUrl });
    expect(body).toMatchObject({
      reachable: true,
      error: null,
      added: [{ kid: provider.signingKey.kid, kty: "EC", crv: "P-256" }],
    });
    expect(body.removed.map(({ kid }) => kid)).toContain(old);
    expect(body.recent_tokens).toBeGreaterThan(0);
    expect(body.would_fail).toBeGreaterThan(0);
    expect((await manage("POST", "/provider/keys/drill", { url: provider.discoveryUrl })).body.added).toHaveLength(1);

    const refreshed = await manage("POST", "/provider/keys/refresh", { url: provider.discoveryUrl });
    expect(refreshed.body.data[0]?.keys.map(({ kid }) => kid)).toEqual([provider.signingKey.kid]);
    expect([await call(token), await call(await issue())]).toEqual([401, 200]);
  });

  test("a refresh of provider keys reaches every process, and is in the audit log", async () => {
    const other = await startGateway({
      environment: { GATEWAY_CONSOLE: "off", DATABASE_URL: databaseUrl, JWT_PUBLIC_KEY_URL: provider.discoveryUrl },
      config: { general_settings: { enable_jwt_auth: true }, gateway_jwtauth: { public_key_ttl: 3_600 } },
    });
    try {
      const kidsOf = async (url: string): Promise<(string | undefined)[]> => {
        const response = await fetch(`${url}/provider/keys`, {
          headers: { authorization: `Bearer ${gateway.masterKey}` },
        });
        const { data }: Answer = await response.json();
        return data.flatMap(({ keys }) => keys.map(({ kid }) => kid));
      };
      expect(await kidsOf(other.url)).toEqual([]); // nobody has sent it a token yet
      await provider.rotateKeys({ keepOld: false });
      await manage("POST", "/provider/keys/refresh", { url: provider.discoveryUrl });
      await expect.poll(() => kidsOf(other.url)).toEqual([provider.signingKey.kid]);
      expect((await manage("GET", "/audit/logs")).text).toContain('"provider_keys.refresh"');
    } finally {
      await other.stop();
    }
  });

  test("a drill of a provider that is down says so", async () => {
    provider.intercept = (_request, response) => (
      response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
      true
    );
    const { status, body } = await manage("POST", "/provider/keys/drill", { url: provider.discoveryUrl });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        reachable: false,
        error: expect.stringContaining("redirect"),
        added: [],
        removed: [],
        would_fail: 0,
      }),
    ]);
    provider.intercept = undefined;
  });

  test("a refresh or drill of an address that belongs to no provider fetches nothing", async () => {
    for (const operation of ["refresh", "drill"]) {
      const served = upstream.served;
      const { status, body } = await manage("POST", `/provider/keys/${operation}`, { url: upstream.url });
      expect([status, body.error.param]).toEqual([404, "url"]);
      expect(upstream.served).toBe(served);
    }
  });

  test("/provider/keys is for administrators", async () => {
    const { status, body } = await manage("GET", "/provider/keys", undefined, await issue());
    expect([status, body.error.code]).toEqual([403, "route_not_allowed"]);
  });
});
