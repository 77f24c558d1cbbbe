import { z } from "zod";
import { Secret } from "./secret";

const text = z.string().trim().min(1);
const address = z.url({ protocol: /^https?$/ });

const microsoftGraph = z.strictObject({
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

/** What happens to callers who are in more groups than Entra ID writes into a token. */
export const groupOverageSettings = {
  group_overage: z
    .enum(["refuse", "ignore", "graph"])
    .default("refuse")
    .describe(
      "What to do with a token that leaves its groups out because they are too many (Entra ID, above 200): `refuse` refuses the call, `ignore` treats the caller as in no group, `graph` asks Microsoft Graph.",
    ),
  microsoft_graph: microsoftGraph.optional().describe("How Microsoft Graph is asked, for `group_overage: graph`."),
};
