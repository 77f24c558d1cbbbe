import type { BadFile } from "./parse.cases";

/** Files with faults in the settings that say who makes keys, and what new keys and users get. */
export const QUESTIONABLE_RIGHTS: readonly BadFile[] = [
  {
    name: "keys of callers who are not administrators",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: true",
      "  gateway_jwtauth: {team_allowed_routes: [openai_routes, /key/generate]}",
      "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://a.example/keys', JWT_AUDIENCE: gateway}",
    ].join("\n"),
    findings: [
      "3:21 C095 general_settings.gateway_jwtauth.team_allowed_routes: lets callers who are not administrators make keys; those end after 90 days and may do no more than their makers",
    ],
  },
  {
    name: "keys of callers who are not administrators, with their longest time",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: true",
      "  user_key_max_days: 30",
      "  gateway_jwtauth: {team_allowed_routes: [openai_routes, /key/generate]}",
      "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://a.example/keys', JWT_AUDIENCE: gateway}",
    ].join("\n"),
    findings: [],
  },
  {
    name: "keys of one's own without their longest time",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: true",
      "  gateway_jwtauth:",
      "    key_generation_settings: {team_key_generation: {allowed_team_member_roles: [admin]}}",
      "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://a.example/keys', JWT_AUDIENCE: gateway}",
    ].join("\n"),
    findings: [
      "4:5 C095 general_settings.gateway_jwtauth.key_generation_settings: lets callers who are not administrators make keys; those end after 90 days and may do no more than their makers",
    ],
  },
  {
    name: "keys of one's own that are opened to nobody, whatever the route list",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: true",
      "  gateway_jwtauth: {key_generation_settings: {}, team_allowed_routes: [openai_routes, /key/generate]}",
      "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://a.example/keys', JWT_AUDIENCE: gateway}",
    ].join("\n"),
    findings: [],
  },
  {
    name: "users who are created on the fly as ordinary ones",
    yaml: "general_settings: {default_internal_user_params: {user_role: internal_user}}",
    findings: [],
  },
  {
    name: "users who are created on the fly as viewers",
    yaml: "general_settings: {default_internal_user_params: {user_role: proxy_admin_viewer}}",
    findings: [
      "1:62 C157 general_settings.default_internal_user_params.user_role: lets everybody whom the provider knows read what administrators read, once they have made a call",
    ],
  },
  {
    name: "defaults of new keys, one of them above its bound",
    yaml: [
      "general_settings:",
      "  default_key_generate_params: {max_budget: 5, rpm_limit: 20}",
      "  upperbound_key_generate_params: {max_budget: 5, rpm_limit: 10}",
    ].join("\n"),
    findings: [
      "2:59 C097 general_settings.default_key_generate_params.rpm_limit: is above upperbound_key_generate_params.rpm_limit, which is 10 and binds every key",
    ],
  },
  {
    name: "a default validity of new keys that is longer than its bound, and a budget that resets sooner",
    yaml: [
      "general_settings:",
      "  default_key_generate_params: {duration: 60d, budget_duration: 1d}",
      "  upperbound_key_generate_params: {duration: 30d, budget_duration: 30d}",
    ].join("\n"),
    findings: [
      "2:43 C097 general_settings.default_key_generate_params.duration: is above upperbound_key_generate_params.duration, which is 30d and binds every key",
      "2:65 C097 general_settings.default_key_generate_params.budget_duration: resets sooner than upperbound_key_generate_params.budget_duration, which is 30d and binds every key",
    ],
  },
  {
    name: "a default that resets a budget whose bound never resets",
    yaml: [
      "general_settings:",
      "  default_key_generate_params: {budget_duration: 30d}",
      "  upperbound_key_generate_params: {max_budget: 5}",
    ].join("\n"),
    findings: [
      "2:33 C097 general_settings.default_key_generate_params.budget_duration: has no effect: upperbound_key_generate_params has a max_budget that never resets",
    ],
  },
  {
    name: "defaults of new keys that are as long as their bounds",
    yaml: [
      "general_settings:",
      "  default_key_generate_params: {duration: 1w, budget_duration: 1mo}",
      "  upperbound_key_generate_params: {duration: 7d, budget_duration: 4w}",
    ].join("\n"),
    findings: [],
  },
  {
    name: "soft budgets above the maximum, of users, teams and a model",
    yaml: [
      "general_settings:",
      "  default_internal_user_params: {max_budget: 5, soft_budget: 5.5}",
      "  default_team_settings: {max_budget: 0, soft_budget: 1}",
      "model_list:",
      "  - {model_name: a, gateway_params: {model: openai/a}, model_info: {max_budget: 10, soft_budget: 20}}",
    ].join("\n"),
    findings: [
      "2:62 C196 general_settings.default_internal_user_params.soft_budget: is above max_budget, which is 5, so calls are refused before anybody is warned",
      "3:55 C196 general_settings.default_team_settings.soft_budget: is above max_budget, which is 0, so calls are refused before anybody is warned",
      "5:98 C196 model_list.0.model_info.soft_budget: is above max_budget, which is 10, so calls are refused before anybody is warned",
    ],
  },
  {
    name: "soft budgets up to the maximum, or without one",
    yaml: [
      "general_settings:",
      "  default_internal_user_params: {max_budget: 5, soft_budget: 5}",
      "  default_team_settings: {soft_budget: 1}",
    ].join("\n"),
    findings: [],
  },
  {
    name: "models of new keys, users and teams that no entry serves",
    yaml: [
      "general_settings:",
      "  default_key_generate_params: {models: [openai/gpt-4o, openai/*, gpt-4o-mni, anthropic/*]}",
      "  default_internal_user_params: {models: [gpt-4o-mini]}",
      "  default_team_settings: {models: [gpt-5]}",
      "model_list:",
      "  - {model_name: openai/*, gateway_params: {model: openai/*}}",
      "  - {model_name: gpt-4o-mini, gateway_params: {model: openai/gpt-4o-mini}}",
    ].join("\n"),
    findings: [
      '2:67 C197 general_settings.default_key_generate_params.models.2: no entry of model_list serves "gpt-4o-mni"',
      '2:79 C197 general_settings.default_key_generate_params.models.3: no entry of model_list serves "anthropic/*"',
      '4:36 C197 general_settings.default_team_settings.models.0: no entry of model_list serves "gpt-5"',
    ],
  },
];
