import type { Alerting } from "./alerts/alerting";
import type { LoginAdministrators, StoredLogin } from "./login/login-settings";
import { z } from "zod";
import { listOf } from "./bounded-lists";
import { alertSettings } from "./alert-settings";
import { consoleSettings } from "./console-schema";
import { entryPriceSettings, unpricedPolicy } from "./price-settings";
import { limitSettings } from "./limit-settings";
import { mcpAliases, mcpServers, type McpServer } from "./mcp/mcp-schema";
import { ISSUER_SETTINGS } from "./access-settings/issuer";
import { FILE_SETTINGS } from "./access-settings/rights";
import { partOf } from "./access-settings/setting";
import { COMMON_SETTINGS } from "./access-settings/table";
import {
  type groupMapping,
  type internalRole,
  type roleMapping,
  rolePermission,
  type scopeMapping,
} from "./mapping-schema";
import {
  credentialName,
  credentialSettings,
  namedCredential,
  type Credentials,
} from "./provider-settings/named-credentials";
import { metricsSettings } from "./observability/metrics-settings";
import { requestSettings } from "./requests/request-settings";
import { contentSettings } from "./requests/content-settings";
import { maxNewNamesPerDay, retentionSettings } from "./spend-settings";
import { additionalDropParams, dropParams } from "./parameter-settings";
import { policySettings, policyTests } from "./policy-test-schema";
import { rightsSettings } from "./rights-schema";
import { fallbacks, groupShare, resilience, timeouts } from "./routing-schema";
import { Secret } from "./secret";
import { sinkSettings } from "./observability/sink-schema";
import { tracingSettings } from "./observability/tracing-settings";

/** A string that must not be empty or blank. */
const text = z.string().trim().min(1);
const secret = text.transform((value) => new Secret(value));
const seconds = z.number().finite().nonnegative();

export type InternalRole = z.infer<typeof internalRole>;
export type RoleMapping = z.infer<typeof roleMapping>;
export type RolePermission = z.infer<typeof rolePermission>;
export type ScopeMapping = z.infer<typeof scopeMapping>;
export type GroupMapping = z.infer<typeof groupMapping>;

/** What an issuer's entry says about the issuer itself, besides its overrides of the common settings. */
export const issuerFields = { ...partOf(ISSUER_SETTINGS, "field"), issuer: ISSUER_SETTINGS.issuer.value };

/** One provider of several, with its own keys, audience, claims and rights. */
export const issuerEntry = z.strictObject({
  ...partOf(COMMON_SETTINGS, "override"),
  ...partOf(FILE_SETTINGS, "override"),
  ...issuerFields,
});
export type IssuerEntry = z.infer<typeof issuerEntry>;

/** The part of `gateway_jwtauth` that administrators edit in the console. A revision contains any subset of it. */
const accessSettings = z.strictObject({
  ...partOf(COMMON_SETTINGS, "value"),
  issuers: listOf(issuerEntry, "issuers"),
  policy_tests: policyTests,
});
export const accessOverrides = accessSettings.partial();
export type AccessOverrides = z.infer<typeof accessOverrides>;
export type AccessSetting = keyof AccessOverrides;
export const ACCESS_SETTINGS = accessSettings.keyof().options satisfies AccessSetting[];

/**
 * The settings of spec 2.2 and the extensions of docs/explain. An optional field without a default is off if
 * absent.
 */
export const jwtAuth = z.strictObject({
  ...partOf(COMMON_SETTINGS, "field"),
  ...partOf(FILE_SETTINGS, "field"),
  issuers: listOf(issuerEntry, "issuers")
    .default([])
    .describe("Several providers, each with its own keys, audience and claims."),
  ...policySettings,
});
export type JwtAuthSettings = z.infer<typeof jwtAuth> & {
  /** What makes an administrator of people who log in through the login of the database, at its issuer. */
  readonly loginAdministrators?: (LoginAdministrators & { readonly issuer: string }) | undefined;
};

/** spec 2.6 */
export const modelEntry = z.strictObject({
  model_name: text.describe("The name that callers use; `*` matches any run of characters, as in `openai/*`."),
  gateway_params: z
    .strictObject({
      model: text.describe(
        "The upstream model, `<provider>/<model>`. Its `*` are filled with what those of the `model_name` matched.",
      ),
      ...credentialSettings,
      credential_name: credentialName
        .optional()
        .describe(
          "A credential in `credential_list` or made by the API. The entry has its values, unless it has its own.",
        ),
      ...dropParams,
      additional_drop_params: additionalDropParams,
      ...groupShare,
      ...timeouts,
      ...resilience,
      ...entryPriceSettings,
    })
    .describe("Where its calls go, and how: the upstream, its key, its limits and its prices."),
  model_info: z
    .object({
      id: text.optional().describe("Name of this deployment in spend rows. Unset: derived from the entry."),
      description: text.optional().describe("A description, which the console shows."),
      base_model: text
        .optional()
        .describe(
          "The real model, if the upstream's name does not say it, as with Azure's deployments and profiles by ARN. It may begin with its provider, as in `azure/gpt-4.1`.",
        ),
      unpriced: unpricedPolicy
        .optional()
        .describe("What to do with its calls while it has no price. Overrides `general_settings.unpriced`."),
      max_input_tokens: z
        .number()
        .int()
        .positive()
        .optional()
        .describe(
          "How many tokens the model accepts as input. Budgets set these aside for inputs that a call only names. Unset: its context window in the bundled price list.",
        ),
      ...limitSettings,
      ...entryPriceSettings,
    })
    .optional()
    .describe("Facts about the model. Other keys are your own facts, which the gateway does not read."),
});
export type ModelEntry = z.infer<typeof modelEntry>;

/** The settings of spec 2.1 and the extensions of docs/explain. */
export const generalSettings = z.strictObject({
  master_key: secret
    .optional()
    .describe(
      "Key of the master administrator. `GATEWAY_MASTER_KEY` takes precedence. If neither is set, a key is generated and kept in the data folder.",
    ),
  enable_jwt_auth: z
    .boolean()
    .default(false)
    .describe("Whether the gateway verifies and accepts bearer tokens that are JWTs."),
  gateway_jwtauth: jwtAuth
    .optional()
    .describe("How JWTs are read and what they allow. May also be given at the top level."),
  role_permissions: listOf(rolePermission, "entries")
    .optional()
    .describe("What each internal role may do. It may also be in `gateway_jwtauth`, which takes precedence."),
  mcp_stdio: z
    .boolean()
    .default(false)
    .describe(
      "Lets `mcp_servers` of the file run programs (`transport: stdio`), which can do what the gateway's user can.",
    ),
  ...rightsSettings,
  directory_stale_ttl: seconds
    .default(300)
    .describe("How long known teams, users and keys may go on calling while the database is away, in seconds."),
  decision_retention_days: z
    .number()
    .int()
    .min(0)
    .max(365)
    .default(14)
    .describe(
      "Days for which the gateway records who asked for which route and model, so that you can try drafts on this traffic. 0: it records nothing.",
    ),
  ...requestSettings,
  fallbacks,
  ...timeouts,
  ...resilience,
  ...dropParams,
  unpriced: unpricedPolicy
    .default("allow")
    .describe(
      "What to do with calls of a model without a price: `allow` counts them as unpriced, `warn` also says so in the log and in the answer, `refuse` refuses them.",
    ),
  named_inputs: z
    .enum(["hold", "refuse"])
    .default("hold")
    .describe(
      "What to do with calls whose payer has a budget and whose input is only named (files, images by address, earlier responses): `hold` sets aside the model's largest input where it is known, `refuse` refuses them.",
    ),
  ...retentionSettings,
  ...contentSettings,
  max_new_names_per_day: maxNewNamesPerDay,
  write_timeout_seconds: seconds
    .positive()
    .max(3600)
    .default(60)
    .describe("Seconds for which a caller may leave an answer unread before the connection is cut."),
  journal_max_bytes: z
    .number()
    .int()
    .min(16 * 1024 * 1024)
    .default(2 * 1024 ** 3)
    .describe(
      "How many bytes of spend a process keeps in its journal while the database does not accept it. Beyond that, the journal counts as unavailable.",
    ),
  when_journal_unavailable: z
    .enum(["refuse", "serve"])
    .default("refuse")
    .describe(
      "What to do with new calls while spend cannot be written to disk: `refuse` answers 503, `serve` keeps their spend only in memory, where a crash loses it.",
    ),
  ...metricsSettings,
  ...consoleSettings,
  ...sinkSettings,
  ...tracingSettings,
  ...alertSettings,
});
export type GeneralSettings = z.infer<typeof generalSettings>;

/** The whole of config.yaml. `gateway_jwtauth` may be in `general_settings` (spec 2.1) or at the top level. */
export const configFile = z.strictObject({
  general_settings: generalSettings.optional().describe("Settings for the gateway as a whole."),
  gateway_jwtauth: jwtAuth
    .optional()
    .describe("The same as `general_settings.gateway_jwtauth`. Give only one of the two."),
  model_list: z
    .array(modelEntry)
    .default([])
    .describe("The models that the gateway serves. If two patterns fit a name equally well, the first one counts."),
  credential_list: listOf(namedCredential, "entries")
    .default([])
    .describe("Credentials that entries share by naming them in `credential_name`."),
  mcp_servers: mcpServers,
  mcp_aliases: mcpAliases,
  environment_variables: z
    .record(text, z.string())
    .default({})
    .describe("Variables that count as if they were set in the environment. The real environment takes precedence."),
});
export type ConfigFile = z.infer<typeof configFile>;

/** Everything that the request path needs to know, merged from the file, the environment and the latest revision. */
export interface Settings {
  /** Grows with every change. Part of every cache key. */
  readonly generation: number;
  readonly general: GeneralSettings;
  /** Which alerts open, and whom they are told to. */
  readonly alerting: Alerting;
  readonly jwtAuth: JwtAuthSettings;
  /** The file's entries and then the database's, each with an id. */
  readonly models: readonly ModelEntry[];
  /** The tool servers, and by which other names they may be called. */
  readonly mcpServers: readonly McpServer[];
  readonly mcpAliases: Readonly<Record<string, string>>;
  /** The ids of entries that serve no calls, with the reason. */
  readonly unusable: ReadonlyMap<string, string>;
  readonly masterKey: Secret;
  /** Further master keys that are accepted while the key is being changed. */
  readonly previousMasterKeys: readonly Secret[];
  /** The named credentials of the file and of the database. */
  readonly credentials: Credentials;
  /** For each provider: the key in its usual variable, for entries without their own. */
  readonly providerKeys: ReadonlyMap<string, Secret>;
  /** The variables of the environment that say where providers are, such as a region. */
  readonly providerVariables: ReadonlyMap<string, string>;
  /** spec 2.4 */
  readonly publicKeyUrls: readonly string[];
  readonly audiences: readonly string[];
  readonly issuers: readonly string[];
  /** The login of the database, if it is in force. */
  readonly login?: StoredLogin | undefined;
  /** The issuers of people beside those in `gateway_jwtauth.issuers`; "any" if the settings do not say which. */
  readonly otherIssuers: readonly string[] | "any";
}
