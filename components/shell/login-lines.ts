/** The environment that lets people sign in to the console through an OpenID provider. */
export const LOGIN_LINES = `OIDC_ISSUER=https://id.example.com/realms/main
OIDC_CLIENT_ID=model-gateway-console
OIDC_CLIENT_SECRET=...`;
