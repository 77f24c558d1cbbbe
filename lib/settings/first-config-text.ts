/**
 * The configuration file for a gateway that has none. A line with `# ` is prose. A line with `#` and no space is an
 * example that is valid without the `#`; a test uncomments all of them.
 */
export const FIRST_CONFIG = `# Model Gateway. Every field is explained in docs/reference/configuration.md.
# Remove the # in front of the lines you need, then check: npm run lint:config -- config.yaml
# Keep secrets out of this file: os.environ/NAME takes the value from the environment variable NAME.

# The models that callers may ask for, and where each is served. \`*\` matches anything.
model_list:
  # Every OpenAI model, asked for as openai/gpt-4o and so on.
  #- model_name: openai/*
    #gateway_params:
      #model: openai/*
      #api_key: os.environ/OPENAI_API_KEY
  # Your own server that speaks the OpenAI format, under a name of your choice.
  #- model_name: house-model
    #gateway_params:
      #model: vllm/llama-3.3-70b-instruct
      #api_base: http://127.0.0.1:8000/v1

general_settings:
  # Accept the JWTs of your identity provider; JWT_PUBLIC_KEY_URL below says which.
  #enable_jwt_auth: true
  #gateway_jwtauth:
    # A token with this scope makes the caller an administrator.
    #admin_jwt_scope: gateway_proxy_admin
    # The claims that name the caller; a.b reaches into nested claims.
    #user_id_jwt_field: sub
    #user_email_jwt_field: email
    #team_ids_jwt_field: groups
    # Create users when they call for the first time.
    #user_id_upsert: true
    # Roles of the token and the internal roles that they give: team, internal_user, proxy_admin or
    # proxy_admin_viewer.
    #enforce_rbac: true
    #roles_jwt_field: realm_access.roles
    #role_mappings:
      #- role: developer
        #internal_role: internal_user
    # The models that a scope of the token allows, by exact name.
    #enforce_scope_based_access: true
    #scope_mappings:
      #- scope: models.house
        #models: [house-model, openai/gpt-4o]

# Variables that count as if they were set in the environment. The real environment takes precedence.
environment_variables:
  #JWT_PUBLIC_KEY_URL: https://login.example.com/.well-known/openid-configuration
  #JWT_AUDIENCE: model-gateway
  # Login to the console.
  #OIDC_ISSUER: https://login.example.com
  #OIDC_CLIENT_ID: model-gateway-console
  #OIDC_CLIENT_SECRET: os.environ/CONSOLE_CLIENT_SECRET
`;
