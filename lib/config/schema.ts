import { z } from "zod";
import { priceSettings } from "./price-settings";
import { limitSettings } from "./limit-settings";
import { fallbacks, groupShare, resilience, timeouts } from "./routing-schema";
import { Secret } from "./secret";

/** A string that must not be empty or blank. */
const text = z.string().trim().min(1);
const secret = text.transform((value) => new Secret(value));
const seconds = z.number().finite().nonnegative();
const address = z.url({ protocol: /^https?$/ });
/** `a.b.roles`: a path into the claims; `\.` stands for a literal dot. */
const claimPath = text;

/** spec 2.3 */
export const internalRole = z.enum(["team", "internal_user", "proxy_admin"]);
export type InternalRole = z.infer<typeof internalRole>;

const roleMapping = z.strictObject({
  role: text.describe("The role expected in the token."),
  internal_role: internalRole.describe("What it makes of the caller."),
});
const rolePermission = z.strictObject({
  role: internalRole.describe("The internal role these permissions are for."),
  models: z.array(text).default([]).describe("Models it may use, `*` allowed. Empty: all."),
  routes: z
    .array(text)
    .default([])
    .describe("Routes it may call: paths, `*` patterns or family names. Empty: all that its kind may call."),
});
const scopeMapping = z.strictObject({
  scope: text.regex(/^\S+$/, "a scope cannot contain white space").describe("The scope expected in the token."),
  models: z
    // spec 2.2: model_name values only.
    .array(text.regex(/^[^*]*$/, "wildcards are not supported in scope_mappings; name each model"))
    .describe("The `model_name`s this scope allows; no `*`."),
});
export type RoleMapping = z.infer<typeof roleMapping>;
export type RolePermission = z.infer<typeof rolePermission>;
export type ScopeMapping = z.infer<typeof scopeMapping>;

/** The part of `gateway_jwtauth` that administrators edit in the console; a revision holds any subset of it. */
export const accessSettings = z.strictObject({
  role_mappings: z.array(roleMapping),
  role_permissions: z.array(rolePermission),
  scope_mappings: z.array(scopeMapping),
  enforce_rbac: z.boolean(),
  enforce_scope_based_access: z.boolean(),
  enforce_team_based_model_access: z.boolean(),
  admin_allowed_routes: z.array(text),
  team_allowed_routes: z.array(text),
  roles_jwt_field: claimPath,
  object_id_jwt_field: claimPath,
});
export const accessOverrides = accessSettings.partial();
export type AccessOverrides = z.infer<typeof accessOverrides>;
export type AccessSetting = keyof AccessOverrides;
export const ACCESS_SETTINGS = accessSettings.keyof().options satisfies AccessSetting[];

/** The claims that may differ from provider to provider. */
const identityClaims = {
  team_id_jwt_field: claimPath
    .optional()
    .describe("Claim holding the team id. Unset: `client_id` is read where it names a team."),
  user_id_jwt_field: claimPath.optional().describe("Claim holding the user id."),
  org_id_jwt_field: claimPath.optional().describe("Claim holding the organization id."),
  end_user_id_jwt_field: claimPath.optional().describe("Claim holding the end-user id."),
  team_ids_jwt_field: claimPath.optional().describe("Claim holding the list of team ids (groups) the user belongs to."),
  user_email_jwt_field: claimPath.optional().describe("Claim holding the user's e-mail address."),
  object_id_jwt_field: claimPath
    .optional()
    .describe("Claim holding an id that is a user's or a team's, as the role says."),
  roles_jwt_field: claimPath.optional().describe("Claim holding the list of roles, for example `realm_access.roles`."),
};

const issuerEntry = z.strictObject({
  issuer: text.describe("The exact `iss` of its tokens."),
  jwks_url: address.describe("Its key set or discovery document."),
  audience: z
    .union([text, z.array(text)])
    .optional()
    .describe("One or several audiences its tokens may have."),
  ...identityClaims,
});

/** spec 2.2, and the extensions of docs/decisions.md. Optional fields without a default are off when absent. */
export const jwtAuth = z.strictObject({
  admin_jwt_scope: text
    .optional()
    .describe("Scope that marks the token holder as an administrator. Unset: `gateway_proxy_admin`."),
  admin_allowed_routes: z
    .array(text)
    .default(["management_routes"])
    .describe("Routes an administrator's JWT may call: paths, `*` patterns or family names."),
  team_allowed_routes: z
    .array(text)
    .default(["openai_routes", "anthropic_routes", "info_routes"])
    .describe("Routes a team's JWT may call: paths, `*` patterns or family names."),
  ...identityClaims,
  team_alias_jwt_field: claimPath.optional().describe("Claim holding the name of a team that is created on the fly."),
  user_allowed_email_domain: text
    .optional()
    .describe("Users whose e-mail address is in this domain may call the gateway."),
  user_id_upsert: z.boolean().default(false).describe("Adds a user id that is not in the database yet."),
  team_id_upsert: z.boolean().default(false).describe("Adds a team id that is not in the database yet."),
  sync_user_teams: z.boolean().default(false).describe("Memberships follow the groups of the token, leaving included."),
  enforce_team_based_model_access: z
    .boolean()
    .default(false)
    .describe("A user may use a model only if one of their teams may."),
  enforce_rbac: z
    .boolean()
    .default(false)
    .describe("Only a team, a user or an administrator may call; turns `role_mappings` on."),
  enforce_scope_based_access: z
    .boolean()
    .default(false)
    .describe("Only models that a scope of the token allows; turns `scope_mappings` on."),
  role_mappings: z.array(roleMapping).default([]).describe("Roles of the token and what they mean here."),
  role_permissions: z.array(rolePermission).default([]).describe("Default models and routes of each internal role."),
  scope_mappings: z.array(scopeMapping).default([]).describe("Scopes of the token and the models they allow."),
  custom_validate: text
    .regex(/^[A-Za-z0-9_$-]+(\.[A-Za-z0-9_$-]+)+$/, "expected <module>.<function>")
    .optional()
    .describe("`<module>.<function>`, looked up beside the configuration file: a last check of the decoded token."),
  public_key_ttl: seconds.default(600).describe("How long fetched public keys stay cached, in seconds."),
  public_key_stale_ttl: seconds
    .default(3600)
    .describe("How long they may still be used while their provider is down, in seconds."),
  require_exp: z.boolean().default(true).describe("Refuses tokens without an expiry time."),
  clock_skew_seconds: seconds.max(300).default(5).describe("By how many seconds the clocks may differ."),
  issuers: z.array(issuerEntry).default([]).describe("Several providers, each with its own keys, audience and claims."),
});
export type JwtAuthSettings = z.infer<typeof jwtAuth>;

/** What becomes of calls of a model that has no price. */
export const unpricedPolicy = z.enum(["allow", "warn", "refuse"]);

/** spec 2.6 */
export const modelEntry = z.strictObject({
  model_name: text.describe("The name callers use; `*` matches any run of characters, as in `openai/*`."),
  gateway_params: z
    .strictObject({
      model: text.describe(
        "The upstream model, `<provider>/<model>`; its `*` are filled with what the `model_name`'s matched.",
      ),
      api_key: secret.optional().describe("The upstream's key, best as `os.environ/NAME`."),
      api_base: address.optional().describe("The upstream's base address; needed for providers that are not built in."),
      api_version: text
        .optional()
        .describe("The upstream's API version, where it wants one: Azure's, as `2024-10-21`; unset: its v1 API."),
      azure_ad_token: secret
        .optional()
        .describe("A token of Entra ID that opens Azure instead of a key, best as `os.environ/NAME`."),
      ...groupShare,
      ...timeouts,
      ...resilience,
      ...priceSettings,
    })
    .describe("Where calls go."),
  model_info: z
    .strictObject({
      id: text.optional().describe("Name of this deployment in spend rows. Unset: made of what the entry says."),
      description: text.optional().describe("Shown in the console."),
      unpriced: unpricedPolicy
        .optional()
        .describe("What becomes of its calls while it has no price, instead of `general_settings.unpriced`."),
      ...limitSettings,
      ...priceSettings,
    })
    .optional()
    .describe("What is known of the model."),
});
export type ModelEntry = z.infer<typeof modelEntry>;

/** spec 2.1, plus the extensions of docs/decisions.md. */
export const generalSettings = z.strictObject({
  master_key: secret
    .optional()
    .describe(
      "Key of the master administrator. `GATEWAY_MASTER_KEY` beats it; neither: one is made and kept in the data folder.",
    ),
  enable_jwt_auth: z.boolean().default(false).describe("Bearer tokens that are JWTs are checked and accepted."),
  gateway_jwtauth: jwtAuth
    .optional()
    .describe("How JWTs are read and what they allow; may also stand at the top level."),
  role_permissions: z
    .array(rolePermission)
    .optional()
    .describe("Accepted here as in `gateway_jwtauth`, which counts when both are given."),
  directory_stale_ttl: seconds
    .default(300)
    .describe("How long known teams, users and keys are served while the database is away, in seconds."),
  decision_retention_days: z
    .number()
    .int()
    .min(0)
    .max(365)
    .default(14)
    .describe(
      "How long it is remembered who asked for which route and model, for trying drafts on; in days. 0: it is not recorded.",
    ),
  max_request_bytes: z
    .number()
    .int()
    .positive()
    .default(32 * 1024 * 1024)
    .describe("The largest request body accepted, in bytes."),
  fallbacks,
  ...timeouts,
  ...resilience,
  unpriced: unpricedPolicy
    .default("allow")
    .describe(
      "What becomes of calls of a model without a price: `allow` counts them as unpriced, `warn` says so in the log and the answer too, `refuse` refuses them.",
    ),
  call_retention_days: z
    .number()
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe("How long single calls are kept, in days; their totals stay for good. Unset: for good."),
  write_timeout_seconds: seconds
    .positive()
    .max(3600)
    .default(60)
    .describe("How long a caller may leave an answer unread before they are cut off, in seconds."),
  journal_max_bytes: z
    .number()
    .int()
    .min(16 * 1024 * 1024)
    .default(2 * 1024 ** 3)
    .describe(
      "How much spend a process keeps in its journal while the database does not take it, in bytes; beyond that, the journal counts as unavailable.",
    ),
  when_journal_unavailable: z
    .enum(["refuse", "serve"])
    .default("refuse")
    .describe(
      "What becomes of new calls while spend cannot be written to disk: `refuse` answers 503, `serve` keeps their spend in memory alone, where a crash loses it.",
    ),
  console_master_key_login: z.boolean().default(true).describe("Whether the master key opens the console."),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

/** The whole of config.yaml. `gateway_jwtauth` stands in `general_settings` (spec 2.1) or at the top level. */
export const configFile = z.strictObject({
  general_settings: generalSettings.optional().describe("Settings of the gateway as a whole."),
  gateway_jwtauth: jwtAuth.optional().describe("The same as `general_settings.gateway_jwtauth`; give one of the two."),
  model_list: z.array(modelEntry).default([]).describe("The models that are served, in order."),
  environment_variables: z
    .record(text, z.string())
    .default({})
    .describe("Variables that count as if they were set in the environment, which wins."),
});
export type ConfigFile = z.infer<typeof configFile>;

/** Everything the request path needs to know, resolved: the file, the environment and the newest revision. */
export interface Settings {
  /** Grows with every change; part of each cache key. */
  readonly generation: number;
  readonly general: GeneralSettings;
  readonly jwtAuth: JwtAuthSettings;
  /** Those of the file, then those of the database, each with an id. */
  readonly models: readonly ModelEntry[];
  /** The ids of entries that serve no calls, and why. */
  readonly unusable: ReadonlyMap<string, string>;
  readonly masterKey: Secret;
  /** By provider: the key in the variable that usually holds it, for entries without one of their own. */
  readonly providerKeys: ReadonlyMap<string, Secret>;
  /** spec 2.4 */
  readonly publicKeyUrls: readonly string[];
  readonly audiences: readonly string[];
  readonly issuers: readonly string[];
}
