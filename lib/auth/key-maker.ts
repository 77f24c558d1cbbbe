import type { Identity, KeyMaker, Principal } from "./decision";

/** PostgreSQL's JSON holds neither NUL nor halves of surrogate pairs. A scope with either is mapped by no setting. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** What a key carries of the caller who makes it, if that is no administrator. */
export function keyMaker({
  identity,
  principal,
}: {
  readonly identity: Pick<Identity, "scopes" | "issuer" | "key">;
  readonly principal: Pick<Principal, "role">;
}): KeyMaker {
  const { role } = principal;
  // A key that makes a key passes on what binds it.
  const issuer = identity.issuer ?? identity.key?.maker?.issuer;
  return {
    role: role === "team" || role === "internal_user" ? role : null,
    scopes: identity.scopes.filter((scope) => !UNSTORABLE.test(scope)),
    ...(issuer !== undefined && !UNSTORABLE.test(issuer) && { issuer }),
  };
}
