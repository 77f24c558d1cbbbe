/** The lines of a configuration file that connect an identity provider. */
export const PROVIDER_LINES = `general_settings:
  enable_jwt_auth: true
  gateway_jwtauth:
    admin_jwt_scope: gateway_proxy_admin

environment_variables:
  JWT_PUBLIC_KEY_URL: https://login.example.com/.well-known/openid-configuration
  JWT_AUDIENCE: model-gateway`;
