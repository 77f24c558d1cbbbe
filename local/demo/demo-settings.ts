import { COMPANY_MODELS, entryIdOf } from "./company";
import type { LocalProvider } from "../provider/provider";
import type { LocalUpstream } from "../upstream/upstream";

export const DEMO_MASTER_KEY = "sk-demo-master-key";

/** The variables with which a gateway accepts the local provider's tokens and logins, and the master key. */
export function demoEnvironment(provider: LocalProvider): Record<string, string> {
  return {
    GATEWAY_MASTER_KEY: DEMO_MASTER_KEY,
    JWT_PUBLIC_KEY_URL: provider.jwksUrl,
    JWT_AUDIENCE: provider.audience,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.consoleClient.clientId,
    OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
  };
}

/**
 * One exact name, two wildcards, an entry that these shadow, and the models of a company, all served by the local
 * upstream. All but one have prices, so that the calls cost something.
 */
export function demoConfiguration(upstream: LocalUpstream): object {
  const entry = (name: string, model: string, prices: { input: number; output: number }) => ({
    model_name: name,
    gateway_params: {
      model,
      api_base: upstream.apiBase,
      api_key: "local",
      input_cost_per_token: prices.input,
      output_cost_per_token: prices.output,
    },
  });
  return {
    general_settings: {
      fallbacks: { "mistral-large": ["gpt-4o"] },
      enable_jwt_auth: true,
      gateway_jwtauth: {
        admin_jwt_scope: "gateway_proxy_admin",
        user_id_jwt_field: "sub",
        enforce_rbac: true,
        roles_jwt_field: "roles",
        role_mappings: [
          { role: "developer", internal_role: "internal_user" },
          { role: "analyst", internal_role: "internal_user", models: ["claude-sonnet", "gpt-4o"] },
        ],
        team_ids_jwt_field: "groups",
        group_mappings: [
          { group: "support", team_id: "support-desk" },
          { group: "data", team_id: "data-science" },
        ],
      },
    },
    model_list: [
      entry("support-model", "openai/local-small", { input: 0.000_002, output: 0.000_008 }),
      entry("openai/*", "openai/*", { input: 0.000_000_15, output: 0.000_000_6 }),
      // Takes no call, because `openai/*` takes every name that fits it: a mistake to find under Models.
      entry("openai/**", "openai/**", { input: 0.000_000_15, output: 0.000_000_6 }),
      entry("fo::*:static::*", "openai/fo::*:static::*", { input: 0.000_001, output: 0.000_003 }),
      ...COMPANY_MODELS.map((model) => ({
        model_name: model.name,
        gateway_params: {
          model: model.upstream,
          api_base: upstream.apiBase,
          api_key: "local",
          ...(model.price && {
            input_cost_per_token: model.price.input / 1e9,
            output_cost_per_token: model.price.output / 1e9,
          }),
        },
        model_info: { id: entryIdOf(model) },
      })),
    ],
  };
}
