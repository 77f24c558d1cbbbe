import { audiencesOf } from "@/lib/auth/token/audiences";
import { opaqueIssuerOf, takesOpaqueTokens } from "@/lib/auth/token/opaque-issuer";
import type { Fault, Path } from "@/lib/config/finding";
import type { IssuerEntry, JwtAuthSettings } from "@/lib/config/schema";
import { addressFault } from "../address-checks";

/** What the issuers of opaque tokens are checked against. */
export interface OpaqueTokenContext {
  /** Where `gateway_jwtauth` is in the file. */
  readonly base: Path;
  /** Whether JWT_AUDIENCE names an audience. */
  readonly hasAudience: boolean;
}

/** The faults of settings about opaque tokens, and of how issuers are asked about them. */
export function opaqueTokenFaults({ issuers }: JwtAuthSettings, { base, hasAudience }: OpaqueTokenContext): Fault[] {
  return issuers.flatMap((entry, index): Fault[] => {
    const path = [...base, "issuers", index];
    if (!takesOpaqueTokens(entry)) return withoutEffect(entry, path);
    return [
      ...addressFaults(entry, path),
      ...prefixFaults(entry, issuers.slice(0, index), path),
      ...userinfoFaults(entry, path, hasAudience),
    ];
  });
}

function withoutEffect({ token_prefix: prefix }: IssuerEntry, path: Path): Fault[] {
  if (prefix === undefined) return [];
  return [
    {
      number: "C049",
      path: [...path, "token_prefix"],
      at: "key",
      message: "has no effect while neither introspection nor userinfo is set",
      fix: "add introspection with the provider's client id and secret",
    },
  ];
}

function addressFaults({ introspection, userinfo }: IssuerEntry, path: Path): Fault[] {
  const asked = [
    introspection?.url === undefined ? undefined : addressFault(introspection.url, [...path, "introspection", "url"]),
    typeof userinfo === "string" ? addressFault(userinfo, [...path, "userinfo"]) : undefined,
  ];
  return asked.filter((fault) => fault !== undefined);
}

function prefixFaults({ token_prefix: prefix }: IssuerEntry, earlier: readonly IssuerEntry[], path: Path): Fault[] {
  const rivals = earlier.filter((entry) => takesOpaqueTokens(entry) && entry.token_prefix === prefix);
  if (prefix === undefined) {
    if (rivals.length === 0) return [];
    const message =
      "takes opaque tokens without a token_prefix, as an entry before it does, so neither is asked about any";
    return [
      {
        number: "C129",
        path: [...path, "issuer"],
        at: "value",
        message,
        fix: "give all but one of them a token_prefix",
      },
    ];
  }
  const location = { path: [...path, "token_prefix"], at: "value" } as const;
  if (rivals.length > 0) {
    const message = "is the token_prefix of an entry before it, which is asked about all of these tokens";
    return [{ ...location, number: "C129", message, fix: "give each entry its own prefix" }];
  }
  if (opaqueIssuerOf(prefix, [{ ...OPEN, token_prefix: prefix }]) && !prefix.startsWith("eyJ")) return [];
  const message =
    "can begin no opaque token: keys of the gateway begin with sk-, JWTs with eyJ, and tokens consist of letters, digits and ._~+/-";
  return [{ ...location, number: "C130", message, fix: "write what the provider's opaque tokens begin with" }];
}

/** An entry for any opaque token, to try a prefix with. */
const OPEN: IssuerEntry = { issuer: "any", userinfo: true };

function userinfoFaults(entry: IssuerEntry, path: Path, hasAudience: boolean): Fault[] {
  if (entry.introspection !== undefined) return [];
  const location = { path: [...path, "userinfo"], at: "key" } as const;
  if (audiencesOf(entry, hasAudience ? [] : undefined) !== undefined) {
    return [
      {
        ...location,
        number: "C132",
        message: "accepts no token while an audience is required: userinfo does not say whom a token is meant for",
        fix: "add introspection, or audience: none",
      },
    ];
  }
  return [
    {
      ...location,
      number: "C131",
      message:
        "alone proves tokens whose audience is not known: a token that any application got for a user opens the gateway",
      fix: "add introspection, whose answer names the audience",
    },
  ];
}
