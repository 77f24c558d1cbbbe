/** Why roles and scopes of the access token are missing: only the ID token was read. */
export function AccessTokenUnused({ reason }: { reason: string }) {
  return <>the ID token alone, because the access token was not accepted: {reason}</>;
}
