import type { Fault, Path } from "@/lib/config/finding";
import { quote } from "@/lib/quote";
import type { JwtAuthSettings } from "@/lib/config/schema";
import type { AccessContext } from "./lookups";
import { issuerFaults } from "../issuer-checks";
import type { OtherProviders } from "../issuer-defaults";
import { proofFaults } from "../proof-checks";
import { providerFaults } from "../provider-checks";
import { opaqueTokenFaults } from "../token-checks/opaque-token-checks";
import { tokenReadingFaults } from "../token-checks/token-reading-checks";

/** What the issuers of a draft are checked against, besides models and routes. */
export interface IssuerContext extends OtherProviders {
  /** The audiences in JWT_AUDIENCE. */
  readonly audiences: readonly string[];
  /** The issuers of the console's login that need an entry in a list of issuers and have none (C121). */
  readonly unlistedLogins: (settings: Pick<JwtAuthSettings, "issuers">) => readonly string[];
}

/** Findings that depend on the list of issuers as a whole, wherever they are shown. */
export const LIST_FINDINGS: ReadonlySet<Fault["number"]> = new Set([
  ...(["C024", "C030", "C070", "C071", "C072", "C073", "C074", "C076", "C121"] as const),
]);

/**
 * Faults: the keys of no provider are known, or the audience of tokens is not checked. `path`: that of
 * `enable_jwt_auth`.
 */
export function unprovenFaults(
  { issuers }: Pick<JwtAuthSettings, "issuers">,
  { hasKeys, hasAudience }: { readonly hasKeys: boolean; readonly hasAudience: boolean },
  path: Path,
): Fault[] {
  const faults: Fault[] = [];
  if (!hasKeys && issuers.length === 0) {
    const message = "is on, but nothing says where the public keys of the OpenID provider are";
    faults.push({
      number: "C024",
      path,
      at: "key",
      message,
      fix: "set JWT_PUBLIC_KEY_URL, or list the provider under gateway_jwtauth.issuers",
    });
  }
  const unchecked = issuers.some((issuer) => issuer.audience === undefined) || issuers.length === 0;
  if (!hasAudience && unchecked) {
    const message =
      "is on, but the audience of tokens is not checked, so tokens made for other services are accepted too";
    faults.push({ number: "C030", path, at: "key", message, fix: "set JWT_AUDIENCE" });
  }
  return faults;
}

/**
 * All faults of issuers and of the settings that decide whether a token is proven, as for a file with the same
 * settings.
 */
export function issuerListFaults(settings: JwtAuthSettings, context: AccessContext & IssuerContext): Fault[] {
  const { publicKeyUrls, audiences, consoleIssuer } = context;
  const hasAudience = audiences.length > 0;
  const common: Fault[] = [
    ...unprovenFaults(settings, { hasKeys: publicKeyUrls.length > 0, hasAudience }, ["issuers"]).map(inConsole),
    ...context.unlistedLogins(settings).map((issuer): Fault => ({
      number: "C121",
      path: ["issuers"],
      at: "value",
      message: `people log in to the console through ${quote(issuer, 200)} too; with several login providers, each needs an entry`,
      fix: "add the issuer, with allow_admin: console if its people may become administrators",
    })),
    ...issuerFaults(settings, context, ["issuers"]),
    ...proofFaults(settings, audiences, []),
    ...opaqueTokenFaults(settings, { base: [], hasAudience }),
    ...tokenReadingFaults(settings, []),
    ...providerFaults(settings, {
      base: [],
      publicKeyUrls,
      consoleIssuer,
      sourceOf: () => ({ path: [], at: "nowhere" }),
    }),
  ];
  return common.map(metadataRefused);
}

/** Rewords a fault for the console, which edits the list of issuers and not the switch `enable_jwt_auth`. */
function inConsole(fault: Fault): Fault {
  return fault.number === "C024"
    ? { ...fault, message: "nothing says where the public keys of the OpenID provider are", fix: "add an issuer" }
    : {
        ...fault,
        message: "the audience of tokens is not checked, so tokens made for other services are accepted too",
        fix: "set the audience of each issuer, or JWT_AUDIENCE",
      };
}

/**
 * Makes the warning about a metadata address an error. An operator may name one on purpose in the file; an
 * administrator may not.
 */
function metadataRefused(fault: Fault): Fault {
  return fault.number === "C038" ? { ...fault, number: "C171" } : fault;
}
