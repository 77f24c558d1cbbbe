import type { Identity } from "../decision";
import { fail, pass, skip, type Rule } from "../standing";
import { quote } from "@/lib/quote";

/**
 * A user whose e-mail is in the domain may call (spec 5.7). An unverified e-mail may belong to somebody else, so it
 * lets nobody in.
 */
export const emailDomainRule: Rule = {
  rule: "email domain",
  spec: "5.7",
  codes: ["email_domain_not_allowed"],
  says: "A user whose e-mail is in `user_allowed_email_domain` may call. An e-mail in another domain, or one that the provider has not verified, is refused.",
  check({ identity, settings }, standing) {
    const domain = settings.jwtAuth.user_allowed_email_domain;
    if (identity.kind !== "jwt" || domain === undefined) return skip("No e-mail domain is required.");
    if (standing.admin) return skip("The rule applies to users, not to administrators.");
    if (identity.email === undefined) return skip("The token carries no e-mail.");
    if (identity.emailVerified === false) {
      return fail(
        "email_domain_not_allowed",
        `The provider says that the e-mail ${quote(identity.email)} is not verified.`,
      );
    }
    if (!hasAllowedEmail(identity, domain)) {
      return fail("email_domain_not_allowed", `The e-mail ${quote(identity.email)} is not in the allowed domain.`);
    }
    return pass(`The e-mail ${quote(identity.email)} is in ${domain}.`, {
      grants: [...standing.grants, "an e-mail in the allowed domain"],
    });
  },
};

/** Whether this identity's e-mail is verified and in the allowed domain. */
export function hasAllowedEmail(
  identity: Identity,
  domain: string | undefined,
): identity is Identity & { email: string } {
  return (
    domain !== undefined &&
    identity.email !== undefined &&
    identity.emailVerified !== false &&
    domainOf(identity.email) === asciiLowerCase(domain.replace(/^@/, ""))
  );
}

/** The part after the only `@`, in lower case; undefined if the text is not an address. */
function domainOf(email: string): string | undefined {
  const match = /^[^\s@]+@([^\s@]+)$/.exec(email);
  return match?.[1] === undefined ? undefined : asciiLowerCase(match[1]);
}

/**
 * Lower-cases ASCII letters only (RFC 4343 §3). `toLowerCase` would turn the Kelvin sign into "k" and so merge two
 * domains.
 */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
