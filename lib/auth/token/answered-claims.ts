import type { IssuerEntry } from "@/lib/config/schema";
import type { Claims } from "../decision";
import type { AnsweredBy } from "./answered-by";
import type { ProviderAnswer } from "./provider-answer";

/** What an issuer has answered; absent: it was not asked. */
export interface Answers {
  readonly introspection?: ProviderAnswer | undefined;
  readonly userinfo?: ProviderAnswer | undefined;
}

export type AnsweredClaims =
  | { readonly kind: "active"; readonly claims: Claims; readonly by: AnsweredBy }
  | { readonly kind: "refused"; readonly message: string }
  /** `because` completes "the provider cannot be asked: …". */
  | { readonly kind: "unusable"; readonly because: string };

/**
 * What an issuer's answers about one token say together. Introspection decides and userinfo only adds claims, because
 * an application's token has no userinfo; without introspection, userinfo decides. A claim of the introspection stands
 * above the same claim of userinfo. An answer without `iss` is the issuer's own.
 */
export function combineAnswers({ issuer }: Pick<IssuerEntry, "issuer">, answers: Answers): AnsweredClaims {
  const { introspection, userinfo } = answers;
  const decisive = introspection ?? userinfo;
  if (decisive === undefined) return { kind: "unusable", because: "the entry does not say how" };
  if (decisive.kind === "unusable") return decisive;
  if (decisive.kind === "refused")
    return { kind: "refused", message: "The identity provider says that the token is not active." };
  const by = introspection === undefined ? "userinfo" : "introspection";
  if (decisive === userinfo || userinfo === undefined || userinfo.kind === "refused")
    return { kind: "active", claims: { iss: issuer, ...decisive.claims }, by };
  if (userinfo.kind === "unusable") return userinfo;
  const { sub } = decisive.claims;
  // OpenID Connect Core §5.3.2: another subject's claims must not be used.
  if (sub !== undefined && sub !== userinfo.claims["sub"])
    return { kind: "refused", message: "The identity provider's userinfo is about another subject than the token." };
  return { kind: "active", claims: { iss: issuer, ...userinfo.claims, ...decisive.claims }, by };
}
