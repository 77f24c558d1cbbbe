import { z } from "zod";
import { Secret } from "./secret";

const text = z.string().trim().min(1);
const address = z.url({ protocol: /^https?$/ });

const introspection = z.strictObject({
  url: address
    .optional()
    .describe(
      "Address of the provider's introspection endpoint. Unset: `introspection_endpoint` of its discovery document.",
    ),
  client_id: text.describe("Client id with which the gateway asks."),
  client_secret: text
    .transform((value) => new Secret(value))
    .describe("Secret of that client, preferably as `os.environ/NAME`."),
  jwts: z
    .boolean()
    .default(false)
    .describe(
      "Also asks about the JWTs of this issuer once their signature is proven, for lightweight tokens and for tokens that the provider can revoke. The answer's claims stand above the token's own.",
    ),
});

/** How the gateway asks one issuer about tokens that it cannot read itself. */
export const opaqueTokenSettings = {
  introspection: introspection
    .optional()
    .describe("Asks the issuer about opaque tokens by introspection (RFC 7662), with client credentials."),
  userinfo: z
    .union([z.boolean(), address])
    .optional()
    .describe(
      "Asks the issuer's userinfo endpoint for the claims of opaque tokens: `true`: `userinfo_endpoint` of its discovery document, otherwise the address. Beside `introspection` it adds claims; alone it proves the token, whose audience then cannot be known.",
    ),
  token_prefix: text
    .optional()
    .describe(
      "What the opaque tokens of this issuer begin with. Needed where several issuers take opaque tokens. Unset: all opaque tokens are this issuer's.",
    ),
};
