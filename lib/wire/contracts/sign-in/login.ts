import { z } from "zod";
import { loginAdministrators } from "@/lib/config/login/login-settings";
import { defineContract } from "../../contract";
import { receipts } from "../../fields";
import { storedLogin } from "../../sign-in/login";

const FAMILY = { family: "management_routes", access: "administrators" } as const;

const issuer = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe("The provider's issuer, or the address of its discovery document.");

const trialId = z.string().max(100).describe("The id of the test login.");

const loginState = z.object({
  source: z
    .enum(["environment", "file", "database", "none"])
    .describe("Where the provider of the console's login comes from. The environment and the file win."),
  because: z
    .string()
    .nullable()
    .describe("Why the login of the database is not in force; null: it is, or there is none."),
  redirect_address: z.string().describe("What the provider must allow, as this request has reached the gateway."),
  in_environment: z.string().nullable().describe("The issuer in OIDC_ISSUER."),
  in_file: z.array(z.object({ name: z.string(), issuer: z.string() })).describe("`console_login`."),
  master_key: z.boolean().describe("Whether the master key opens the console too: `console_master_key_login`."),
  stored: storedLogin.nullable().describe("The login of the database, without its secret."),
});
export type LoginState = z.output<typeof loginState>;

const discovered = z.object({
  issuer: z.string().describe("As the provider writes it."),
  label: z.string().describe("A name for the button."),
  scopes: z.array(z.string()).describe("What a login asks for."),
});

const trialState = z.object({
  state: z.enum(["waiting", "failed", "done"]),
  message: z.string().nullable().describe("Why it failed."),
  issuer: z.string(),
  claims: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("What a session of the tested account would stand for."),
  choices: z
    .array(z.object({ claim: z.string(), values: z.array(z.string()) }))
    .describe("The claims that may say who is an administrator, the best first."),
  suggested: loginAdministrators
    .nullable()
    .describe("What could make an administrator; the tested account is one by it."),
});
export type LoginTrialState = z.output<typeof trialState>;

/** `/login`: the login to the console that administrators set up without the file and the environment. */
export const loginContracts = {
  show: defineContract({
    id: "login.show",
    method: "GET",
    path: "/login",
    ...FAMILY,
    effect: "reads",
    versioned: true,
    summary: "Show through which provider people log in to the console, and which login is in force",
    input: z.strictObject({}),
    output: loginState,
  }),
  discover: defineContract({
    id: "login.discover",
    method: "POST",
    path: "/login/discover",
    ...FAMILY,
    // It sends a request to whatever address is given, which whoever may only look must not.
    effect: "writes",
    summary: "Read a provider's discovery document, and say what is wrong with an issuer",
    input: z.strictObject({ issuer }),
    output: discovered,
  }),
  try: defineContract({
    id: "login.try",
    method: "POST",
    path: "/login/trials",
    ...FAMILY,
    effect: "writes",
    summary: "Begin a test login, which ends in the browser at the redirect address and puts nothing in force",
    input: z.strictObject({
      issuer,
      client_id: z.string().trim().min(1).max(200).describe("The client id of the console at the provider."),
      client_secret: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .nullable()
        .optional()
        .describe(
          "The client's secret. Null: it has none. Absent: the stored secret, if the issuer and the client stay the same.",
        ),
      label: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .optional()
        .describe("The name on the sign-in button: `Continue with LABEL`."),
    }),
    output: z.object({
      trial_id: z.string(),
      address: z.string().describe("Where the browser goes to log in. It must have a session of an administrator."),
    }),
  }),
  trial: defineContract({
    id: "login.trial",
    method: "GET",
    path: "/login/trials/{trial_id}",
    ...FAMILY,
    effect: "reads",
    summary: "Show what came of a test login, for 30 minutes",
    input: z.strictObject({ trial_id: trialId }),
    output: trialState,
  }),
  save: defineContract({
    id: "login.update",
    method: "PUT",
    path: "/login",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary:
      "Put a tested login in force on every node; the environment and the file win over it. 409 would_lock_out if the tested account, or the caller, would not be an administrator",
    input: z.strictObject({
      trial_id: trialId,
      administrators: loginAdministrators.describe("The claim, and its values, that make an administrator."),
      force: z.boolean().default(false).describe("Saves the login even if it locks somebody out."),
    }),
    output: loginState.extend({ nodes: receipts }),
  }),
  delete: defineContract({
    id: "login.delete",
    method: "DELETE",
    path: "/login",
    ...FAMILY,
    effect: "writes",
    versioned: true,
    summary: "Remove the login of the database on every node. 409 would_lock_out if nobody could log in afterwards",
    input: z.strictObject({}),
    output: loginState.extend({ nodes: receipts }),
  }),
};
