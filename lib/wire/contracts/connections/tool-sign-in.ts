import { z } from "zod";
import { defineContract } from "../../contract";

const shared = { family: "public_routes", access: "public" } as const;

/** Browsers and applications send more than is read, which does not matter (RFC 6749 §3.1). */
const anything = z.looseObject({});
const page = z.string().describe("A page for the user's browser, or a redirect to the application");

const authorizationServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  scopes_supported: z.array(z.string()).readonly().optional().describe("The scopes that open tools"),
  response_types_supported: z.array(z.string()).readonly(),
  response_modes_supported: z.array(z.string()).readonly(),
  grant_types_supported: z.array(z.string()).readonly(),
  token_endpoint_auth_methods_supported: z.array(z.string()).readonly(),
  code_challenge_methods_supported: z.array(z.string()).readonly(),
  authorization_response_iss_parameter_supported: z.literal(true),
  client_id_metadata_document_supported: z.literal(true),
});

/** How users sign in for applications that use tools, where an issuer has `mcp_oauth`. */
export const toolSignInContracts = {
  metadata: defineContract({
    ...shared,
    id: "mcp.authorization_server",
    openToScripts: true,
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    effect: "reads",
    summary: "Say where applications sign users in for tools (RFC 8414), if an issuer has `mcp_oauth`",
    input: z.strictObject({}),
    output: authorizationServer,
  }),
  register: defineContract({
    ...shared,
    id: "mcp.register_application",
    openToScripts: true,
    method: "POST",
    path: "/register",
    effect: "reads",
    summary:
      "Register an application that uses tools (RFC 7591); its id carries what it registered, so nothing is stored",
    input: z.strictObject({}),
    output: z.object({
      client_id: z.string(),
      client_id_issued_at: z.number(),
      client_name: z.string().optional(),
      redirect_uris: z.array(z.string()).readonly(),
      grant_types: z.array(z.string()).readonly(),
      response_types: z.array(z.string()).readonly(),
      token_endpoint_auth_method: z.literal("none"),
    }),
  }),
  authorize: defineContract({
    ...shared,
    id: "mcp.authorize",
    method: "GET",
    path: "/authorize",
    effect: "reads",
    summary: "Ask the user whether an application may use tools (RFC 6749, with PKCE by S256)",
    input: anything,
    output: page,
  }),
  answer: defineContract({
    ...shared,
    id: "mcp.answer_application",
    method: "POST",
    path: "/authorize",
    effect: "reads",
    summary: "Accept the user's answer to that page",
    input: z.strictObject({}),
    output: page,
  }),
  returned: defineContract({
    ...shared,
    id: "mcp.return_to_application",
    method: "GET",
    path: "/authorize/return",
    effect: "reads",
    summary: "Send a user who returns from the provider on to the application",
    input: anything,
    output: page,
  }),
  token: defineContract({
    ...shared,
    id: "mcp.token",
    openToScripts: true,
    method: "POST",
    path: "/token",
    effect: "writes",
    summary: "Exchange a code, or a refresh token, for an access token of the provider",
    input: z.strictObject({}),
    output: z.object({
      access_token: z.string(),
      token_type: z.literal("Bearer"),
      expires_in: z.number().optional().describe("Seconds"),
      scope: z.string().optional(),
      refresh_token: z.string().optional(),
    }),
  }),
};
