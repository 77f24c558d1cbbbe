import { fail, pass, skip, type Rule } from "../standing";

/** A virtual key must be valid. */
export const keyRule: Rule = {
  rule: "key",
  spec: "decisions: tokens",
  codes: ["key_blocked", "key_expired"],
  says: "A virtual key must be neither blocked nor expired.",
  check({ identity: { key }, now }) {
    if (!key) return skip("The caller did not present a virtual key.");
    if (key.blocked) return fail("key_blocked", `The key ${key.name} is blocked.`);
    if (key.expiresAt !== null && key.expiresAt <= now) {
      return fail("key_expired", `The key ${key.name} expired at ${new Date(key.expiresAt).toISOString()}.`);
    }
    return pass(`The key ${key.name} is valid.`, { grants: ["a virtual key"] });
  },
};
