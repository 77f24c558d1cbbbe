/** Configuration files with faults, and every finding about each: `line:column number path: message`. */
export interface BadFile {
  readonly name: string;
  readonly yaml: string;
  readonly findings: readonly string[];
}

/** Files with faults that the reader and the schema find. */
export const UNREADABLE_FILES: readonly BadFile[] = [
  {
    name: "a misspelt key",
    yaml: "general_settings:\n  enable_jwt_auht: false\n",
    findings: [
      '2:3 C010 general_settings.enable_jwt_auht: "enable_jwt_auht" is not known in general_settings; did you mean "enable_jwt_auth"?',
    ],
  },
  {
    name: "a key that only ends like one of another section",
    yaml: "general_settings:\n  default_key_generate_params: {query_params: 1}\n",
    findings: [
      '2:33 C010 general_settings.default_key_generate_params.query_params: "query_params" is not known in default_key_generate_params',
    ],
  },
  {
    name: "a key in camel case",
    yaml: "model_list:\n  - model_name: a\n    gateway_params: {model: openai/a, apiBase: 'https://a.example'}\n",
    findings: [
      '3:39 C010 model_list.0.gateway_params.apiBase: "apiBase" is not known in gateway_params; did you mean "api_base"?',
    ],
  },
  {
    name: "another gateway's name for a section, without the consequence that ours is missing",
    yaml: "model_list:\n  - model_name: a\n    acme_params:\n      model: openai/a\n",
    findings: [
      '3:5 C010 model_list.0.acme_params: "acme_params" is not known in model_list; did you mean "gateway_params"?',
    ],
  },
  {
    name: "a key one level too high",
    yaml: "general_settings:\n  role_mappings: []\n",
    findings: [
      '2:3 C011 general_settings.role_mappings: "role_mappings" belongs in gateway_jwtauth, not in general_settings',
    ],
  },
  {
    name: "a key one level too low",
    yaml: "general_settings:\n  gateway_jwtauth:\n    enable_jwt_auth: true\n",
    findings: [
      '3:5 C011 general_settings.gateway_jwtauth.enable_jwt_auth: "enable_jwt_auth" belongs in general_settings, not in gateway_jwtauth',
    ],
  },
  {
    name: "a key at the top level that belongs below",
    yaml: "master_key: sk-1234567890\n",
    findings: ['1:1 C011 master_key: "master_key" belongs in general_settings, not at the top level'],
  },
  {
    name: "a section that belongs at the top level",
    yaml: "general_settings:\n  model_list: []\n",
    findings: ['2:3 C011 general_settings.model_list: "model_list" belongs at the top level, not in general_settings'],
  },
  {
    name: "a key that resembles nothing",
    yaml: "telemetry: on\n",
    findings: ['1:1 C010 telemetry: "telemetry" is not known at the top level'],
  },
  {
    name: "a secret where a key should be",
    yaml: "general_settings:\n  sk-proj-Abc123Def456: x\n",
    findings: ["2:3 C010 general_settings.?: this key is not known in general_settings"],
  },
  {
    name: "a word for a boolean",
    yaml: "general_settings:\n  console_master_key_login: yes\n",
    findings: ["2:29 C012 general_settings.console_master_key_login: expected true or false, got text"],
  },
  {
    name: "a line that is indented with no-break spaces",
    yaml: "general_settings:\n\u00a0\u00a0console_master_key_login: true\n",
    findings: ["2:1 C010 ?: this key begins or ends with a character that only looks like a blank, or like nothing"],
  },
  {
    name: "a byte order mark between two files that were put together",
    yaml: "model_list: []\n\ufeffgeneral_settings: {}\n",
    findings: ["2:1 C010 ?: this key begins or ends with a character that only looks like a blank, or like nothing"],
  },
  {
    name: "infinity for a number",
    yaml: "general_settings:\n  directory_stale_ttl: .inf\n",
    findings: ["2:24 C012 general_settings.directory_stale_ttl: expected a number, got infinity"],
  },
  {
    name: "an asterisk without quotes for every model",
    yaml: "model_list:\n  - model_name: *\n    gateway_params: {model: openai/*}\n",
    findings: ["2:17 C004 model_list.0.model_name: an alias (`*`) names an anchor that is not defined before it"],
  },
  {
    name: "an address in typographic quotes",
    yaml: "model_list:\n  - model_name: a\n    gateway_params: {model: openai/a, api_base: \u201chttps://a.example/v1\u201d}\n",
    findings: ["3:49 C014 model_list.0.gateway_params.api_base: expected an http or https address"],
  },
  {
    name: "a number with a unit",
    yaml: "general_settings:\n  directory_stale_ttl: 300s\n",
    findings: ["2:24 C012 general_settings.directory_stale_ttl: expected a number, got text"],
  },
  {
    name: "a number for a text, which stays unseen",
    yaml: "general_settings:\n  master_key: 123456789\n",
    findings: ["2:15 C012 general_settings.master_key: expected text, got a number"],
  },
  {
    name: "a text for a list",
    yaml: "general_settings:\n  enable_jwt_auth: false\ngateway_jwtauth:\n  admin_allowed_routes: management_routes\n",
    findings: [
      "3:1 C042 gateway_jwtauth: has no effect while enable_jwt_auth is off",
      "4:25 C012 gateway_jwtauth.admin_allowed_routes: expected a list, got text",
    ],
  },
  {
    name: "a list for a mapping",
    yaml: "general_settings:\n  - enable_jwt_auth: true\n",
    findings: ["2:3 C012 general_settings: expected a mapping of keys to values, got a list"],
  },
  {
    name: "a mapping for a list",
    yaml: "model_list:\n  model_name: a\n",
    findings: ["2:3 C012 model_list: expected a list, got a mapping"],
  },
  {
    name: "a list for the whole file",
    yaml: "- model_list\n",
    findings: ["1:1 C012 : expected a mapping of keys to values, got a list"],
  },
  {
    name: "a text for the whole file",
    yaml: "hello\n",
    findings: ["1:1 C012 : expected a mapping of keys to values, got text"],
  },
  {
    name: "a key without a value",
    yaml: "general_settings:\n  master_key:\n",
    findings: ["2:3 C012 general_settings.master_key: expected text, got nothing"],
  },
  {
    name: "a fraction for a whole number, and numbers out of bounds",
    yaml: "general_settings:\n  max_request_bytes: 1.5\n  directory_stale_ttl: -1\n",
    findings: [
      "2:22 C012 general_settings.max_request_bytes: expected a whole number, got a number",
      "3:24 C014 general_settings.directory_stale_ttl: must be at least 0",
    ],
  },
  {
    name: "an empty text",
    yaml: 'general_settings:\n  master_key: ""\n',
    findings: ["2:15 C014 general_settings.master_key: must not be empty"],
  },
  {
    name: "an internal role that does not exist",
    yaml: "general_settings:\n  role_permissions:\n    - role: proxyadmin\n",
    findings: [
      '3:13 C014 general_settings.role_permissions.0.role: "proxyadmin" is not one of team, internal_user, proxy_admin, proxy_admin_viewer',
    ],
  },
  {
    name: "addresses that are none",
    yaml: "model_list:\n  - model_name: a\n    gateway_params:\n      model: openai/a\n      api_base: api.example.com/v1\n",
    findings: ["5:17 C014 model_list.0.gateway_params.api_base: expected an http or https address"],
  },
  {
    name: "credentials of one name, and entries that name none",
    yaml: "credential_list:\n  - {credential_name: a, credential_values: {api_key: k}}\n  - {credential_name: a, credential_values: {}}\nmodel_list:\n  - model_name: m\n    gateway_params: {model: elsewhere/m, credential_name: b}\n",
    findings: [
      '3:23 C211 credential_list.1.credential_name: a credential named "a" is already listed above',
      '6:59 C211 model_list.0.gateway_params.credential_name: no credential of credential_list is named "b"',
    ],
  },
  {
    name: "a region that the entry's credential has, or lacks",
    yaml: "credential_list:\n  - {credential_name: eu, credential_values: {aws_region_name: eu-central-1}}\n  - {credential_name: none, credential_values: {}}\nmodel_list:\n  - {model_name: a, gateway_params: {model: bedrock/amazon.nova-pro-v1:0, credential_name: eu}}\n  - {model_name: b, gateway_params: {model: bedrock/amazon.nova-pro-v1:0, credential_name: none}}\n",
    findings: ["6:45 C220 model_list.1.gateway_params.model: names a model of Bedrock without a region"],
  },
  {
    name: "required keys that are missing, at the entry that lacks them",
    yaml: "model_list:\n  - model_name: a\n  - gateway_params: {api_version: '1'}\n",
    findings: [
      '2:5 C013 model_list.0.gateway_params: "gateway_params" is missing',
      '3:5 C013 model_list.1.model_name: "model_name" is missing',
      '3:5 C013 model_list.1.gateway_params.model: "model" is missing',
    ],
  },
  {
    name: "a wildcard in scope_mappings",
    yaml: "general_settings:\n  enable_jwt_auth: false\n  gateway_jwtauth:\n    enforce_scope_based_access: true\n    scope_mappings:\n      - {scope: a, models: [gpt-*]}\n",
    findings: [
      "3:3 C042 general_settings.gateway_jwtauth: has no effect while enable_jwt_auth is off",
      "6:29 C023 general_settings.gateway_jwtauth.scope_mappings.0.models.0: wildcards are not supported in scope_mappings; name each model",
    ],
  },
  {
    name: "a duplicate key, whose last value is judged too",
    yaml: "general_settings:\n  directory_stale_ttl: 1\n  directory_stale_ttl: x\n",
    findings: [
      '3:3 C006 general_settings.directory_stale_ttl: "directory_stale_ttl" is given twice; the first is on line 2',
      "3:24 C012 general_settings.directory_stale_ttl: expected a number, got text",
    ],
  },
  {
    name: "a tab",
    yaml: "general_settings:\n\tenable_jwt_auth: false\n",
    findings: ["2:1 C005 : a tab is used for indentation"],
  },
  {
    name: "an open quote, shown where it opens",
    yaml: 'general_settings:\n  master_key: "sk-12345678\nmodel_list: []\n',
    findings: ["2:15 C004 : something is missing here: a closing quote, a colon or a comma"],
  },
  {
    name: "two syntax errors, and an unknown key before them",
    yaml: "generel_settings: {}\nmodel_list: @a\nenvironment_variables: `b\n",
    findings: [
      '1:1 C010 generel_settings: "generel_settings" is not known at the top level; did you mean "general_settings"?',
      "2:13 C004 : a value cannot begin with this character",
      "3:24 C004 : a value cannot begin with this character",
    ],
  },
  {
    name: "two documents",
    yaml: "general_settings: {}\n---\nmodel_list: []\n",
    findings: ["2:1 C007 : a second YAML document begins here"],
  },
  {
    name: "a secret that looks like an alias",
    yaml: "general_settings:\n  master_key: *topsecret\n",
    findings: ["2:15 C004 general_settings.master_key: an alias (`*`) names an anchor that is not defined before it"],
  },
  {
    name: "an alias inside its own anchor",
    yaml: "model_list: &all [*all]\n",
    findings: ["1:19 C008 model_list.0: an alias (`*`) is inside its own anchor"],
  },
  {
    name: "a tag",
    yaml: "general_settings:\n  master_key: !!python/object x\n",
    findings: ["2:15 C009 : YAML tags (`!...`) are not supported"],
  },
  {
    name: "a key that is a list",
    yaml: "? [a]\n: b\n",
    findings: ["1:3 C009 : a key must be plain text"],
  },
];
