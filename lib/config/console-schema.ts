import { z } from "zod";
import { listOf } from "./bounded-lists";
import { withoutTrailing } from "@/lib/without-trailing";
import { Secret } from "./secret";

const text = z.string().trim().min(1);

/** The names of the console's own ways of signing in, which no other provider may have. */
export const RESERVED_LOGINS: readonly string[] = ["oidc", "master-key"];

/** One more OpenID provider through which people sign in to the console. */
const consoleLogin = z.strictObject({
  name: text
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be 1 to 40 lower-case letters, digits and dashes")
    .describe(
      "Part of the redirect address that the provider must allow: `https://GATEWAY/api/auth/callback/NAME`. Not `oidc`, which is the provider of `OIDC_ISSUER`.",
    ),
  label: text
    .max(60)
    .optional()
    .describe("What its button on the sign-in page says: `Continue with LABEL`. Unset: the name."),
  issuer: z.url({ protocol: /^https?$/ }).describe("The provider's issuer. The gateway reads its discovery document."),
  client_id: text.describe("Client id of the console at that provider."),
  client_secret: text
    .transform((value) => new Secret(value))
    .optional()
    .describe("Client secret of the console, preferably as `os.environ/NAME`. Unset: a public client."),
  scopes: listOf(text.regex(/^\S+$/, "a scope cannot contain white space"))
    .refine((scopes) => scopes.includes("openid"), 'must contain the scope "openid"')
    .optional()
    .describe("Scopes that a login requests. Unset: `openid profile email` and the scope in `admin_jwt_scope`."),
});

/** The colours that the name of an environment can have. */
export const ENVIRONMENT_COLOURS = ["grey", "blue", "green", "amber", "red"] as const;

const webAddress = z.url({ protocol: /^https?$/ });

/** How people tell this gateway's console from those of others. */
const consoleLook = z.strictObject({
  environment: text
    .max(24)
    .optional()
    .describe("The name of this environment, such as `Staging`. It appears on every page and in the title of the tab."),
  colour: z
    .enum(ENVIRONMENT_COLOURS)
    .default("grey")
    .describe("The colour of that name, and of a line along the top of every page."),
  logo: z
    .string()
    .max(65_536)
    .regex(
      /^data:image\/(svg\+xml|png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/,
      "must be an image as a data: address, such as data:image/svg+xml;base64,…",
    )
    .optional()
    .describe(
      "A square logo in place of the gateway's own, as `data:image/svg+xml;base64,…`, or with `png`, `jpeg` or `webp`; up to 64 KiB.",
    ),
  links: z
    .array(
      z.strictObject({
        label: text.max(40).describe("What the link is called."),
        url: webAddress.describe("Where it leads."),
      }),
    )
    .max(10)
    .default([])
    .describe("Links in the menu of the account, such as to a runbook or to a channel for help."),
});

/** The fields of `general_settings` about the console: how it looks, signing in to it, and its sessions. */
export const consoleSettings = {
  docs_url: z
    .url({ protocol: /^https?$/ })
    .transform((address) => withoutTrailing(address, "/"))
    .optional()
    .describe(
      "Where this documentation is published, as `npm run docs:site` makes it. Errors link there. Unset: to the console's own copy, and nowhere without a console.",
    ),
  console_contact: z
    .string()
    .trim()
    .min(1)
    .max(512)
    .optional()
    .describe(
      "Contact for people who sign in to the console but have no access: an e-mail address, a link, or a sentence.",
    ),
  console_look: consoleLook
    .optional()
    .describe("How this console looks, so that people can tell it from the consoles of other gateways."),
  console_master_key_login: z
    .boolean()
    .default(true)
    .describe("Whether people may log in to the console with the master key."),
  console_login: listOf(consoleLogin, "issuers")
    .default([])
    .describe("Further OpenID providers for login to the console, besides that of `OIDC_ISSUER`."),
  session_max_hours: z
    .number()
    .positive()
    .max(24 * 30)
    .default(8)
    .describe("Hours after which a console session ends, however it is used."),
  session_idle_minutes: z
    .number()
    .min(5)
    .max(24 * 30 * 60)
    .optional()
    .describe("Minutes after which a console session ends that nobody uses. Unset: it lasts `session_max_hours`."),
  session_stale_ttl: z
    .number()
    .min(0)
    .max(86_400)
    .default(300)
    .describe("Seconds for which a console session continues while its provider cannot be asked to refresh it."),
};
