/** config.yaml of a gateway with one mapped role and one model, as the object it says. */
export const ACCESS_CONFIG = {
  general_settings: { enable_jwt_auth: true },
  environment_variables: { JWT_PUBLIC_KEY_URL: "https://login.example/keys", JWT_AUDIENCE: "gateway" },
  model_list: [{ model_name: "gpt-4o", gateway_params: { model: "openai/gpt-4o", api_key: "sk-upstream" } }],
  gateway_jwtauth: {
    enforce_rbac: true,
    roles_jwt_field: "roles",
    role_mappings: [{ role: "dev", internal_role: "internal_user" }],
  },
};
