import { operationsOf, type PublicContext } from "@/lib/api/operation";
import { json, type ApiReply, type ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { gatewayAddress, scopesFor } from "@/lib/gateway/tools/protected-resource";
import { registerApplication } from "@/lib/gateway/tools/sign-in/applications";
import { askUser, returnToApplication, takeAnswer } from "@/lib/gateway/tools/sign-in/authorize";
import { requiredEntries } from "@/lib/gateway/tools/sign-in/sign-in-provider";
import { giveTokens } from "@/lib/gateway/tools/sign-in/token";
import type { OAuthFault, Sent } from "@/lib/mcp/sign-in/decide";
import { toolSignInContracts } from "@/lib/wire/contracts/connections/tool-sign-in";

/** In bytes. */
const MOST_FORM = 32 * 1024;
const MOST_DESCRIPTION = 8 * 1024;

const UNKEPT = { "cache-control": "no-store" } as const;

/** `/register`, `/authorize`, `/token`: for applications whose users cannot sign in at the provider itself. */
export const toolSignInOperations = operationsOf(toolSignInContracts, {
  metadata: async ({ services, request }) => {
    requiredEntries(services.settings.current());
    return { body: metadataOf({ services, request }), headers: UNKEPT };
  },
  register: async ({ services, request }) => {
    requiredEntries(services.settings.current());
    const registered = registerApplication(services, await described(request));
    if ("error" in registered) return { raw: faultReply(registered) };
    return { body: registered, status: 201, headers: UNKEPT };
  },
  authorize: async ({ services, request }, sent) => ({ raw: await askUser(services, request, textsOf(sent)) }),
  answer: async ({ services, request }) => ({ raw: await takeAnswer(services, request, await formOf(request)) }),
  returned: async ({ services, request }, sent) => ({
    raw: await returnToApplication(services, request, textsOf(sent)),
  }),
  token: async ({ services, request }) => {
    const given = await giveTokens(services, await formOf(request));
    if ("error" in given) return { raw: faultReply(given) };
    return { body: given, headers: { ...UNKEPT, pragma: "no-cache" } };
  },
});

function metadataOf({ services, request }: Pick<PublicContext, "services" | "request">) {
  const address = gatewayAddress(services.environment, request);
  const scopes = scopesFor(services.settings.current(), "");
  return {
    issuer: address,
    authorization_endpoint: `${address}/authorize`,
    token_endpoint: `${address}/token`,
    registration_endpoint: `${address}/register`,
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  } as const;
}

/** RFC 6749 §5.2, RFC 7591 §3.2.2. */
function faultReply({ error, text }: OAuthFault): ApiReply {
  const status = error === "invalid_client" ? 401 : error === "temporarily_unavailable" ? 503 : 400;
  return json({ error, error_description: text }, status, { ...UNKEPT });
}

/** @throws GatewayError invalid_request, payload_too_large */
async function formOf(request: ApiRequest): Promise<Sent> {
  const body = await request.readBody(MOST_FORM);
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body.toString())) {
    // RFC 6749 §3.2: no parameter comes twice.
    if (form.has(name))
      throw new GatewayError("invalid_request", "A parameter of the form is given twice.", {
        param: name.slice(0, 60),
      });
    form.set(name, value);
  }
  return Object.fromEntries(form);
}

/** What an application says of itself; undefined: it is not JSON. @throws GatewayError payload_too_large */
async function described(request: ApiRequest): Promise<unknown> {
  const body = await request.readBody(MOST_DESCRIPTION);
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function textsOf(sent: Readonly<Record<string, unknown>>): Sent {
  const texts = Object.entries(sent).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return Object.fromEntries(texts);
}
