import { z } from "zod";
import { Secret } from "./secret";

const text = z.string().trim().min(1);
const address = z.url({ protocol: /^https?$/ });

/** How Microsoft Graph is asked about callers who are in more groups than Entra ID writes into a token. */
export const microsoftGraph = z.strictObject({
  client_id: text.describe(
    "Application (client) id with which the gateway asks. It needs the application permission `User.Read.All`, with admin consent in each tenant.",
  ),
  client_secret: text
    .transform((value) => new Secret(value))
    .describe("Secret of that application, preferably as `os.environ/NAME`."),
  graph_url: address
    .default("https://graph.microsoft.com")
    .describe("Base address of Microsoft Graph; national clouds have their own."),
  login_url: address
    .default("https://login.microsoftonline.com")
    .describe("Base address from which the application gets its token."),
});
export type MicrosoftGraphSettings = z.infer<typeof microsoftGraph>;
