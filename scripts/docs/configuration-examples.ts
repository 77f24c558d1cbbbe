/**
 * An example for each section of the configuration, by its path. A section without one of its own is shown in that of
 * a section around it. A test lints each of them.
 */
export const CONFIGURATION_EXAMPLES: Readonly<Record<string, string>> = {
  "": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    team_id_jwt_field: team
environment_variables:
  JWT_PUBLIC_KEY_URL: https://id.example.com/keys
  JWT_AUDIENCE: gateway
model_list:
  - model_name: openai/*
    gateway_params: { model: openai/*, api_key: os.environ/OPENAI_API_KEY }
mcp_servers:
  github: { url: https://mcp.example.com/mcp, transport: http }`,
  general_settings: `general_settings:
  master_key: os.environ/GATEWAY_MASTER_KEY
  unpriced: refuse
  alerting: [webhook]
  call_retention_days: 90
  max_request_bytes: 20000000
environment_variables: { WEBHOOK_URL: https://hooks.example.com/alerts }`,
  "general_settings.gateway_jwtauth": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    user_id_jwt_field: sub
    user_email_jwt_field: email
    team_ids_jwt_field: groups
    user_id_upsert: true
    team_allowed_routes: [openai_routes, anthropic_routes, info_routes]
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.gateway_jwtauth.role_mappings": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    enforce_rbac: true
    roles_jwt_field: realm_access.roles
    role_mappings:
      - { role: gateway-admin, internal_role: proxy_admin }
      - { role: ml-team, internal_role: team, models: [gpt-4o, claude-*] }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.gateway_jwtauth.role_permissions": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    enforce_rbac: true
    roles_jwt_field: roles
    role_mappings:
      - { role: scientist, internal_role: internal_user }
    role_permissions:
      - { role: internal_user, models: [gpt-4o], routes: [openai_routes] }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.gateway_jwtauth.group_mappings": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    team_ids_jwt_field: groups
    group_mappings:
      - { group: /teams/*, team_id: "*", include_subgroups: true }
      - { group: 7c9e6679-7425-40de-944b-e07fc1f90ae7, team_alias: Search }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.gateway_jwtauth.scope_mappings": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    enforce_scope_based_access: true
    scope_mappings:
      - { scope: models.small, models: [gpt-4o-mini] }
      - { scope: models.all, models: [gpt-4o-mini, gpt-4o] }
model_list:
  - { model_name: gpt-4o-mini, gateway_params: { model: openai/gpt-4o-mini } }
  - { model_name: gpt-4o, gateway_params: { model: openai/gpt-4o } }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.gateway_jwtauth.key_generation_settings": `general_settings:
  enable_jwt_auth: true
  user_key_max_days: 90
  gateway_jwtauth:
    user_id_jwt_field: sub
    key_generation_settings:
      team_key_generation: { allowed_team_member_roles: [admin, user] }
      personal_key_generation: { allowed_user_roles: [internal_user] }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.gateway_jwtauth.service_accounts": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    user_id_jwt_field: sub
    service_accounts:
      - { claim: sub, same_as: client_id }
      - { claim: sub, value: "system:serviceaccount:*" }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.gateway_jwtauth.microsoft_graph": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    team_ids_jwt_field: groups
    group_overage: graph
    microsoft_graph:
      client_id: 11111111-2222-3333-4444-555555555555
      client_secret: os.environ/GRAPH_CLIENT_SECRET
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.gateway_jwtauth.issuers": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    issuers:
      - { issuer: https://id.example.com, audience: gateway, allow_admin: true, user_id_jwt_field: sub, id_prefix: "staff:" }
      - { issuer: https://partner.example.org, audience: gateway, id_prefix: "partner:", team_id_jwt_field: team, allow_admin: false }`,
  "general_settings.gateway_jwtauth.issuers.introspection": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    issuers:
      - issuer: https://id.example.com
        audience: gateway
        introspection: { client_id: gateway, client_secret: os.environ/INTROSPECTION_SECRET }`,
  "general_settings.gateway_jwtauth.issuers.mcp_oauth": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    issuers:
      - issuer: https://id.example.com
        audience: gateway
        mcp_oauth: { client_id: gateway, client_secret: os.environ/MCP_CLIENT_SECRET, scopes: [openid, offline_access], resource: drop }`,
  "general_settings.gateway_jwtauth.policy_tests": `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    team_ids_jwt_field: groups
    user_id_jwt_field: sub
    user_id_upsert: true
    policy_tests:
      - name: the search team may use gpt-4o
        claims: { sub: ada, groups: [search] }
        request: { model: gpt-4o }
        assume:
          organizations: [{ organization_id: shop }]
          teams: [{ team_id: search, organization_id: shop, models: [gpt-4o] }]
          users: [{ user_id: ada, teams: [search] }]
          end_users: [{ end_user_id: visitor-7, blocked: true }]
        expect: allow
        expect_team_id: search
      - name: a key of a blocked team calls nothing
        key: { team_id: search, models: [gpt-4o] }
        request: { model: gpt-4o }
        assume: { teams: [{ team_id: search, blocked: true }] }
        expect: team_blocked
      - name: everybody's permission must open a tool
        key: { team_id: search, user_id: ada, object_permission: { mcp_servers: [github] } }
        request: { mcp_server: github, tool: create_issue }
        assume:
          organizations: [{ organization_id: shop, object_permission: { mcp_servers: [github] } }]
          teams: [{ team_id: search, organization_id: shop, object_permission: { mcp_servers: [github] } }]
          users: [{ user_id: ada, teams: [search], object_permission: { mcp_max_tier: read } }]
          end_users: [{ end_user_id: visitor-7, object_permission: { mcp_servers: [] } }]
        expect: tool_not_allowed
mcp_servers: { github: { url: https://mcp.example.com/mcp, transport: http } }
model_list:
  - { model_name: gpt-4o, gateway_params: { model: openai/gpt-4o } }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.role_permissions": `general_settings:
  enable_jwt_auth: true
  role_permissions:
    - { role: team, models: [gpt-4o-mini] }
  gateway_jwtauth:
    enforce_rbac: true
    roles_jwt_field: roles
    role_mappings: [{ role: app, internal_role: team }]
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.default_internal_user_params": `general_settings:
  enable_jwt_auth: true
  default_internal_user_params: { max_budget: 20, budget_duration: 1mo }
  gateway_jwtauth: { user_id_jwt_field: sub, user_id_upsert: true }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.default_team_settings": `general_settings:
  enable_jwt_auth: true
  default_team_settings: { max_budget: 500, budget_duration: 1mo, rpm_limit: 600 }
  gateway_jwtauth: { team_id_jwt_field: team, team_id_upsert: true }
environment_variables: { JWT_PUBLIC_KEY_URL: https://id.example.com/keys, JWT_AUDIENCE: gateway }`,
  "general_settings.default_key_generate_params": `general_settings:
  default_key_generate_params: { duration: 30d, max_budget: 20 }`,
  "general_settings.upperbound_key_generate_params": `general_settings:
  upperbound_key_generate_params: { duration: 90d, max_budget: 100, rpm_limit: 600 }`,
  "general_settings.console_look": `general_settings:
  console_look:
    environment: Staging
    colour: amber
    links:
      - { label: Runbook, url: https://wiki.example.com/model-gateway }
      - { label: Get help, url: https://chat.example.com/channels/models }`,
  "general_settings.console_login": `general_settings:
  enable_jwt_auth: true
  console_login:
    - name: staff
      label: the staff directory
      issuer: https://id.example.com
      client_id: gateway-console
      client_secret: os.environ/CONSOLE_SECRET
  gateway_jwtauth:
    issuers: [{ issuer: https://id.example.com, audience: gateway, user_id_jwt_field: sub }]`,
  "general_settings.sinks": `general_settings:
  sinks:
    - name: lake
      flush_seconds: 300
      s3: { bucket: finance, prefix: llm-calls, region: eu-central-1 }
    - name: billing
      http: { url: https://billing.example.com/calls, signing_secret: os.environ/BILLING_SECRET }
    - name: logs
      otlp_logs: { endpoint: https://otel.example.com }`,
  model_list: `model_list:
  - model_name: gpt-4o
    gateway_params:
      model: azure/gpt-4o-prod
      api_base: https://acme.openai.azure.com
      api_key: os.environ/AZURE_API_KEY
    model_info: { id: gpt-4o-eu, base_model: gpt-4o }
  - model_name: gpt-4o
    gateway_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_API_KEY, weight: 3 }
    model_info: { id: gpt-4o-direct }`,
  credential_list: `credential_list:
  - credential_name: bedrock-eu
    credential_values:
      aws_region_name: eu-central-1
      aws_role_name: arn:aws:iam::123456789012:role/models
model_list:
  - model_name: claude-*
    gateway_params: { model: bedrock/eu.anthropic.claude-*, credential_name: bedrock-eu }`,
};
