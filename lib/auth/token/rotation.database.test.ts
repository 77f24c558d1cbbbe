import { getGlobalDispatcher } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jwtAuth, type Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { testSettings } from "@/testing/gateway/test-settings";
import { createTokenVerifier, type TokenVerifier } from "./verify";

const TTL = 600;
const STALE = 3_600;
/** Seconds between two requests. */
const STEP = 30;

let provider: LocalProvider;
let settings: Settings;
let verifier: TokenVerifier;
let clock: number;

beforeEach(async () => {
  provider = await startProvider({ algorithm: "ES256" });
  settings = testSettings({ jwtAuth: jwtAuth.parse({ public_key_ttl: TTL, public_key_stale_ttl: STALE }) });
  clock = Date.now();
});
afterEach(async () => {
  verifier.close();
  await provider.stop();
});

const use = (url: string): void => {
  settings = { ...settings, publicKeyUrls: [url] };
  verifier = createTokenVerifier(
    () => settings,
    () => clock,
    getGlobalDispatcher,
  );
};
let serial = 0;
const issue = (): Promise<string> =>
  provider.issueToken({ client_id: "project", jti: String(++serial) }, { expiresIn: 1_000_000 });

async function outcome(token: string): Promise<string> {
  return verifier.verify(token).then(
    () => "accepted",
    (error: unknown) => (error instanceof GatewayError ? error.code : String(error)),
  );
}

/**
 * Sends requests for some seconds: each time with a new token and with one that has long been in use. Returns the
 * refusals.
 */
async function traffic(seconds: number, longUsed: string): Promise<string[]> {
  const refused: string[] = [];
  for (let passed = 0; passed < seconds; passed += STEP) {
    clock += STEP * 1_000;
    for (const token of [longUsed, await issue()]) {
      const result = await outcome(token);
      if (result !== "accepted") refused.push(`${result} after ${passed} s`);
    }
  }
  return refused;
}

const outages: [name: string, intercept: NonNullable<LocalProvider["intercept"]>][] = [
  ["answers errors", (_request, response) => (response.writeHead(503).end("down"), true)],
  ["breaks connections", (request) => (request.socket.destroy(), true)],
  [
    "answers a page",
    (_request, response) => (
      response.writeHead(200, { "content-type": "text/html" }).end("<html>maintenance</html>"),
      true
    ),
  ],
  ["answers an empty set", (_request, response) => (response.writeHead(200).end('{"keys":[]}'), true)],
];

describe.each(["jwksUrl", "discoveryUrl"] as const)("when the keys are found by %s", (address) => {
  beforeEach(() => use(provider[address]));

  test("no request is refused while the provider rotates its keys in every permitted way", async () => {
    const longUsed = await issue();
    expect(await traffic(200, longUsed)).toEqual([]);
    for (const algorithm of ["RS256", "ES256", "EdDSA", "PS256", "RS256"] as const) {
      // The provider signs with it at once, without publishing it ahead.
      await provider.rotateKeys({ algorithm });
      expect(await traffic(130, longUsed)).toEqual([]);
    }
    await provider.addKey("RS256");
    expect(await traffic(2 * TTL, longUsed)).toEqual([]);
    // One or two fetches per rotation, and two each time the keys grew old; discovery fetches two documents.
    expect(provider.keySetFetches).toBeLessThan(20);
  });

  test("three rotations within the same second are followed", async () => {
    expect(await outcome(await issue())).toBe("accepted");
    for (let rotation = 0; rotation < 3; rotation++) {
      await provider.rotateKeys({ keepOld: false });
      expect(await outcome(await issue())).toBe("accepted");
    }
  });

  test.each(outages)(
    "no request is refused while the provider %s for less than the stale limit",
    async (_name, intercept) => {
      const longUsed = await issue();
      expect(await traffic(TTL, longUsed)).toEqual([]);
      provider.intercept = intercept;
      const before = provider.keySetFetches;
      expect(await traffic(STALE - 3 * STEP, longUsed)).toEqual([]);
      expect(provider.keySetFetches - before).toBeLessThanOrEqual(STALE / 5);
      provider.intercept = undefined;
      expect(await traffic(TTL, longUsed)).toEqual([]);
      expect(verifier.providers[0]?.source.error).toBeUndefined();
    },
  );

  test("a provider that rotates as soon as it is back is followed at once", async () => {
    expect(await traffic(TTL, await issue())).toEqual([]);
    provider.intercept = (request) => (request.socket.destroy(), true);
    expect(await traffic(TTL, await issue())).toEqual([]);
    await provider.rotateKeys({ keepOld: false });
    // The gateway cannot have seen the new key, so it must not call the token bad.
    expect(await outcome(await issue())).toBe("auth_provider_unavailable");
    provider.intercept = undefined;
    clock += 5_000;
    expect(await outcome(await issue())).toBe("accepted");
  });

  test("beyond the stale limit tokens get 503, and are accepted again when the provider is back", async () => {
    const token = await issue();
    expect(await outcome(token)).toBe("accepted");
    provider.intercept = (_request, response) => (response.writeHead(503).end(), true);
    clock += (TTL + STALE) * 1_000;
    expect([await outcome(token), await outcome(await issue())]).toEqual([
      "auth_provider_unavailable",
      "auth_provider_unavailable",
    ]);
    provider.intercept = undefined;
    clock += 5_000;
    expect(await outcome(token)).toBe("accepted");
  });
});
