import { getGlobalDispatcher } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jwtAuth, type Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { prepareAttacks } from "@/testing/auth/attack-fixture";
import type { AttackFixture } from "@/testing/auth/forge";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { testSettings } from "@/testing/gateway/test-settings";
import { ATTACKS, GENUINE } from "./attacks.cases";
import { readCredential } from "./credential";
import { identify, isFault } from "../identify";
import { createTokenVerifier, type TokenVerifier } from "./verify";

let provider: LocalProvider;
let fixture: AttackFixture;
let settings: Settings;
let verifier: TokenVerifier;

beforeAll(async () => {
  provider = await startProvider();
  settings = testSettings({
    publicKeyUrls: [provider.discoveryUrl],
    audiences: [provider.audience],
    jwtAuth: jwtAuth.parse({ admin_jwt_scope: "gateway_proxy_admin" }),
  });
  verifier = createTokenVerifier(() => settings, Date.now, getGlobalDispatcher);
  fixture = await prepareAttacks(provider);
});
afterAll(async () => {
  verifier.close();
  await provider.stop();
});

/** The outcome for a bearer before any rule is asked. */
async function judge(bearer: string): Promise<string> {
  const credential = readCredential(`Bearer ${bearer}`);
  if (credential.kind !== "jwt") return "invalid_key";
  try {
    return isFault(identify(await verifier.verify(credential.token), settings.jwtAuth)) ? "invalid_token" : "accepted";
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    for (const part of bearer.split(".").filter((text) => text.length > 8)) expect(error.message).not.toContain(part);
    return error.code;
  }
}

test("no two attacks in the table have the same name", () => {
  const names = [...ATTACKS, ...GENUINE].map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each(GENUINE)("a genuine token is accepted: $name", async ({ make }) => {
  expect(await judge(make(fixture))).toBe("accepted");
});

test.each(ATTACKS)("an attack is refused: $name ($source): $code", async ({ make, code }) => {
  expect(await judge(make(fixture))).toBe(code);
});
