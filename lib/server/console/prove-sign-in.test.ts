import { describe, expect, test } from "vitest";
import type { Claims } from "@/lib/auth/decision";
import { type ErrorCode, GatewayError } from "@/lib/errors";
import { proveSignIn, type SignInTokens, type TokenJudges } from "./prove-sign-in";

const ID_TOKEN: Claims = { sub: "u1", email: "ada@example.com", iss: "https://id.example" };
const ACCESS_TOKEN: Claims = { sub: "u1", iss: "https://id.example", scope: "gateway_proxy_admin" };

/** Judges of whom `verify` fails with a code and `validate` refuses whom the test says. */
function judges(verifyFails?: ErrorCode, refuses: (claims: Claims) => boolean = () => false): TokenJudges {
  return {
    async verify() {
      if (verifyFails) throw new GatewayError(verifyFails, `verify: ${verifyFails}`);
      return ACCESS_TOKEN;
    },
    introspect: () => undefined,
    withAllGroups: async (claims) => claims,
    async validate(claims) {
      if (refuses(claims))
        throw new GatewayError("custom_validation_failed", "Invalid JWT token", { detail: "It threw" });
    },
  };
}
const tokens = (accessToken: string | undefined): SignInTokens => ({
  accessToken,
  grantedScope: "openid models:chat",
  idToken: ID_TOKEN,
});
const JWT = "a.b.c";
const OF_ID_TOKEN = { kind: "accepted", claims: { scope: "openid models:chat", ...ID_TOKEN } };

describe("the claims of a sign-in", () => {
  test("an access token that the gateway accepts gives the claims, and the ID token the person's name", async () => {
    expect(await proveSignIn(judges(), tokens(JWT))).toEqual({
      kind: "accepted",
      claims: { email: "ada@example.com", ...ACCESS_TOKEN },
      accessTokenUnused: undefined,
    });
  });

  test.each(["invalid_token", "invalid_signature", "unknown_key", "invalid_issuer", "invalid_audience"] as const)(
    "an access token that is refused with %s is not meant for the gateway, and the ID token counts",
    async (code) => {
      expect(await proveSignIn(judges(code), tokens(JWT))).toEqual({
        ...OF_ID_TOKEN,
        accessTokenUnused: `verify: ${code}`,
      });
    },
  );

  test("an access token of another issuer opens no session, whatever its owner may do", async () => {
    const others = { ...judges(), verify: async () => ({ ...ACCESS_TOKEN, iss: "https://staff.example" }) };
    expect(await proveSignIn(others, tokens(JWT))).toEqual({
      ...OF_ID_TOKEN,
      accessTokenUnused: "The access token is of another issuer than the login.",
    });
  });

  test.each([undefined, "opaque"])("with the access token %j the ID token counts", async (accessToken) => {
    expect(await proveSignIn(judges(), tokens(accessToken))).toMatchObject({
      ...OF_ID_TOKEN,
      accessTokenUnused: expect.stringContaining("no access token that is a JWT"),
    });
  });

  test.each(["token_expired", "token_not_yet_valid"] as const)(
    "an access token of the gateway's own that is refused with %s ends the sign-in",
    async (code) => {
      expect(await proveSignIn(judges(code), tokens(JWT))).toEqual({
        kind: "refused",
        code,
        message: `verify: ${code}`,
      });
    },
  );

  const refused = {
    kind: "refused",
    code: "custom_validation_failed",
    message: "Invalid JWT token",
    detail: "It threw",
  };

  test("an access token that custom_validate refuses ends the sign-in, whatever the ID token says", async () => {
    const refusesAccessToken = judges(undefined, ({ scope }) => scope === ACCESS_TOKEN["scope"]);
    expect(await proveSignIn(refusesAccessToken, tokens(JWT))).toEqual(refused);
  });

  test("an ID token that custom_validate refuses ends the sign-in", async () => {
    expect(
      await proveSignIn(
        judges("invalid_audience", () => true),
        tokens(JWT),
      ),
    ).toEqual(refused);
    expect(
      await proveSignIn(
        judges(undefined, () => true),
        tokens("opaque"),
      ),
    ).toEqual(refused);
  });

  test("a database that is away leaves the question open", async () => {
    await expect(proveSignIn(judges("directory_unavailable"), tokens(JWT))).rejects.toThrow("directory_unavailable");
  });
});
