import { createHash } from "node:crypto";
import { isObject } from "@/lib/is-object";
import { type CredentialAnswer, CredentialError, type CredentialPorts } from "../source";

/** A client as an authorization server knows it. */
export interface GrantClient {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** How it proves itself (RFC 7591 §2). */
  readonly method: "client_secret_basic" | "client_secret_post" | "none";
}

/** Where users are sent to sign in, and what they are asked for there. */
export interface SignInRequest {
  readonly authorizationUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly resource?: string | undefined;
  readonly state: string;
  readonly verifier: string;
  /** Whether the provider asks its users by its own rules, and `offline_access` makes it ask no more. */
  readonly isAskedByRules?: boolean;
}

/** The page of an authorization server where a user signs in, with PKCE (RFC 7636) and what for (RFC 8707). */
export function signInAddress(asked: SignInRequest): string {
  const url = new URL(asked.authorizationUrl);
  const scope = asked.scopes.join(" ");
  const given = {
    response_type: "code",
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    state: asked.state,
    code_challenge: createHash("sha256").update(asked.verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(scope !== "" && { scope }),
    ...(asked.resource !== undefined && { resource: asked.resource }),
    // OpenID Connect Core §11: without it, there is no refresh token.
    ...(asked.scopes.includes("offline_access") && asked.isAskedByRules !== true && { prompt: "consent" }),
  };
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
  return url.href;
}

/** Tokens as a token endpoint gave them (RFC 6749 §5.1). */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds; undefined: the answer does not say. */
  readonly lifeMs: number | undefined;
}

/** How a token endpoint has answered. */
export interface GrantAnswer {
  readonly status: number;
  /** Its `error`; undefined: none that can be read. */
  readonly error: string | undefined;
  readonly tokens: GrantedTokens | undefined;
  /** All members of the answer. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Asks a token endpoint as a client. @throws CredentialError without an answer */
export async function askGrant(
  ports: Pick<CredentialPorts, "ask">,
  client: GrantClient,
  form: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<GrantAnswer> {
  const { status, text } = await askAsClient(ports, client, client.tokenUrl, form, signal);
  const members = objectIn(text);
  const { error } = members;
  const isWord = typeof error === "string" && /^[a-z_]{1,60}$/.test(error);
  return { status, error: isWord ? error : undefined, tokens: status === 200 ? tokensIn(members) : undefined, members };
}

/** Sends a form to an address of an authorization server, as a client. @throws CredentialError without an answer */
async function askAsClient(
  ports: Pick<CredentialPorts, "ask">,
  { clientId, clientSecret, method }: GrantClient,
  url: string,
  form: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<CredentialAnswer> {
  const isBasic = method === "client_secret_basic" && clientSecret !== undefined;
  const own = {
    ...(!isBasic && { client_id: clientId }),
    ...(method === "client_secret_post" && { client_secret: clientSecret }),
  };
  const given = Object.entries({ ...form, ...own }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return ports.ask(
    {
      method: "POST",
      url,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
        ...(isBasic && { authorization: basic(clientId, clientSecret) }),
      },
      body: new URLSearchParams(given).toString(),
    },
    signal,
  );
}

/**
 * Revokes tokens at their authorization server (RFC 7009), the refresh token first. `url`: where it revokes tokens.
 * @throws CredentialError if it does not answer, or does not say that the first of them is revoked
 */
export async function revokeTokens(
  ports: Pick<CredentialPorts, "ask">,
  client: GrantClient,
  url: string,
  { accessToken, refreshToken }: Pick<GrantedTokens, "accessToken"> & { readonly refreshToken?: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const access = { token: accessToken, token_type_hint: "access_token" };
  const forms =
    refreshToken === undefined ? [access] : [{ token: refreshToken, token_type_hint: "refresh_token" }, access];
  for (const [index, form] of forms.entries()) {
    const { status } = await askAsClient(ports, client, url, form, signal);
    // Many revoke no access tokens of their own kind (RFC 7009 §2.2.1), which end with the refresh token or soon after.
    if (index === 0 && status !== 200)
      throw new CredentialError(`${new URL(url).hostname} revokes no token (${status})`);
  }
}

/** RFC 6749 §2.3.1: name and secret are form-encoded first. */
function basic(id: string, secret: string): string {
  const encoded = [id, secret].map((part) => new URLSearchParams([["", part]]).toString().slice(1));
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
}

/** Ten years: no time of the database is beyond its end. */
const LONGEST_SECONDS = 315_360_000;

function tokensIn(members: Readonly<Record<string, unknown>>): GrantedTokens | undefined {
  const { access_token: token, token_type: type, refresh_token: refresh, expires_in: seconds } = members;
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) return undefined;
  if (typeof type === "string" && type.toLowerCase() !== "bearer") return undefined;
  const life = Number(seconds ?? NaN);
  return {
    accessToken: token,
    refreshToken: typeof refresh === "string" && refresh !== "" ? refresh : undefined,
    lifeMs: Number.isFinite(life) && life >= 0 ? Math.min(life, LONGEST_SECONDS) * 1000 : undefined,
  };
}

/** The members of an answer; none: it is not an object in JSON. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The first member that differs from what an answer must have; undefined: it has all. A dot leads into an object. */
export function differingMember(
  members: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, string | number | boolean>>,
): string | undefined {
  return Object.keys(expected).find((path) => {
    let value: unknown = Object.hasOwn(members, path) ? { [path]: members[path] } : members;
    for (const name of Object.hasOwn(members, path) ? [path] : path.split("."))
      value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return value !== expected[path];
  });
}

/** Registers a client (RFC 7591). @throws CredentialError without one */
export async function registerClient(
  ports: Pick<CredentialPorts, "ask">,
  at: { readonly registrationUrl: string; readonly tokenUrl: string; readonly methods: readonly string[] },
  asked: { readonly redirectUri: string; readonly scopes: readonly string[]; readonly name: string },
  signal: AbortSignal,
): Promise<GrantClient> {
  const method = METHODS.find((one) => at.methods.includes(one)) ?? "client_secret_basic";
  const { hostname } = new URL(at.registrationUrl);
  const { status, text } = await ports.ask(
    {
      method: "POST",
      url: at.registrationUrl,
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({
        client_name: asked.name,
        redirect_uris: [asked.redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        application_type: /^http:\/\/(?:localhost|127\.|\[::1\])/.test(asked.redirectUri) ? "native" : "web",
        token_endpoint_auth_method: method,
        ...(asked.scopes.length > 0 && { scope: asked.scopes.join(" ") }),
      }),
    },
    signal,
  );
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: given } = objectIn(text);
  if ((status !== 200 && status !== 201) || typeof id !== "string" || id === "")
    throw new CredentialError(`${hostname} registers no client (${status})`);
  const clientSecret = typeof secret === "string" && secret !== "" ? secret : undefined;
  const named = METHODS.find((one) => one === given) ?? method;
  return { tokenUrl: at.tokenUrl, clientId: id, clientSecret, method: clientSecret === undefined ? "none" : named };
}

/** How a client may prove itself, the best first. */
const METHODS = ["client_secret_basic", "client_secret_post", "none"] as const;

/** How a client with or without a secret proves itself where these ways are offered. */
export function clientMethod(
  secret: string | undefined,
  offered: readonly string[] | undefined,
): GrantClient["method"] {
  if (secret === undefined) return "none";
  const isPostAlone = offered?.includes("client_secret_post") && !offered.includes("client_secret_basic");
  return isPostAlone ? "client_secret_post" : "client_secret_basic";
}
