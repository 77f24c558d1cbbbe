/** Says why the access token's roles and scopes are missing, at the end of a sentence about where claims were read. */
export function AccessTokenUnused({ reason }: { reason: string }) {
  return <>the ID token alone, because the access token was not accepted: {reason}</>;
}
