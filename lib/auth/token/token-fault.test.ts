import { getGlobalDispatcher } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import type { GatewayError } from "@/lib/errors";
import { createSigningKey, signClaims, type SigningKey } from "@/local/provider/signing-keys";
import { publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { testSettings } from "@/testing/gateway/test-settings";
import { createTokenVerifier } from "./verify";

const HERE = "https://here.example";
const NOW = Date.parse("2026-05-01T12:00:00Z") / 1_000;

let known: SigningKey;
let unknown: SigningKey;
let server: KeyServer;

beforeAll(async () => {
  [known, unknown] = await Promise.all([createSigningKey("ES256"), createSigningKey("ES256")]);
  server = await startKeyServer(publishing(known));
});
afterAll(() => server.stop());

interface Line {
  readonly title: string;
  readonly claims: Record<string, unknown>;
  readonly entry?: object;
  readonly others?: readonly string[];
  readonly isUnknown?: boolean;
  /** What the caller is told, and what administrators see beside it. */
  readonly message: string;
  readonly detail: string;
}

const lines: readonly Line[] = [
  {
    title: "a refusal names the only issuer that is accepted",
    claims: { iss: `${HERE}/` },
    message: `The token's issuer must be "${HERE}".`,
    detail: `The token has the "iss" "${HERE}/"; accepted: "${HERE}". They differ only by a slash at the end.`,
  },
  {
    title: "a refusal names no issuer where several are accepted",
    claims: { iss: "https://else.example" },
    others: ["https://there.example"],
    message: "The token's issuer is not one of the configured identity providers.",
    detail: `The token has the "iss" "https://else.example"; accepted: "${HERE}", "https://there.example".`,
  },
  {
    title: "a refusal names the audiences that the token's issuer may use",
    claims: { aud: ["account"] },
    entry: { audience: ["gateway", "other"] },
    message: 'The token is not meant for this gateway: its audience must be one of "gateway", "other".',
    detail: 'The token has the "aud" "account"; accepted: "gateway", "other".',
  },
  {
    title: "an expired token is compared with the gateway's clock",
    claims: { exp: NOW - 60 },
    message: "The token has expired.",
    detail:
      "The token's \"exp\" was 1 min before the gateway's clock, at 2026-05-01 11:59:00 UTC; clock_skew_seconds is 5.",
  },
  {
    title: "a token from the future is compared with the gateway's clock",
    claims: { iat: NOW + 60 },
    message: 'The token was issued in the future ("iat").',
    detail:
      "The token's \"iat\" is 1 min after the gateway's clock, at 2026-05-01 12:01:00 UTC; clock_skew_seconds is 5.",
  },
  {
    title: "an algorithm stands beside those of its issuer",
    claims: {},
    entry: { algorithms: ["RS256", "EdDSA"] },
    message: "The token's signature algorithm is not accepted from its issuer; accepted: RS256, EdDSA.",
    detail: 'The token has the "alg" "ES256"; accepted: "RS256", "EdDSA".',
  },
  {
    title: "an unknown key stands beside the provider's keys",
    claims: {},
    isUnknown: true,
    message: "The token's kid is not among the identity provider's keys.",
    detail: 'The token has the "kid" "UNKNOWN"; accepted: "KNOWN".',
  },
  {
    title: "a required claim stands beside what the token has",
    claims: { hd: "evil.com" },
    entry: { required_claims: { hd: "acme.com" } },
    message: 'The token must have the claim "hd" with "acme.com".',
    detail: 'The token has the "hd" "evil.com"; accepted: "acme.com".',
  },
];

test.each(lines)("$title", async ({ claims, entry, others = [], isUnknown = false, message, detail }) => {
  const issuers = [
    { issuer: HERE, jwks_url: server.url, ...entry },
    ...others.map((issuer) => ({ issuer, jwks_url: server.url })),
  ];
  const settings = testSettings({ jwtAuth: jwtAuth.parse({ issuers }) });
  const verifier = createTokenVerifier(
    () => settings,
    () => NOW * 1_000,
    getGlobalDispatcher,
  );
  const token = await signClaims(isUnknown ? unknown : known, { iss: HERE, exp: NOW + 60, ...claims }, { typ: "JWT" });
  const fault = await verifier.verify(token).then(
    () => expect.fail("the token is accepted"),
    (error: GatewayError) => error,
  );
  verifier.close();
  const told = detail.replace("UNKNOWN", unknown.kid).replace("KNOWN", known.kid);
  // Whoever sends a token chooses its key id freely, so the log does not repeat it.
  expect([fault.message, fault.options[isUnknown ? "comparison" : "detail"]]).toEqual([message, told]);
  if (isUnknown) expect(fault.options.detail).toBe(`It is not ${JSON.stringify(known.kid)}.`);
  else expect(fault.options.comparison).toBeUndefined();
});
