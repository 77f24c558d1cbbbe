import { z } from "zod";
import { listOf } from "../bounded-lists";
import { Secret } from "../secret";

const text = z.string().trim().min(1);

/** How the gateway signs users in for applications that use tools, at a provider where these cannot register. */
export const toolSignIn = z.strictObject({
  client_id: text.describe(
    "Client id of the gateway at the provider, which must take `https://GATEWAY/authorize/return` as its redirect.",
  ),
  client_secret: text
    .transform((value) => new Secret(value))
    .optional()
    .describe("Secret of that client, preferably as `os.environ/NAME`. Unset: it has none."),
  scopes: listOf(text.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "a scope has neither white space nor quotes"))
    .default([])
    .describe("Scopes that the provider is asked for, whatever applications ask for. Empty: those that they ask for."),
  resource: z
    .enum(["send", "drop"])
    .default("send")
    .describe(
      "Whether the provider is told the address that the token is for (RFC 8707). `drop`: for providers that refuse it.",
    ),
});
