import type { BadFile } from "./parse.cases";

/** Files with faults that the checks after the schema find. */
export const QUESTIONABLE_FILES: readonly BadFile[] = [
  {
    name: "a variable that is not set, without consequences for its value",
    yaml: "model_list:\n  - model_name: a\n    gateway_params:\n      model: openai/a\n      api_base: os.environ/NOT_SET\n      api_key: os.environ/EMPTY\n",
    findings: [
      "5:17 C015 model_list.0.gateway_params.api_base: the environment variable NOT_SET is not set",
      "6:16 C015 model_list.0.gateway_params.api_key: the environment variable EMPTY is empty",
    ],
  },
  {
    name: "references that are none",
    yaml: "model_list:\n  - model_name: a\n    gateway_params:\n      model: openai/a\n      api_key: ${OPENAI_API_KEY}\n      api_base: https://os.environ/HOST/v1\n",
    findings: [
      "5:16 C041 model_list.0.gateway_params.api_key: a shell variable is not resolved here",
      "6:17 C041 model_list.0.gateway_params.api_base: only a whole value can be taken from a variable",
    ],
  },
  {
    name: "what is copied in a hurry: quotes, and an address with the route behind it",
    yaml: "environment_variables:\n  QUOTED_KEY: '\"sk-quoted\"'\nmodel_list:\n  - model_name: a\n    gateway_params:\n      model: openai/gpt-4o\n      api_key: os.environ/QUOTED_KEY\n      api_base: https://api.example/v1/chat/completions\n",
    findings: [
      "7:16 C194 model_list.0.gateway_params.api_key: the value of QUOTED_KEY is in quotes, which count as part of it",
      "8:17 C192 model_list.0.gateway_params.api_base: ends in /chat/completions, which is appended to it",
    ],
  },
  {
    name: "gateway_jwtauth twice",
    yaml: "general_settings:\n  enable_jwt_auth: false\n  gateway_jwtauth: {}\ngateway_jwtauth: {}\n",
    findings: [
      "3:3 C042 general_settings.gateway_jwtauth: has no effect while enable_jwt_auth is off",
      "4:1 C016 gateway_jwtauth: is given at the top level and in general_settings",
    ],
  },
  {
    name: "a console address with a path",
    yaml: "environment_variables:\n  NEXTAUTH_URL: https://gateway.example/llm\n",
    findings: [
      "2:17 C091 environment_variables.NEXTAUTH_URL: NEXTAUTH_URL has a path, but GATEWAY_BASE_PATH is not set",
    ],
  },
  {
    name: "a console address with another path than the base path",
    yaml: "environment_variables:\n  NEXTAUTH_URL: https://gateway.example/llm\n  GATEWAY_BASE_PATH: /llm/gateway\n",
    findings: ["2:17 C091 environment_variables.NEXTAUTH_URL: NEXTAUTH_URL has another path than GATEWAY_BASE_PATH"],
  },
  {
    name: "a console address with the base path",
    yaml: "environment_variables:\n  NEXTAUTH_URL: https://gateway.example/llm/api/auth\n  GATEWAY_BASE_PATH: /llm/\n",
    findings: [],
  },
  {
    name: "a base path that could be a path of the console",
    yaml: "environment_variables:\n  GATEWAY_BASE_PATH: /console/llm\n",
    findings: ['2:22 C173 environment_variables.GATEWAY_BASE_PATH: "/console" is a path of the gateway itself'],
  },
  {
    name: "variables that cannot be used",
    yaml: 'environment_variables:\n  PORT: "many"\n  GATEWAY_CONFIG: other.yaml\n  GATEWAY_WORKERS: 2\n',
    findings: [
      "2:9 C017 environment_variables.PORT: PORT must be a whole number from 0 to 65535",
      "3:3 C017 environment_variables.GATEWAY_CONFIG: GATEWAY_CONFIG says where this file is, so it cannot be set in the file",
      "4:20 C012 environment_variables.GATEWAY_WORKERS: expected text, got a number",
    ],
  },
  {
    name: "half a login, and key addresses that are none",
    yaml: "environment_variables:\n  OIDC_ISSUER: https://login.example.com\n  JWT_PUBLIC_KEY_URL: 'https://a.example/keys, b.example'\n",
    findings: [
      "2:16 C018 environment_variables.OIDC_ISSUER: OIDC_ISSUER is set, but OIDC_CLIENT_ID is not",
      "3:23 C017 environment_variables.JWT_PUBLIC_KEY_URL: JWT_PUBLIC_KEY_URL must be an http or https address",
    ],
  },
  {
    name: "prices for long prompts without their base",
    yaml: [
      "model_list:",
      "  - {model_name: a, gateway_params: {model: openai/a, input_cost_per_token_above_200k_tokens: 2e-6}}",
      "  - {model_name: b, gateway_params: {model: openai/b, output_cost_per_token: 1e-6}, model_info: {output_cost_per_token_above_128k_tokens: 2e-6}}",
    ].join("\n"),
    findings: [
      "2:55 C025 model_list.0.gateway_params.input_cost_per_token_above_200k_tokens: also needs input_cost_per_token, the price up to that length",
    ],
  },
  {
    name: "upstream models",
    yaml: [
      "model_list:",
      "  - {model_name: 'a/*', gateway_params: {model: 'openai/*-*'}}",
      "  - {model_name: b, gateway_params: {model: acme/b}}",
      "  - {model_name: c, gateway_params: {model: openai/}}",
      "  - {model_name: 'd-*-*', gateway_params: {model: 'openai/*'}}",
      "  - {model_name: e, gateway_params: {model: acme/e, api_base: 'http://169.254.169.254/v1'}}",
      "  - {model_name: f, gateway_params: {model: acme/f, api_base: 'http://acme.example/v1'}}",
      "  - {model_name: f, gateway_params: {api_base: 'http://acme.example/v1', model: acme/f}}",
      "  - {model_name: g, gateway_params: {model: acme/g, api_base: 'https://user:password@acme.example/v1'}}",
      "  - {model_name: h, gateway_params: {model: acme/h, api_base: 'http://0xa9fea9fe/v1'}}",
    ].join("\n"),
    findings: [
      "2:49 C020 model_list.0.gateway_params.model: has 2 `*`, but the model_name has only 1, so there is nothing to fill one with",
      '3:45 C021 model_list.1.gateway_params.model: the provider "acme" is not built in, so it needs an api_base',
      "4:45 C022 model_list.2.gateway_params.model: the model part is empty",
      "5:51 C037 model_list.3.gateway_params.model: has 1 `*`, but the model_name has 2; only the last match is used",
      "6:63 C038 model_list.4.gateway_params.api_base: is a link-local address or serves cloud metadata, which no provider does",
      "7:63 C039 model_list.5.gateway_params.api_base: sends keys or tokens over plain http to a host that is not local",
      '8:5 C040 model_list.6: an identical entry for "f" is already listed above',
      "8:48 C039 model_list.6.gateway_params.api_base: sends keys or tokens over plain http to a host that is not local",
      "9:63 C096 model_list.7.gateway_params.api_base: has a user name or a password in the address, where it is shown and never sent",
      "10:63 C038 model_list.8.gateway_params.api_base: is a link-local address or serves cloud metadata, which no provider does",
    ],
  },
  {
    name: "models of another provider, or of any, without a provider",
    yaml: [
      "model_list:",
      "  - {model_name: a, gateway_params: {model: claude-3-5-sonnet-latest}}",
      "  - {model_name: b, gateway_params: {model: claude-3-5-haiku-latest, api_base: 'https://acme.example/v1'}}",
      "  - {model_name: '*', gateway_params: {model: '*'}}",
      "  - {model_name: c, gateway_params: {model: gpt-4o}}",
      "  - {model_name: d, gateway_params: {model: sagemaker/nova}}",
    ].join("\n"),
    findings: [
      "2:45 C182 model_list.0.gateway_params.model: names no provider, so its calls and its key go to OpenAI",
      "4:47 C182 model_list.2.gateway_params.model: names no provider, so its calls and its key go to OpenAI",
      '6:45 C021 model_list.4.gateway_params.model: the provider "sagemaker" is not built in, so it needs an api_base',
    ],
  },
  {
    name: "role_permissions in two places",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: true",
      "  role_permissions: [{role: team}]",
      "  gateway_jwtauth: {role_permissions: [{role: team}]}",
      "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://a.example/keys', JWT_AUDIENCE: gateway}",
    ].join("\n"),
    findings: [
      "3:3 C043 general_settings.role_permissions: is also given in gateway_jwtauth, which takes precedence",
      "4:21 C048 general_settings.gateway_jwtauth.role_permissions: has no effect while enforce_rbac is off",
    ],
  },
  {
    name: "claims may be lists and have parts",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: true",
      "  gateway_jwtauth:",
      "    team_id_jwt_field: [client_id, azp]",
      "    org_id_jwt_field: {path: org, pattern: /orgs/*, integers: true}",
      "    user_id_jwt_field: {path: sub, pattern: 'acct:*', to: 'acct-*', take: only}",
      "    team_ids_jwt_field: [{path: groups, separator: ','}, {path: roles, take: keys}]",
    ].join("\n"),
    findings: [
      "2:3 C024 general_settings.enable_jwt_auth: is on, but nothing says where the public keys of the OpenID provider are",
      "2:3 C030 general_settings.enable_jwt_auth: is on, but the audience of tokens is not checked, so tokens made for other services are accepted too",
    ],
  },
  {
    name: "faults in the parts of a claim are explained where they are",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: true",
      "  gateway_jwtauth:",
      "    team_id_jwt_field: []",
      "    org_id_jwt_field: 7",
      "    user_id_jwt_field: {path: sub, patern: 'a*'}",
      "    team_ids_jwt_field: [{path: groups, take: only}, {pattern: '*'}]",
      "    roles_jwt_field: {path: roles, to: 'x-*'}",
      "    object_id_jwt_field: {path: oid, separator: ','}",
      "    end_user_id_jwt_field: {path: a, pattern: 'a*b*'}",
      "    user_email_jwt_field: [email, {path: upn, integer: true}]",
    ].join("\n"),
    findings: [
      "2:3 C024 general_settings.enable_jwt_auth: is on, but nothing says where the public keys of the OpenID provider are",
      "2:3 C030 general_settings.enable_jwt_auth: is on, but the audience of tokens is not checked, so tokens made for other services are accepted too",
      "4:24 C014 general_settings.gateway_jwtauth.team_id_jwt_field: must not be empty",
      "5:23 C012 general_settings.gateway_jwtauth.org_id_jwt_field: expected text or a mapping of keys to values or a list, got a number",
      '6:36 C010 general_settings.gateway_jwtauth.user_id_jwt_field.patern: "patern" is not known in user_id_jwt_field; did you mean "pattern"?',
      '7:47 C014 general_settings.gateway_jwtauth.team_ids_jwt_field.0.take: "only" is not one of keys',
      '7:54 C013 general_settings.gateway_jwtauth.team_ids_jwt_field.1.path: "path" is missing',
      "8:40 C014 general_settings.gateway_jwtauth.roles_jwt_field.to: has no effect without `pattern`",
      '9:38 C010 general_settings.gateway_jwtauth.object_id_jwt_field.separator: "separator" is not known in object_id_jwt_field',
      "10:47 C014 general_settings.gateway_jwtauth.end_user_id_jwt_field.pattern: needs exactly one `*`",
      '11:47 C010 general_settings.gateway_jwtauth.user_email_jwt_field.1.integer: "integer" is not known in user_email_jwt_field; did you mean "integers"?',
    ],
  },
  {
    name: "a fault does not hide the faults behind it, nor blame what follows from it",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: yes",
      "  gateway_jwtauth:",
      "    roles_jwt_fild: x",
      "    enforce_rbac: 1",
      "    role_mappings:",
      "      - {role: a}",
      "      - {role: b, internal_role: team}",
      "      - {role: b, internal_role: internal_user}",
    ].join("\n"),
    findings: [
      "2:20 C012 general_settings.enable_jwt_auth: expected true or false, got text",
      '4:5 C010 general_settings.gateway_jwtauth.roles_jwt_fild: "roles_jwt_fild" is not known in gateway_jwtauth; did you mean "roles_jwt_field"?',
      "5:19 C012 general_settings.gateway_jwtauth.enforce_rbac: expected true or false, got a number",
      '7:9 C013 general_settings.gateway_jwtauth.role_mappings.0.internal_role: "internal_role" is missing',
      '9:16 C034 general_settings.gateway_jwtauth.role_mappings.2.role: the role "b" is mapped twice, to team and to internal_user',
    ],
  },
  {
    name: "a required number that YAML rounds",
    yaml: [
      "general_settings:",
      "  enable_jwt_auth: true",
      "  gateway_jwtauth:",
      "    issuers:",
      "      - issuer: https://a.example",
      "        audience: gateway",
      "        required_claims: {account: 12345678901234567890, level: 1.5, tid: 1234}",
    ].join("\n"),
    findings: [
      "7:36 C014 general_settings.gateway_jwtauth.issuers.0.required_claims.account: is an integer beyond 2^53, which is rounded: put it in quotes if the tokens have it as a text",
    ],
  },
  {
    name: "claim fields that would cost too much to read",
    yaml: [
      "gateway_jwtauth:",
      `  team_id_jwt_field: ${"a.".repeat(250)}a`,
      `  roles_jwt_field: [${"a,".repeat(100)}a]`,
      `  scope_jwt_field: [${"a.".repeat(249)}ab]`,
    ].join("\n"),
    findings: [
      "1:1 C042 gateway_jwtauth: has no effect while enable_jwt_auth is off",
      "2:22 C014 gateway_jwtauth.team_id_jwt_field: must have at most 500 characters",
      "3:20 C014 gateway_jwtauth.roles_jwt_field: must have at most 100 entries",
    ],
  },
];
