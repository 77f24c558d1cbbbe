import type { Identity, KeyMaker, Principal } from "./decision";

/** PostgreSQL's JSON holds neither NUL nor halves of surrogate pairs. A scope with either is mapped by no setting. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** What a key carries of the caller who makes it, if that is no administrator. */
export function keyMaker({
  identity,
  principal,
}: {
  readonly identity: Pick<Identity, "scopes">;
  readonly principal: Pick<Principal, "role">;
}): KeyMaker {
  const { role } = principal;
  return {
    role: role === undefined || role === "proxy_admin" ? null : role,
    scopes: identity.scopes.filter((scope) => !UNSTORABLE.test(scope)),
  };
}
