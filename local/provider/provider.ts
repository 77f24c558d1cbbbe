import type { IncomingMessage, ServerResponse } from "node:http";
import type { JWTPayload } from "jose";
import type { ClientMetadata } from "oidc-provider";
import { openServer, type Intercept } from "./open-server";
import { registerPasswordGrant } from "./password-grant";
import { gatewayResource, providerConfiguration, RESOURCE, type ProviderState } from "./provider-configuration";
import { handleInteraction } from "./provider-interaction";
import { ADMIN_SCOPE, administrator, demoProject, ordinaryUser, type Account, type Project } from "./provider-parties";
import { createSigningKey, signClaims, type SigningAlgorithm, type SigningKey } from "./signing-keys";

export interface ProviderOptions {
  /** The default, 0, means any free port. */
  readonly port?: number;
  readonly host?: string;
  /** The `aud` of access tokens. */
  readonly audience?: string;
  readonly accessTokenSeconds?: number;
  /** Where the console receives logins: http://HOST:PORT/api/auth/callback/oidc */
  readonly consoleRedirectUris?: readonly string[];
  readonly accounts?: readonly Account[];
  readonly projects?: readonly Project[];
  /** Scopes besides those of accounts and projects. */
  readonly scopes?: readonly string[];
  /** The default algorithm of keys. Default RS256, whose keys take longest to make. */
  readonly algorithm?: SigningAlgorithm;
  /** Whether access tokens are opaque, and only introspection at the provider explains them. Default: JWTs. */
  readonly opaqueTokens?: boolean;
  /** Whether access tokens are opaque and for the provider's own userinfo, as many providers issue them by default. */
  readonly userinfoTokens?: boolean;
  /** Whether anybody may register clients (RFC 7591). Default: nobody may. */
  readonly registersClients?: boolean;
  /** Whether it refuses requests that say what a token is for (RFC 8707). Default: it takes them. */
  readonly refusesResource?: boolean;
  /** Whether a token has as its audience what it is asked for (RFC 8707). Default: `audience`, whatever is asked. */
  readonly namesResource?: boolean;
}

export interface IssueOptions {
  /** A key to sign with instead of the current one. */
  readonly key?: SigningKey;
  /** Seconds from now; negative for an expired token; null for no `exp`. Default 3600. */
  readonly expiresIn?: number | null;
  /** Protected header members to override. */
  readonly header?: Record<string, unknown>;
}

export interface LocalProvider {
  readonly issuer: string;
  readonly discoveryUrl: string;
  readonly jwksUrl: string;
  readonly tokenUrl: string;
  readonly revocationUrl: string;
  readonly audience: string;
  /** Uses authorization code with PKCE and client_secret_basic. */
  readonly consoleClient: { readonly clientId: string; readonly clientSecret: string };
  /** Uses the password grant and client_secret_post. */
  readonly passwordClient: { readonly clientId: string; readonly clientSecret: string };
  readonly administrator: Account;
  readonly user: Account;
  readonly project: Project;
  /** Gets a token from the token endpoint with the client-credentials grant. */
  projectToken(project?: Project, scope?: string): Promise<string>;
  /** Gets a token from the token endpoint with the password grant. */
  passwordToken(account?: Account, scope?: string): Promise<string>;
  addProject(project: Partial<Project> & { clientId: string }): Promise<Project>;
  addAccount(account: Partial<Account> & { username: string }): Promise<Account>;
  /** From now on this person cannot log in, and their tokens cannot be refreshed. */
  removeAccount(account: Account): Promise<void>;
  /** Redeems a refresh token of the console's client, as a thief would. Resolves to the status of the answer. */
  refresh(refreshToken: string): Promise<number>;
  /** Registers the console's client with these settings on top of its own. They replace those of an earlier call. */
  changeConsoleClient(metadata: Partial<ClientMetadata>): Promise<void>;
  /** Signs any claims with the provider's key. `iss`, `aud`, `iat` and `exp` are filled in unless given. */
  issueToken(claims: JWTPayload, options?: IssueOptions): Promise<string>;
  /** The current signing key, including its private part. */
  readonly signingKey: SigningKey;
  /** Signs with a new key from now on. `keepOld` (the default) leaves the old keys in the key set. */
  rotateKeys(options?: { keepOld?: boolean; algorithm?: SigningAlgorithm }): Promise<SigningKey>;
  /** Publishes another key without signing with it. Pass it to `issueToken` as `key`. */
  addKey(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** How often the key set has been fetched. */
  readonly keySetFetches: number;
  /**
   * Called first for each request, to simulate outages. If it returns true, it has answered the request itself or left
   * it hanging.
   */
  intercept: Intercept | undefined;
  stop(): Promise<void>;
}

const consoleClient = { clientId: "gateway-console", clientSecret: "gateway-console-secret" };
const passwordClient = { clientId: "gateway-cli", clientSecret: "gateway-cli-secret" };

/** Starts an OpenID provider on its own port, with keys that live as long as it does. */
export async function startProvider(options: ProviderOptions = {}): Promise<LocalProvider> {
  const { issuer, traffic, stop } = await openServer(options.port ?? 0, options.host ?? "127.0.0.1");
  const accounts = [...(options.accounts ?? [administrator, ordinaryUser])];
  const projects = [...(options.projects ?? [demoProject])];
  const defaultAlgorithm = options.algorithm ?? "RS256";
  let keys: [SigningKey, ...SigningKey[]] = [await createSigningKey(defaultAlgorithm)];
  let consoleMetadata: Partial<ClientMetadata> = {};
  const audience = options.audience ?? "model-gateway";

  async function rebuild(): Promise<void> {
    traffic.handle = await buildHandler(issuer, {
      audience,
      accessTokenSeconds: options.accessTokenSeconds ?? 3_600,
      accessTokenFormat: options.opaqueTokens || options.userinfoTokens ? "opaque" : "jwt",
      hasResource: !options.userinfoTokens,
      registersClients: options.registersClients ?? false,
      refusesResource: options.refusesResource ?? false,
      namesResource: options.namesResource ?? false,
      keys,
      accounts: [...accounts],
      projects: [...projects],
      clients: clientMetadata(
        options.consoleRedirectUris ?? [],
        { id_token_signed_response_alg: keys[0].alg, ...consoleMetadata },
        projects,
      ),
      scopes: [ADMIN_SCOPE, ...(options.scopes ?? [])],
    });
  }
  await rebuild();

  const tokenUrl = `${issuer}/token`;
  return {
    issuer,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    jwksUrl: `${issuer}/jwks`,
    tokenUrl,
    revocationUrl: `${tokenUrl}/revocation`,
    audience,
    consoleClient,
    passwordClient,
    administrator: accounts[0] ?? administrator,
    user: accounts[1] ?? ordinaryUser,
    project: projects[0] ?? demoProject,
    ...tokenRequests(tokenUrl, accounts, projects),
    ...partyChanges(accounts, projects, rebuild),
    async changeConsoleClient(metadata) {
      consoleMetadata = metadata;
      await rebuild();
    },
    async issueToken(claims, { key = keys[0], expiresIn = 3_600, header } = {}) {
      const now = Math.floor(Date.now() / 1_000);
      const expiry = expiresIn === null ? {} : { exp: now + expiresIn };
      return signClaims(key, { iss: issuer, aud: audience, iat: now, ...expiry, ...claims }, header);
    },
    get signingKey() {
      return keys[0];
    },
    async rotateKeys({ keepOld = true, algorithm = defaultAlgorithm } = {}) {
      const key = await createSigningKey(algorithm);
      keys = [key, ...(keepOld ? keys : [])];
      await rebuild();
      return key;
    },
    async addKey(algorithm) {
      const key = await createSigningKey(algorithm);
      keys.push(key);
      await rebuild();
      return key;
    },
    get keySetFetches() {
      return traffic.keySetFetches;
    },
    get intercept() {
      return traffic.intercept;
    },
    set intercept(value) {
      traffic.intercept = value;
    },
    stop,
  };
}

/** What clients of the provider ask its token endpoint for. */
function tokenRequests(tokenUrl: string, accounts: readonly Account[], projects: readonly Project[]) {
  return {
    projectToken: (project = projects[0] ?? demoProject, scope) =>
      fetchToken(tokenUrl, { grant_type: "client_credentials", ...credentials(project), ...(scope ? { scope } : {}) }),
    passwordToken: (account = accounts[0] ?? administrator, scope = ADMIN_SCOPE) =>
      fetchToken(tokenUrl, {
        grant_type: "password",
        ...credentials(passwordClient),
        username: account.username,
        password: account.password,
        ...(scope ? { scope } : {}),
      }),
    async refresh(refreshToken) {
      const { clientId, clientSecret } = consoleClient;
      const answer = await fetch(tokenUrl, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
      });
      return answer.status;
    },
  } satisfies Partial<LocalProvider>;
}

/** Adds and removes those who may ask for tokens. `rebuild` makes the provider know them. */
function partyChanges(accounts: Account[], projects: Project[], rebuild: () => Promise<void>) {
  return {
    async addProject(partial) {
      const project = { ...demoProject, clientSecret: `${partial.clientId}-secret`, ...partial };
      projects.push(project);
      await rebuild();
      return project;
    },
    async addAccount(partial) {
      const { username } = partial;
      const named = { title: username, password: username, subject: `user-${username}` };
      const account = { ...named, scopes: [], claims: {}, ...partial };
      accounts.push(account);
      await rebuild();
      return account;
    },
    async removeAccount(account) {
      accounts.splice(accounts.indexOf(account), 1);
      await rebuild();
    },
  } satisfies Partial<LocalProvider>;
}

function credentials(client: { clientId: string; clientSecret: string }): Record<string, string> {
  return { client_id: client.clientId, client_secret: client.clientSecret };
}

function clientMetadata(
  consoleRedirectUris: readonly string[],
  consoleMetadata: Partial<ClientMetadata>,
  projects: readonly Project[],
): ClientMetadata[] {
  const machine = { redirect_uris: [], response_types: [], token_endpoint_auth_method: "client_secret_post" as const };
  const console: ClientMetadata = {
    client_id: consoleClient.clientId,
    client_name: "the gateway's console",
    client_secret: consoleClient.clientSecret,
    grant_types: ["authorization_code", "refresh_token"],
    redirect_uris: [...consoleRedirectUris],
    // As with Keycloak and Entra ID, people may return after a logout to where they may log in.
    post_logout_redirect_uris: [...consoleRedirectUris],
    ...consoleMetadata,
  };
  return [
    ...(consoleRedirectUris.length > 0 ? [console] : []),
    {
      ...machine,
      client_id: passwordClient.clientId,
      client_secret: passwordClient.clientSecret,
      grant_types: ["password"],
    },
    ...projects.map((project) => ({
      ...machine,
      client_id: project.clientId,
      client_secret: project.clientSecret,
      grant_types: ["client_credentials"],
    })),
  ];
}

/**
 * Makes oidc-provider's handler, again at each change: its keys and clients are fixed at creation. Sessions survive.
 */
async function buildHandler(issuer: string, state: ProviderState) {
  const { provider, errors } = await quietly(async () => {
    const module = await import("oidc-provider");
    return { provider: new module.Provider(issuer, providerConfiguration(state)), errors: module.errors };
  });
  registerPasswordGrant(provider, errors, {
    resource: RESOURCE,
    resourceServer: () => gatewayResource(state),
    authenticate(username, password) {
      const account = authenticate(state, username, password);
      return account && { accountId: account.subject, scopes: account.scopes };
    },
  });
  const callback = provider.callback();
  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/interaction/")) {
      void handleInteraction(
        provider,
        state.accounts,
        (username, password) => authenticate(state, username, password),
        request,
        response,
      );
    } else {
      void callback(request, response);
    }
  };
}

function authenticate(state: ProviderState, username: string, password: string): Account | undefined {
  return state.accounts.find((account) => account.username === username && account.password === password);
}

/** Suppresses oidc-provider's notices, which are for those who run it in production. */
async function quietly<Result>(work: () => Promise<Result>): Promise<Result> {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

async function fetchToken(tokenUrl: string, form: Record<string, string>): Promise<string> {
  const response = await fetch(tokenUrl, { method: "POST", body: new URLSearchParams(form) });
  const body: unknown = await response.json();
  if (response.ok && typeof body === "object" && body !== null && "access_token" in body)
    return String(body.access_token);
  throw new Error(`The token endpoint answered ${response.status}: ${JSON.stringify(body)}`);
}

export type { Account, Project, SigningKey };
