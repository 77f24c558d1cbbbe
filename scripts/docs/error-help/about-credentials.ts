import type { ErrorHelp } from "./help";

/** Codes for callers whose credentials prove nothing. */
export const ABOUT_CREDENTIALS = {
  missing_credentials: {
    cause: "The request has no credentials, or the `Authorization` header is not `Bearer` and a token or key.",
    cure: "Send `Authorization: Bearer <token or key>`. Look for a proxy that removes the header.",
    who: ["caller"],
    example: "No credentials: send Authorization: Bearer <token or key>.",
  },
  invalid_key: {
    cause:
      "The key is unknown: misspelt, deleted, or of another gateway. While `enable_jwt_auth` is off, a JWT is refused with this code too.",
    cure: "Compare the key's last characters with *Keys* in the console; make a new key if it was lost.",
    who: ["caller", "administrator"],
    example: "The key is not known.",
  },
  key_expired: {
    cause: "The key's `expires` has passed.",
    cure: "Make a new key, or have `expires` moved.",
    who: ["caller", "administrator"],
    example: "The key ci expired at 2026-03-01T00:00:00.000Z.",
  },
  invalid_token: {
    cause: "The token is not a JWT that can be read, or one of the claims that the settings name has the wrong type.",
    cure: "Paste the token into *Explain*: it shows the claim. An opaque token needs `oidc_userinfo_enabled` or an introspection address ([Tokens](../explain/tokens.md)).",
    who: ["caller", "administrator"],
    example: "The token is malformed.",
  },
  token_expired: {
    cause: "The token's `exp` has passed.",
    cure: "Fetch a new token; [clients](../clients/README.md) shows how to refresh it by a command. If new tokens fail too, compare the clocks.",
    who: ["caller"],
    example: "The token has expired.",
  },
  token_not_yet_valid: {
    cause: "The token's `nbf` or `iat` is in the future.",
    cure: "Compare the clocks of the gateway and of the identity provider.",
    who: ["operator"],
    example: "The token is not valid yet.",
  },
  invalid_signature: {
    cause: "The token names a known key, but that key did not sign it.",
    cure: "Fetch a new token. If that fails too, `JWT_PUBLIC_KEY_URL` probably belongs to another environment of the same provider.",
    who: ["caller", "operator"],
    example: "The token's signature does not fit the identity provider's key.",
  },
  invalid_audience: {
    cause: "The token is meant for another service.",
    cure: "Request the token with the audience that the message names, or correct `JWT_AUDIENCE`.",
    who: ["caller", "operator"],
    example: 'The token is not meant for this gateway: its audience must be "gateway".',
  },
  invalid_issuer: {
    cause: "The token's `iss` is not one that the gateway accepts.",
    cure: "Use the company's provider, or add the issuer to `issuers` ([Identity providers](../providers/README.md)).",
    who: ["caller", "operator"],
    example: "The token's issuer is not accepted.",
  },
  unknown_key: {
    cause:
      "The token's `kid` is not among its provider's keys: a token of another provider or environment, or one older than a change of keys.",
    cure: "Fetch a new token. If every token fails, compare `JWT_PUBLIC_KEY_URL` with the token's `iss`; `npm run doctor` fetches the keys and says what it got.",
    who: ["caller", "operator"],
    example: "The token was signed with a key that its identity provider does not publish.",
  },
  claim_not_accepted: {
    cause: "A claim does not have the value that `required_claims`, or the tenant of the issuer, requires.",
    cure: "Ask an administrator which value is needed; *Explain* shows it.",
    who: ["administrator"],
    example: "A claim of the token does not have a value that this gateway accepts.",
  },
  custom_validation_failed: {
    cause:
      'The operator\'s own `custom_validate` function refused the token. The body of this answer is `{"error": "Invalid JWT token"}` in every dialect.',
    cure: "Ask the operator: only the function knows why, and the log names the decision.",
    who: ["operator"],
    example: "Invalid JWT token",
  },
} as const satisfies Readonly<Record<string, ErrorHelp>>;
