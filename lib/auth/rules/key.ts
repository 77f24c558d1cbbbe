import { quote } from "@/lib/quote";
import { issuerEntryOf } from "../issuer-settings";
import { fail, pass, skip, type DecidingSettings, type Rule } from "../standing";

/** A virtual key must be valid. */
export const keyRule: Rule = {
  rule: "key",
  spec: "explain/keys-and-tokens",
  codes: ["key_blocked", "key_expired", "key_issuer_removed"],
  says: "A virtual key must be neither blocked nor expired. If a token's holder made it, the settings must still have the token's issuer.",
  check({ identity: { key }, now, settings }) {
    if (!key) return skip("The caller did not present a virtual key.");
    if (key.blocked) return fail("key_blocked", `The key ${key.name} is blocked.`);
    if (key.expiresAt !== null && key.expiresAt <= now) {
      return fail("key_expired", `The key ${key.name} expired at ${new Date(key.expiresAt).toISOString()}.`);
    }
    const issuer = key.maker?.issuer;
    if (issuer !== undefined && !isKnownIssuer(issuer, settings))
      return fail(
        "key_issuer_removed",
        `The key ${key.name} was made by somebody of ${quote(issuer)}, whose tokens are no longer accepted.`,
      );
    return pass(`The key ${key.name} is valid.`, { grants: ["a virtual key"] });
  },
};

/** Whether the settings still let people of an issuer in. A slash at the end makes no difference for a login. */
function isKnownIssuer(issuer: string, { jwtAuth, otherIssuers: others = "any" }: DecidingSettings): boolean {
  if (others === "any" || issuerEntryOf(issuer, jwtAuth) !== undefined) return true;
  return others.some((other) => other === issuer || other === `${issuer}/` || `${other}/` === issuer);
}
