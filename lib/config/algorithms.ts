/** Asymmetric signatures only. `none` and HS* can never be chosen (RFC 8725 §3.1). */
export const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];
