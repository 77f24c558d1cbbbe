import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Keycloak } from "./keycloak";

/** A client of Keycloak with a secret. */
export interface ShapeClient {
  readonly realm: string;
  readonly clientId: string;
  readonly secret: string;
}

/** Makes what tokens of a Keycloak get their shapes from, as its own administration does. */
export interface KeycloakShapes {
  /**
   * A client with a secret, a service account and the password grant. Its tokens have the audience of the gateway
   * unless it says otherwise.
   */
  client(
    realm: string,
    clientId: string,
    more?: {
      readonly audience?: false;
      readonly attributes?: Readonly<Record<string, string>>;
      readonly scopes?: readonly string[];
      readonly optional?: readonly string[];
      readonly mappers?: readonly Mapper[];
    },
  ): Promise<ShapeClient>;
  /** An enabled person whose password is their name. */
  person(realm: string, username: string, more?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Gives a person, or the service account of a client, a role of the realm. */
  grantRole(realm: string, username: string, role: string): Promise<void>;
  /** Makes a role of a client and gives it to a person. */
  grantClientRole(client: ShapeClient, username: string, role: string): Promise<void>;
  /** Makes a client scope that nobody's role limits. */
  openScope(realm: string, name: string): Promise<void>;
  /** Changes the configuration of a mapper of a client scope. */
  changeMapper(realm: string, scope: string, mapper: string, config: Readonly<Record<string, string>>): Promise<void>;
  /** Makes a group, below another one by its path, and puts people into it. */
  group(realm: string, name: string, parent: string | undefined, people: readonly string[]): Promise<void>;
  /** An organisation with its members. */
  organization(realm: string, name: string, people: readonly string[]): Promise<void>;
  /** An access token for a person, by the password grant. */
  tokenOf(client: ShapeClient, username: string, scope?: string): Promise<string>;
  /** An access token of the service account. `host`: the name by which Keycloak is asked; `isBound`: by DPoP. */
  machineToken(client: ShapeClient, more?: { readonly host?: string; readonly isBound?: true }): Promise<string>;
}

type Mapper = Readonly<Record<string, unknown>>;
const WRITTEN = { "access.token.claim": "true", "introspection.token.claim": "true" };
interface Named {
  readonly id: string;
  readonly name: string;
}

/** The mapper that gives access tokens the audience of the gateway. */
export function audienceMapper(more: Readonly<Record<string, string>> = {}): Mapper {
  return mapperOf("audience", "oidc-audience-mapper", { "included.custom.audience": "model-gateway", ...more });
}

/** A mapper that writes into access tokens and introspection responses. */
export function mapperOf(name: string, protocolMapper: string, config: Readonly<Record<string, string>>): Mapper {
  return { name, protocol: "openid-connect", protocolMapper, config: { ...WRITTEN, ...config } };
}

export function keycloakShapes({ url, administer }: Keycloak): KeycloakShapes {
  const { get, scopeId } = finders(administer);
  return {
    async client(realm, clientId, { audience, attributes = {}, scopes = [], optional = [], mappers = [] } = {}) {
      const secret = `the secret of ${clientId}`;
      await administer("POST", `/${realm}/clients`, {
        clientId,
        secret,
        serviceAccountsEnabled: true,
        directAccessGrantsEnabled: true,
        attributes: { "access.token.lifespan": "600", ...attributes },
        defaultClientScopes: ["basic", "roles", "profile", "email", "service_account", ...scopes],
        optionalClientScopes: optional,
        protocolMappers: [...(audience === false ? [] : [audienceMapper()]), ...mappers],
      });
      return { realm, clientId, secret };
    },
    async openScope(realm, name) {
      const attributes = { "include.in.token.scope": "true" };
      await administer("POST", `/${realm}/client-scopes`, { name, protocol: "openid-connect", attributes });
    },
    async changeMapper(realm, scope, mapper, config) {
      const models = `/${realm}/client-scopes/${await scopeId(realm, scope)}/protocol-mappers/models`;
      const found = (await get(models)).find(({ name }) => name === mapper) as (Named & { config: object }) | undefined;
      if (!found) throw new Error(`Keycloak has no mapper ${mapper}`);
      await administer("PUT", `${models}/${found.id}`, { ...found, config: { ...found.config, ...config } });
    },
    ...peopleOf(administer),
    tokenOf: (client, username, scope = "openid") =>
      ask(url, client, { grant_type: "password", username, password: username, scope }),
    machineToken: (client, more) => ask(url, client, { grant_type: "client_credentials" }, more),
  };
}

/** Makes people and groups, and gives them roles. */
function peopleOf(administer: Keycloak["administer"]) {
  const { get, userId, clientKey } = finders(administer);
  return {
    async person(realm, username, more = {}) {
      await administer("POST", `/${realm}/users`, {
        username,
        firstName: username,
        lastName: "Example",
        email: `${username}@example.com`,
        emailVerified: true,
        enabled: true,
        credentials: [{ type: "password", value: username }],
        ...more,
      });
    },
    async grantRole(realm, username, role) {
      const granted = await administer("GET", `/${realm}/roles/${role}`);
      await administer("POST", `/${realm}/users/${await userId(realm, username)}/role-mappings/realm`, [granted]);
    },
    async grantClientRole(client, username, role) {
      const { realm } = client;
      const key = await clientKey(client);
      await administer("POST", `/${realm}/clients/${key}/roles`, { name: role });
      const granted = await administer("GET", `/${realm}/clients/${key}/roles/${role}`);
      const id = await userId(realm, username);
      await administer("POST", `/${realm}/users/${id}/role-mappings/clients/${key}`, [granted]);
    },
    async group(realm, name, parent, people) {
      const above = parent && ((await administer("GET", `/${realm}/group-by-path/${parent}`)) as Named);
      await administer("POST", above ? `/${realm}/groups/${above.id}/children` : `/${realm}/groups`, { name });
      const made = (await administer("GET", `/${realm}/group-by-path/${parent ? `${parent}/` : ""}${name}`)) as Named;
      for (const one of people)
        await administer("PUT", `/${realm}/users/${await userId(realm, one)}/groups/${made.id}`);
    },
    async organization(realm, name, people) {
      const domains = [{ name: `${name}.example` }];
      await administer("POST", `/${realm}/organizations`, { name, alias: name, domains });
      const id = idIn(await get(`/${realm}/organizations`), name);
      for (const one of people)
        await administer("POST", `/${realm}/organizations/${id}/members`, await userId(realm, one));
    },
  } satisfies Partial<KeycloakShapes>;
}

/** Finds the ids that Keycloak has given to things with names. */
function finders(administer: Keycloak["administer"]) {
  const get = async (path: string): Promise<Named[]> => (await administer("GET", path)) as Named[];
  const scopeId = async (realm: string, name: string): Promise<string> =>
    idIn(await get(`/${realm}/client-scopes`), name);
  const userId = async (realm: string, username: string): Promise<string> => {
    const [found] = await get(`/${realm}/users?exact=true&username=${username}`);
    if (!found) throw new Error(`Keycloak has no user ${username}`);
    return found.id;
  };
  const clientKey = async ({ realm, clientId }: ShapeClient): Promise<string> => {
    const [found] = await get(`/${realm}/clients?clientId=${clientId}`);
    if (!found) throw new Error(`Keycloak has no client ${clientId}`);
    return found.id;
  };
  return { get, scopeId, userId, clientKey };
}

/** Asks for an access token. `host`: the name by which Keycloak is asked. */
async function ask(
  url: string,
  { realm, clientId, secret }: ShapeClient,
  form: Readonly<Record<string, string>>,
  { host = new URL(url).hostname, isBound = false } = {},
): Promise<string> {
  const address = new URL(`${url}/realms/${realm}/protocol/openid-connect/token`);
  address.hostname = host;
  const answer = await fetch(address, {
    method: "POST",
    headers: isBound ? { dpop: await proofFor(address.href) } : {},
    body: new URLSearchParams({ client_id: clientId, client_secret: secret, ...form }),
  });
  const tokens = (await answer.json()) as { access_token?: string };
  if (tokens.access_token === undefined) throw new Error(`Keycloak gave no token: ${JSON.stringify(tokens)}`);
  return tokens.access_token;
}

function idIn(all: readonly Named[], name: string): string {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`Keycloak has no ${name}`);
  return found.id;
}

/** A proof of possession for a POST (RFC 9449 §4.2). */
async function proofFor(address: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  return await new SignJWT({ jti: crypto.randomUUID(), htm: "POST", htu: address })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: await exportJWK(publicKey) })
    .setIssuedAt()
    .sign(privateKey);
}
