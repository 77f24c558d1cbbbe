import { z } from "zod";

/** The client that an authorization server knows, as whom tokens are asked for and refreshed. */
const connectionClient = z.object({
  tokenUrl: z.string(),
  /** Where its tokens are revoked (RFC 7009); undefined: nowhere. */
  revocationUrl: z.string().optional(),
  clientId: z.string(),
  clientSecret: z.string().optional(),
  /** How it proves itself at the token endpoint (RFC 7591 §2). */
  method: z.enum(["client_secret_basic", "client_secret_post", "none"]),
});

/** What a user's connection to a tool server consists of. */
export const connectionCredential = z.object({
  client: connectionClient,
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** What the token was asked for (RFC 8707), and what a refreshed one is asked for too. */
  resource: z.string().optional(),
});
export type ConnectionCredential = z.infer<typeof connectionCredential>;

/** What the return from an authorization server is checked with, and what its code is exchanged with. */
export const pendingSignIn = z.object({
  client: connectionClient,
  verifier: z.string(),
  redirectUri: z.string(),
  resource: z.string().optional(),
  issuedFor: z.string(),
  /** Undefined: the addresses come from the settings, which name no issuer. */
  issuer: z.string().optional(),
  /** Whether the authorization server always names itself in its answers (RFC 9207). */
  namesIssuer: z.boolean(),
});
export type PendingSignIn = z.infer<typeof pendingSignIn>;
