import type { JwtAuthSettings } from "@/lib/config/schema";
import type { Identity } from "../decision";
import { fail, pass, skip, type Rule } from "../standing";
import { quote } from "@/lib/quote";

type EmailSettings = Pick<JwtAuthSettings, "user_allowed_email_domain" | "email_verified_required">;

/**
 * A user whose e-mail is in the domain may call (spec 5.7). An unverified e-mail may belong to somebody else, so it
 * lets nobody in. A token without an e-mail passes here, because it may be a team's; the user rule refuses it if its
 * caller is known only as a user.
 */
export const emailDomainRule: Rule = {
  rule: "email domain",
  spec: "5.7",
  codes: ["email_domain_not_allowed"],
  says: "A user whose e-mail is in `user_allowed_email_domain` may call. An e-mail in another domain is refused, as is one that the provider has not verified; with `email_verified_required`, the token must say that it has.",
  check({ identity, settings }, standing) {
    const domain = settings.jwtAuth.user_allowed_email_domain;
    if (identity.kind !== "jwt" || domain === undefined) return skip("No e-mail domain is required.");
    if (standing.admin) return skip("The rule applies to users, not to administrators.");
    if (identity.email === undefined)
      return skip("The token carries no e-mail. Only a caller known only as a user needs one.");
    if (identity.emailVerified === false) {
      return fail(
        "email_domain_not_allowed",
        `The provider says that the e-mail ${quote(identity.email)} is not verified.`,
      );
    }
    if (!isVerifiedEnough(identity, settings.jwtAuth)) {
      return fail(
        "email_domain_not_allowed",
        `The token does not say that the e-mail ${quote(identity.email)} is verified ("email_verified"), which email_verified_required asks for.`,
      );
    }
    if (!hasAllowedEmail(identity, settings.jwtAuth)) {
      return fail("email_domain_not_allowed", `The e-mail ${quote(identity.email)} is not in the allowed domain.`);
    }
    return pass(`The e-mail ${quote(identity.email)} is in ${domain}.`, {
      grants: [...standing.grants, "an e-mail in the allowed domain"],
    });
  },
};

/** Whether this identity's e-mail is verified and in the allowed domain. */
export function hasAllowedEmail(identity: Identity, settings: EmailSettings): identity is Identity & { email: string } {
  const domain = settings.user_allowed_email_domain;
  return (
    domain !== undefined &&
    identity.email !== undefined &&
    isVerifiedEnough(identity, settings) &&
    domainOf(identity.email) === asciiLowerCase(domain.replace(/^@/, ""))
  );
}

/** Some providers never state `email_verified`, so its absence counts as verified unless the settings say otherwise. */
function isVerifiedEnough({ emailVerified }: Identity, { email_verified_required: required }: EmailSettings): boolean {
  return emailVerified ?? !(required ?? false);
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
