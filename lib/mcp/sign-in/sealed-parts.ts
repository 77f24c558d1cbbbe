import { z } from "zod";

const wanted = z.object({
  /** The print of the application's id. */
  application: z.string(),
  redirect: z.string(),
  state: z.string().optional(),
  challenge: z.string(),
  scope: z.string(),
  resource: z.string().optional(),
});
/** What an application wants, once it is known that it may want this. */
export type WantedSignIn = z.infer<typeof wanted>;

/** In milliseconds since the epoch. */
const until = z.number();

/**
 * What the gateway gives to browsers and applications and gets back from them. Nothing of it is kept: each is sealed,
 * so that any node reads it, and nobody else can make or change it.
 */
export const SEALED_PARTS = {
  /** The id of an application that has registered itself. */
  registration: z.object({ name: z.string().optional(), redirects: z.array(z.string()), until, nonce: z.string() }),
  /** What the page asks the user about. `browser`: the print of the browser's mark. */
  question: z.object({ wanted, browser: z.string(), until }),
  /** The `state` with which a browser goes to the provider. */
  begun: z.object({
    wanted,
    browser: z.string(),
    until,
    /** The provider. */
    issuer: z.string(),
    namesIssuer: z.boolean(),
    /** Of the gateway's own PKCE. */
    verifier: z.string(),
    /** Of the gateway, as the browser knows it. */
    address: z.string(),
  }),
  /** The code that an application is sent. */
  code: wanted.omit({ state: true, scope: true }).extend({
    until,
    issuer: z.string(),
    /** The provider's. */
    code: z.string(),
    verifier: z.string(),
    address: z.string(),
  }),
  /** The refresh token that an application is given. */
  refresh: z.object({
    application: z.string(),
    issuer: z.string(),
    token: z.string(),
    resource: z.string().optional(),
  }),
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type SealedKind = keyof typeof SEALED_PARTS;
export type SealedPart<Kind extends SealedKind> = z.infer<(typeof SEALED_PARTS)[Kind]>;
export type BegunSignIn = SealedPart<"begun">;
export type GivenCode = SealedPart<"code">;
export type GivenRefresh = SealedPart<"refresh">;
