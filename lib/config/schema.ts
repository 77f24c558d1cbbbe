import { z } from "zod";
import { Secret } from "./secret";

/** A string that must not be empty or blank. */
const text = z.string().trim().min(1);
const secret = text.transform((value) => new Secret(value));
const seconds = z.number().finite().nonnegative();
const dollars = z.number().finite().nonnegative();
/** `a.b.roles`: a path into the claims; `\.` stands for a literal dot. */
const claimPath = text;

/** spec 2.3 */
export const internalRole = z.enum(["team", "internal_user", "proxy_admin"]);
export type InternalRole = z.infer<typeof internalRole>;

const roleMapping = z.strictObject({ role: text, internal_role: internalRole });
const rolePermission = z.strictObject({
  role: internalRole,
  models: z.array(text).default([]),
  routes: z.array(text).default([]),
});
const scopeMapping = z.strictObject({
  scope: text.regex(/^\S+$/, "a scope cannot contain white space"),
  // spec 2.2: model_name values only.
  models: z.array(text.regex(/^[^*]*$/, "wildcards are not supported in scope_mappings; name each model")),
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

/** spec 2.2, and the extensions of docs/decisions.md. Optional fields without a default are off when absent. */
export const jwtAuth = z.strictObject({
  admin_jwt_scope: text.optional(),
  admin_allowed_routes: z.array(text).default(["management_routes"]),
  team_allowed_routes: z.array(text).default(["openai_routes", "anthropic_routes", "info_routes"]),
  team_id_jwt_field: claimPath.optional(),
  user_id_jwt_field: claimPath.optional(),
  org_id_jwt_field: claimPath.optional(),
  end_user_id_jwt_field: claimPath.optional(),
  team_ids_jwt_field: claimPath.optional(),
  team_alias_jwt_field: claimPath.optional(),
  user_email_jwt_field: claimPath.optional(),
  user_allowed_email_domain: text.optional(),
  object_id_jwt_field: claimPath.optional(),
  roles_jwt_field: claimPath.optional(),
  user_id_upsert: z.boolean().default(false),
  team_id_upsert: z.boolean().default(false),
  sync_user_teams: z.boolean().default(false),
  enforce_team_based_model_access: z.boolean().default(false),
  enforce_rbac: z.boolean().default(false),
  enforce_scope_based_access: z.boolean().default(false),
  role_mappings: z.array(roleMapping).default([]),
  role_permissions: z.array(rolePermission).default([]),
  scope_mappings: z.array(scopeMapping).default([]),
  custom_validate: text
    .regex(/^[A-Za-z0-9_$-]+(\.[A-Za-z0-9_$-]+)+$/, "expected <module>.<function>")
    .optional(),
  public_key_ttl: seconds.default(600),
  public_key_stale_ttl: seconds.default(3600),
  require_exp: z.boolean().default(true),
  clock_skew_seconds: seconds.max(300).default(5),
  issuers: z
    .array(
      z.strictObject({
        issuer: text,
        jwks_url: z.url({ protocol: /^https?$/ }),
        audience: z.union([text, z.array(text)]).optional(),
        team_id_jwt_field: claimPath.optional(),
        user_id_jwt_field: claimPath.optional(),
        org_id_jwt_field: claimPath.optional(),
        end_user_id_jwt_field: claimPath.optional(),
        team_ids_jwt_field: claimPath.optional(),
        user_email_jwt_field: claimPath.optional(),
        object_id_jwt_field: claimPath.optional(),
        roles_jwt_field: claimPath.optional(),
      }),
    )
    .default([]),
});
export type JwtAuthSettings = z.infer<typeof jwtAuth>;

/** Dollars per single token, overriding the bundled prices. */
const priceOverrides = {
  input_cost_per_token: dollars.optional(),
  output_cost_per_token: dollars.optional(),
  cache_read_input_token_cost: dollars.optional(),
  cache_creation_input_token_cost: dollars.optional(),
};

/** spec 2.6 */
export const modelEntry = z.strictObject({
  model_name: text,
  gateway_params: z.strictObject({
    model: text,
    api_key: secret.optional(),
    api_base: z.url({ protocol: /^https?$/ }).optional(),
    api_version: text.optional(),
    ...priceOverrides,
  }),
  model_info: z.strictObject({ id: text.optional(), description: text.optional(), ...priceOverrides }).optional(),
});
export type ModelEntry = z.infer<typeof modelEntry>;

/** spec 2.1, plus the extensions of docs/decisions.md. */
export const generalSettings = z.strictObject({
  master_key: secret.optional(),
  enable_jwt_auth: z.boolean().default(false),
  /** Accepted here as in `gateway_jwtauth`, which wins. */
  role_permissions: z.array(rolePermission).optional(),
  /** How long a known identity goes on being served while the database is away, in seconds. */
  directory_stale_ttl: seconds.default(300),
  /** The largest request body accepted, in bytes. */
  max_request_bytes: z.number().int().positive().default(32 * 1024 * 1024),
  /** Whether the master key opens the console. */
  console_master_key_login: z.boolean().default(true),
  gateway_jwtauth: jwtAuth.optional(),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

/** The whole of config.yaml. `gateway_jwtauth` stands in `general_settings` (spec 2.1) or at the top level. */
export const configFile = z.strictObject({
  general_settings: generalSettings.optional(),
  gateway_jwtauth: jwtAuth.optional(),
  model_list: z.array(modelEntry).default([]),
  environment_variables: z.record(text, z.string()).default({}),
});
export type ConfigFile = z.infer<typeof configFile>;

/** Everything the request path needs to know, resolved: the file, the environment and the newest revision. */
export interface Settings {
  /** Grows with every change; part of each cache key. */
  readonly generation: number;
  readonly general: GeneralSettings;
  readonly jwtAuth: JwtAuthSettings;
  readonly models: readonly ModelEntry[];
  readonly masterKey: Secret;
  /** spec 2.4 */
  readonly publicKeyUrls: readonly string[];
  readonly audiences: readonly string[];
  readonly issuers: readonly string[];
}
