import { createHash, randomBytes } from "node:crypto";
import type { AccessToken, ClientCredentials, ClientMetadata, Configuration, KoaContextWithOIDC } from "oidc-provider";
import { escapeHtml, page } from "./provider-pages";
import type { Account, Project } from "./provider-parties";
import type { SigningKey } from "./signing-keys";

/** The resource of every token for which none is requested. Tokens carry the audience instead. */
export const RESOURCE = "urn:model-gateway";

export interface ProviderState {
  readonly audience: string;
  readonly accessTokenSeconds: number;
  readonly accessTokenFormat: "jwt" | "opaque";
  /** Whether access tokens are for a resource. Otherwise they are for the provider's own userinfo. */
  readonly hasResource: boolean;
  readonly registersClients: boolean;
  /** Whether it refuses to be told what a token is for. */
  readonly refusesResource: boolean;
  /** Whether a token has the resource that it is for as its audience. */
  readonly namesResource: boolean;
  /** The first key signs. */
  readonly keys: readonly SigningKey[];
  readonly accounts: readonly Account[];
  readonly projects: readonly Project[];
  readonly clients: readonly ClientMetadata[];
  /** Scopes that exist although no account or project has them by default. */
  readonly scopes: readonly string[];
}

const cookieKey = randomBytes(32).toString("hex");

/**
 * Describes the gateway as the resource that a client may use: access tokens, signed with the newest key if they are
 * JWTs, and the project's own scopes.
 */
export function gatewayResource(state: ProviderState, clientId?: string) {
  const [key] = state.keys;
  const project = state.projects.find((candidate) => candidate.clientId === clientId);
  const scopes = project?.scopes ?? [...state.scopes, ...state.accounts.flatMap((account) => account.scopes)];
  return {
    scope: [...new Set(scopes)].join(" "),
    audience: state.audience,
    accessTokenTTL: state.accessTokenSeconds,
    accessTokenFormat: state.accessTokenFormat,
    jwt: { sign: { alg: key?.alg ?? "RS256", kid: key?.kid } },
  };
}

/** The resource that a client asks for. @throws InvalidTarget if the provider takes no other than its own */
async function requestedResource(state: ProviderState, resource: string, clientId: string) {
  if (!state.refusesResource || resource === RESOURCE) {
    const described = gatewayResource(state, clientId);
    return state.namesResource && resource !== RESOURCE ? { ...described, audience: resource } : described;
  }
  const { errors } = await import("oidc-provider");
  throw new errors.InvalidTarget();
}

/** The configuration that oidc-provider is started with. */
export function providerConfiguration(state: ProviderState): Configuration {
  const accountOf = (id: string | undefined) => state.accounts.find((account) => account.subject === id);
  const claimNames = state.accounts.flatMap((account) => Object.keys(account.claims));
  return {
    jwks: { keys: [...state.keys] },
    clients: state.clients.map((client) => ({ ...client })),
    cookies: { keys: [cookieKey] },
    // Strict providers require PKCE of every client (RFC 9700 §2.1.1).
    pkce: { required: () => true },
    subjectTypes: ["public", "pairwise"],
    pairwiseIdentifier: (_context, accountId, client) => pairwiseSubject(accountId, client.clientId),
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
    // The identity token contains every claim, as with most companies' providers.
    conformIdTokenClaims: false,
    claims: { openid: [...new Set(["sub", ...claimNames])], profile: ["name"], email: ["email", "email_verified"] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      registration: { enabled: state.registersClients },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = page(
            "Log out",
            `<h1>Log out</h1><p>of the local demonstration provider</p>${form}
            <button form="op.logoutForm" name="logout" value="yes">Log out</button>`,
          );
        },
        postLogoutSuccessSource: (context) => {
          context.body = page("Logged out", "<h1>You are logged out</h1>");
        },
      },
      resourceIndicators: {
        enabled: state.hasResource,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource, client) => requestedResource(state, resource, client.clientId),
      },
    },
    findAccount: (_context, id) => {
      const account = accountOf(id);
      return account && { accountId: id, claims: () => ({ ...account.claims, sub: id }) };
    },
    // JWTs get their claims below, where these may also replace claims of the provider.
    extraTokenClaims: (_context, token) =>
      state.accessTokenFormat === "opaque" ? extraClaims(state, token) : undefined,
    formats: {
      customizers: {
        jwt: (_context, token, parts) => {
          Object.assign(parts.payload, extraClaims(state, token));
        },
      },
    },
    loadExistingGrant: (context) => consentTo(context, accountOf(context.oidc.session?.accountId)),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
    // As with strict providers, each refresh token works once, and a token that comes twice ends the whole sign-in.
    rotateRefreshToken: true,
    renderError: (context, out) => {
      context.type = "html";
      context.body = page(
        "Error",
        `<h1>This did not work</h1><p class="error">${escapeHtml(out.error)}: ${escapeHtml(out.error_description ?? "")}</p>`,
      );
    },
    ttl: {
      AccessToken: state.accessTokenSeconds,
      ClientCredentials: state.accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3_600,
      Interaction: 3_600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
  };
}

/**
 * The `sub` that one client gets for an account if the client is registered for pairwise subjects (OpenID Connect Core
 * §8.1).
 */
export function pairwiseSubject(accountId: string, clientId: string): string {
  return createHash("sha256").update(`${clientId} ${accountId}`).digest("hex");
}

function extraClaims(state: ProviderState, token: AccessToken | ClientCredentials): Record<string, unknown> {
  if ("accountId" in token) return state.accounts.find((account) => account.subject === token.accountId)?.claims ?? {};
  return state.projects.find((project) => project.clientId === token.clientId)?.claims ?? {};
}

/** Consents at once to everything that the account may have. Everything else is refused without asking. */
async function consentTo(context: KoaContextWithOIDC, account: Account | undefined) {
  const { provider, client, params } = context.oidc;
  if (!client || !account) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.subject });
  const requested = String(params?.scope ?? "")
    .split(" ")
    .filter(Boolean);
  grant.addOIDCScope(["openid", "offline_access", "profile", "email"].filter((scope) => requested.includes(scope)));
  const allowed = requested.filter((scope) => account.scopes.includes(scope));
  if (allowed.length > 0) grant.addResourceScope(RESOURCE, allowed);
  const refused = requested.filter((scope) => !account.scopes.includes(scope));
  if (refused.length > 0) grant.rejectResourceScope(RESOURCE, refused);
  await grant.save();
  return grant;
}
