import { settingsOfEntry } from "@/lib/auth/issuer-settings";
import { issuersOf, tenantsOf } from "@/lib/auth/issuer-tenants";
import { audiencesOf } from "@/lib/auth/token/audiences";
import { MAXIMUM_FAULTS, quote, type Fault, type Path } from "@/lib/config/finding";
import { TENANT } from "@/lib/config/access-settings/issuer";
import type { IssuerEntry, JwtAuthSettings } from "@/lib/config/schema";
import { isObject } from "@/lib/is-object";
import { withoutTrailing } from "@/lib/without-trailing";
import { toolSignInFaults } from "./token-checks/tool-sign-in-checks";

/**
 * Faults and dangers in the settings that decide whether a token is proven, before its claims are read. `audiences`:
 * those of `JWT_AUDIENCE`. `base`: where `gateway_jwtauth` is in the file.
 */
export function proofFaults(settings: JwtAuthSettings, audiences: readonly string[], base: Path): Fault[] {
  const common = audiences.length > 0 ? audiences : undefined;
  const { audience_claim: claim, required_claims: required, issuers } = settings;
  const isClaimUsed = issuers.some((entry) => audiencesOf(entry, common) !== undefined);
  const bound = CHECKS.filter((name) => isOn(settings[name]));
  const alike = new Map<string, IssuerEntry>();
  /** Required claims that have been judged: many would make a draft slow. */
  let judged = 0;
  return [
    ...(claim !== undefined && common === undefined && !isClaimUsed ? [unusedClaim([...base, "audience_claim"])] : []),
    ...openPatterns(required, [...base, "required_claims"]),
    ...issuers.flatMap((entry, index) => {
      const path = [...base, "issuers", index];
      const isEnough = (judged += Object.keys(entry.required_claims ?? {}).length) > MAXIMUM_FAULTS;
      return [
        ...addressFaults(entry, path),
        ...spellingFaults(entry, alike, path),
        ...audienceFaults(entry, common, path),
        ...toolSignInFaults(entry, common, path),
        ...prefixFaults(entry, issuers.slice(0, index), path),
        ...(isEnough ? [] : openPatterns(entry.required_claims ?? {}, [...path, "required_claims"])),
        ...turnedOff(entry, bound, settings, path),
      ];
    }),
  ];
}

function addressFaults(entry: IssuerEntry, path: Path): Fault[] {
  const { issuer, jwks_url: url, required_claims: required } = entry;
  const at = { path: [...path, "issuer"], at: "value" } as const;
  if (issuer.includes("*")) {
    const message = "an issuer is not a pattern: no token has an issuer with a *";
    const fix = "write the exact issuer, or {tid} for the tenant of Microsoft Entra ID";
    return [{ ...at, number: "C110", message, fix }];
  }
  if (issuer.includes(TENANT) && (tenantsOf(entry).length === 0 || [required?.["tid"]].flat().some(isPattern))) {
    const message = `${TENANT} stands for a tenant, but required_claims.tid does not list the tenants exactly`;
    const fix = "list them in this entry: required_claims: {tid: [TENANT, OTHER]}, without *";
    return [{ ...at, number: "C110", message, fix }];
  }
  const isAddress = issuersOf(entry).every((each) => /^https?:\/\//.test(each) && URL.canParse(each));
  if (url !== undefined || isAddress) return [];
  const message = "is not an http or https address, so its discovery document cannot be found";
  return [{ ...at, number: "C113", message, fix: "add jwks_url, the address of its key set" }];
}

/**
 * A warning about an issuer that no token names, or that is almost the issuer of another entry: each entry applies to
 * exactly its own tokens. `earlier`: the first entry of each simplified issuer, to which this one is added.
 */
function spellingFaults(entry: IssuerEntry, earlier: Map<string, IssuerEntry>, path: Path): Fault[] {
  const { issuer } = entry;
  const simple = simplified(issuer);
  const alike = earlier.get(simple);
  if (!alike) earlier.set(simple, entry);
  const at = { number: "C189", path: [...path, "issuer"], at: "value" } as const;
  if (issuer.includes("/.well-known/")) {
    const message = "is the address of a document, which the `iss` of no token is";
    return [{ ...at, message, fix: 'write the "issuer" of the document' }];
  }
  const tenant = ENTRA.exec(issuer)?.[1];
  if (tenant !== undefined && tenant !== TENANT && !TENANT_ID.test(tenant)) {
    const message = `has ${quote(tenant)} where Microsoft Entra ID writes the id of the tenant, so no token has it`;
    return [
      { ...at, message, fix: `write the tenant's id, or ${TENANT} and the ids in required_claims: {tid: [...]}` },
    ];
  }
  if (!alike || alike.issuer === issuer) return [];
  const message = `is almost ${quote(alike.issuer)} of an entry above, and neither entry binds the tokens of the other`;
  return [
    { ...at, message, fix: "keep the one that is exactly the `iss` of the tokens, or give both the same settings" },
  ];
}

const ENTRA =
  /^https:\/\/(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)\/([^/]+)/i;
const TENANT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function simplified(issuer: string): string {
  return withoutTrailing(issuer.toLowerCase().replace(/^http:/, "https:"), "/");
}

function audienceFaults(entry: IssuerEntry, common: readonly string[] | undefined, path: Path): Fault[] {
  const isChecked = audiencesOf(entry, common) !== undefined;
  const faults: Fault[] = [];
  if (entry.accept_id_tokens && !isChecked) {
    faults.push({
      number: "C111",
      path: [...path, "accept_id_tokens"],
      at: "key",
      message: "accepts the ID tokens of every application of this issuer while no audience is required",
      fix: "set audience to the client ids whose ID tokens count",
    });
  }
  if (entry.audience === "none") {
    const message = "tokens of this issuer that were made for other services are accepted too";
    const fix = "name the audience, or audience_claim if its tokens have no aud";
    faults.push({ number: "C112", path: [...path, "audience"], at: "value", message, fix });
  }
  if (typeof entry.audience_claim === "string" && !isChecked) faults.push(unusedClaim([...path, "audience_claim"]));
  return faults;
}

function unusedClaim(path: Path): Fault {
  const message = "has no effect while no audience is required";
  return { number: "C116", path, at: "key", message, fix: "set audience to the values that the claim may have" };
}

/**
 * A warning about an id prefix that begins with another one. Equal prefixes are intended: two issuers of one provider
 * may share their ids.
 */
function prefixFaults({ id_prefix: own }: IssuerEntry, others: readonly IssuerEntry[], path: Path): Fault[] {
  const isNested = (other: string): boolean =>
    own !== undefined && own !== other && (own.startsWith(other) || other.startsWith(own));
  if (!others.some(({ id_prefix: other }) => other !== undefined && isNested(other))) return [];
  return [
    {
      number: "C114",
      path: [...path, "id_prefix"],
      at: "value",
      message: "one id prefix begins with another, so that ids of the one issuer can be those of the other",
      fix: "end each prefix with the same separator, such as partner: and staff:",
    },
  ];
}

/** Warnings about open patterns: `acme*` also accepts `acme-evil`, which anybody may register at a public provider. */
function openPatterns(required: JwtAuthSettings["required_claims"], path: Path): Fault[] {
  return Object.entries(required).flatMap(([claim, wanted]): Fault[] => {
    if (![wanted].flat().some((value) => typeof value === "string" && /[\p{L}\p{N}]\*$/u.test(value))) return [];
    const message = "a * right behind a name accepts longer names too";
    const fix = "put a separator before the *, such as acme/*, or write the exact value";
    return [{ number: "C115", path: [...path, claim], at: "value", message, fix }];
  });
}

const CHECKS = ["custom_validate", "required_claims", "user_allowed_email_domain", "admin_jwt_role"] as const;

function isOn(value: unknown): boolean {
  return value !== undefined && !(isObject(value) && Object.keys(value).length === 0);
}

/** `bound`: the checks that the common settings make. */
function turnedOff(
  entry: IssuerEntry,
  bound: readonly (typeof CHECKS)[number][],
  settings: JwtAuthSettings,
  path: Path,
): Fault[] {
  const own = settingsOfEntry(entry, { jwtAuth: settings }).jwtAuth;
  const off = bound.filter((name) => own[name] !== settings[name] && !isOn(own[name]));
  return off.map((name) => ({
    number: "C117",
    path: [...path, name],
    at: "value",
    message: `${name} of gateway_jwtauth does not bind the tokens of this issuer`,
    fix: `remove the line, unless the tokens of this issuer need no ${name}`,
  }));
}

function isPattern(value: unknown): boolean {
  return typeof value !== "string" || value.includes("*");
}
