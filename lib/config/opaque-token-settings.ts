import { z } from "zod";
import { Secret } from "./secret";

const text = z.string().trim().min(1);
const address = z.url({ protocol: /^https?$/ });

/** How the gateway asks one issuer about tokens that it cannot read itself. */
export const introspection = z.strictObject({
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
      "Also asks about the JWTs of this issuer once their signature is proven, for lightweight tokens and for tokens that the provider can revoke. The answer's claims override the token's own.",
    ),
});
