import type { Keycloak } from "./keycloak";

export interface KeycloakRealm {
  readonly issuer: string;
  readonly consoleClient: { readonly clientId: string; readonly clientSecret: string };
  /** The password of a person is their user name. */
  readonly people: { readonly administrator: "ada"; readonly viewer: "vera"; readonly user: "sam" };
  /** A token of the project's service account. */
  projectToken(): Promise<string>;
  /** Signs with a new key of this algorithm from now on. The old keys stay in the key set until `withdrawOldKeys`. */
  rotateKeys(algorithm: KeycloakAlgorithm): Promise<void>;
  withdrawOldKeys(): Promise<void>;
  /** Lets a person log in, or stops it. Sessions that exist go on. */
  setEnabled(username: string, enabled: boolean): Promise<void>;
  /** Ends every session of a person, as *Sign out* in Keycloak's own console does. */
  logOut(username: string): Promise<void>;
  /** Changes attributes, and other fields, of the console's client. */
  changeConsoleClient(attributes: Record<string, string>, fields?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Gives the console's client a client scope as *Default* or *Optional*, or takes it away. */
  setConsoleScope(
    kind: "default" | "optional",
    scope: "model-gateway" | "gateway_proxy_admin",
    has: boolean,
  ): Promise<void>;
  remove(): Promise<void>;
}

/** Keycloak's providers of keys. */
const KEY_PROVIDERS = {
  RS256: { providerId: "rsa-generated", config: { algorithm: ["RS256"], keySize: ["2048"] } },
  PS256: { providerId: "rsa-generated", config: { algorithm: ["PS256"], keySize: ["2048"] } },
  ES256: { providerId: "ecdsa-generated", config: { ecdsaEllipticCurveKey: ["P-256"] } },
  EdDSA: { providerId: "eddsa-generated", config: { eddsaEllipticCurveKey: ["Ed25519"] } },
};
export type KeycloakAlgorithm = keyof typeof KEY_PROVIDERS;
const KEY_PROVIDER_TYPE = "org.keycloak.keys.KeyProvider";

const AUDIENCE = "model-gateway";
const CONSOLE = { clientId: "model-gateway-console", clientSecret: "the secret of the console" };
const PROJECT = { clientId: "team-app", clientSecret: "the secret of team-app" };
const ADMIN_SCOPE = "gateway_proxy_admin";

/** Makes the realm `acme` by the steps of docs/providers/keycloak.md. `gateway`: the address of the gateway. */
export async function createRealm({ url, administer }: Keycloak, gateway: string): Promise<KeycloakRealm> {
  const issuer = `${url}/realms/acme`;
  await administer("POST", "", {
    realm: "acme",
    enabled: true,
    // So short that a session needs a refresh while a test waits for it.
    accessTokenLifespan: 5,
    roles: { realm: [{ name: "gateway-admin" }, { name: "gateway-viewer" }] },
    users: [
      person("ada", "Ada", ["gateway-admin"]),
      person("vera", "Vera", ["gateway-viewer"]),
      person("sam", "Sam", []),
    ],
  });
  await addClientScopes(administer);
  await addClients(administer, gateway);

  const idOf = async (username: string): Promise<string> => {
    const [found] = (await administer("GET", `/acme/users?exact=true&username=${username}`)) as { id: string }[];
    return found?.id ?? "";
  };
  const consoleClient = async (): Promise<Client> => {
    const [found] = (await administer("GET", `/acme/clients?clientId=${CONSOLE.clientId}`)) as Client[];
    if (!found) throw new Error("Keycloak has no client of the console");
    return found;
  };
  return {
    issuer,
    consoleClient: CONSOLE,
    people: { administrator: "ada", viewer: "vera", user: "sam" },
    projectToken: () => projectToken(issuer),
    ...keyRotation(administer),
    async remove() {
      await administer("DELETE", "/acme");
    },
    async setEnabled(username, enabled) {
      await administer("PUT", `/acme/users/${await idOf(username)}`, { enabled });
    },
    async logOut(username) {
      await administer("POST", `/acme/users/${await idOf(username)}/logout`);
    },
    async changeConsoleClient(attributes, fields = {}) {
      const client = await consoleClient();
      await administer("PUT", `/acme/clients/${client.id}`, {
        ...client,
        ...fields,
        attributes: { ...client.attributes, ...attributes },
      });
    },
    async setConsoleScope(kind, scope, has) {
      const scopes = (await administer("GET", "/acme/client-scopes")) as { id: string; name: string }[];
      const { id } = scopes.find(({ name }) => name === scope) ?? { id: "" };
      const client = await consoleClient();
      await administer(has ? "PUT" : "DELETE", `/acme/clients/${client.id}/${kind}-client-scopes/${id}`);
    },
  };
}

/** The clients of the console and of a project. */
async function addClients(administer: Keycloak["administer"], gateway: string): Promise<void> {
  await administer("POST", "/acme/clients", {
    clientId: CONSOLE.clientId,
    secret: CONSOLE.clientSecret,
    standardFlowEnabled: true,
    redirectUris: [`${gateway}/api/auth/callback/oidc`],
    attributes: {
      "pkce.code.challenge.method": "S256",
      "backchannel.logout.url": `${gateway}/api/auth/backchannel-logout`,
      "backchannel.logout.session.required": "true",
    },
    defaultClientScopes: ["basic", "roles", "profile", "email", AUDIENCE],
    optionalClientScopes: [ADMIN_SCOPE],
  });
  await administer("POST", "/acme/clients", {
    clientId: PROJECT.clientId,
    secret: PROJECT.clientSecret,
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    attributes: { "access.token.lifespan": "300" },
    defaultClientScopes: ["basic", "roles", "service_account", AUDIENCE],
  });
}

async function projectToken(issuer: string): Promise<string> {
  const { clientId, clientSecret } = PROJECT;
  const answer = await fetch(`${issuer}/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const tokens = (await answer.json()) as { access_token?: string };
  if (tokens.access_token === undefined) throw new Error(`Keycloak gave no token: ${JSON.stringify(tokens)}`);
  return tokens.access_token;
}

/** Keys that follow one another. Keycloak signs with those of the highest priority. */
function keyRotation(administer: Keycloak["administer"]) {
  let rotations = 0;
  return {
    async rotateKeys(algorithm) {
      const { providerId, config } = KEY_PROVIDERS[algorithm];
      const priority = [String(200 + ++rotations)];
      const name = `rotation-${rotations}`;
      await administer("POST", "/acme/components", {
        name,
        providerId,
        providerType: KEY_PROVIDER_TYPE,
        config: { ...config, priority },
      });
      await administer("PUT", "/acme", { defaultSignatureAlgorithm: algorithm });
    },
    async withdrawOldKeys() {
      const components = (await administer("GET", `/acme/components?type=${KEY_PROVIDER_TYPE}`)) as Component[];
      const old = components.filter(
        ({ name, providerId }) => isSigning(providerId) && name !== `rotation-${rotations}`,
      );
      for (const { id } of old) await administer("DELETE", `/acme/components/${id}`);
    },
  } satisfies Partial<KeycloakRealm>;
}

interface Component {
  readonly id: string;
  readonly name: string;
  readonly providerId: string;
}
interface Client {
  readonly id: string;
  readonly attributes: Record<string, string>;
}

function isSigning(providerId: string): boolean {
  return Object.values(KEY_PROVIDERS).some((provider) => provider.providerId === providerId);
}

function person(username: string, firstName: string, realmRoles: readonly string[]) {
  return {
    username,
    firstName,
    lastName: "Example",
    email: `${username}@example.com`,
    emailVerified: true,
    enabled: true,
    realmRoles,
    credentials: [{ type: "password", value: username }],
  };
}

/** The audience for every client, and the scope of administrators, which only people with the role get. */
async function addClientScopes(administer: Keycloak["administer"]): Promise<void> {
  const common = { protocol: "openid-connect" };
  await administer("POST", "/acme/client-scopes", {
    ...common,
    name: AUDIENCE,
    attributes: { "include.in.token.scope": "false" },
    protocolMappers: [
      {
        ...common,
        name: "audience",
        protocolMapper: "oidc-audience-mapper",
        config: { "included.custom.audience": AUDIENCE, "access.token.claim": "true" },
      },
    ],
  });
  await administer("POST", "/acme/client-scopes", {
    ...common,
    name: ADMIN_SCOPE,
    attributes: { "include.in.token.scope": "true" },
  });
  const scopes = (await administer("GET", "/acme/client-scopes")) as { id: string; name: string }[];
  const role = await administer("GET", "/acme/roles/gateway-admin");
  for (const { id, name } of scopes)
    if (name === ADMIN_SCOPE) await administer("POST", `/acme/client-scopes/${id}/scope-mappings/realm`, [role]);
}
