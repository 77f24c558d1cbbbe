import type { IssuerEntry } from "@/lib/config/schema";
import { nearestMiss } from "./differing-claim";
import { discoveryAddress } from "./discovery-address";
import { parseJsonBytes } from "./json-object";

/** What a discovery document says about asking its provider. */
export interface Endpoints {
  readonly introspection: string | undefined;
  readonly userinfo: string | undefined;
  /** Whether the client's secret goes into the form, because the provider takes no `Authorization: Basic`. */
  readonly secretInForm: boolean;
}

const WELL_KNOWN = "/.well-known/openid-configuration";

/** The address of an issuer's discovery document (OpenID Connect Discovery §4): its `jwks_url`, if that is one. */
export function discoveryAddressOf({ issuer, jwks_url: keys }: IssuerEntry): string {
  return keys?.endsWith(WELL_KNOWN) ? keys : discoveryAddress(issuer);
}

/**
 * Reads the endpoints of a discovery document. `from`: its address.
 * @throws Error that says what is wrong, without repeating any of the document
 */
export function readEndpoints(body: Uint8Array, issuer: string, from: string): Endpoints {
  const value = documentOf(body, issuer);
  const methods =
    value["introspection_endpoint_auth_methods_supported"] ?? value["token_endpoint_auth_methods_supported"];
  return {
    introspection: endpoint(value, "introspection_endpoint", from),
    userinfo: endpoint(value, "userinfo_endpoint", from),
    secretInForm:
      Array.isArray(methods) && methods.includes("client_secret_post") && !methods.includes("client_secret_basic"),
  };
}

/** Where a provider signs users in for a client. */
export interface SignInEndpoints {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** How clients may prove themselves; undefined: it does not say. */
  readonly methods: readonly string[] | undefined;
  /** Whether every one of its answers names it (RFC 9207). */
  readonly namesIssuer: boolean;
}

/**
 * Reads where a provider signs users in. `from`: the address of its discovery document.
 * @throws Error that says what is wrong, without repeating any of the document
 */
export function readSignInEndpoints(body: Uint8Array, issuer: string, from: string): SignInEndpoints {
  const value = documentOf(body, issuer);
  const authorizationUrl = endpoint(value, "authorization_endpoint", from);
  const tokenUrl = endpoint(value, "token_endpoint", from);
  if (authorizationUrl === undefined || tokenUrl === undefined)
    throw new Error("the discovery document does not say where users sign in");
  const methods = value["token_endpoint_auth_methods_supported"];
  return {
    authorizationUrl,
    tokenUrl,
    methods: Array.isArray(methods) ? methods.filter((one): one is string => typeof one === "string") : undefined,
    namesIssuer: value["authorization_response_iss_parameter_supported"] === true,
  };
}

/** @throws Error */
function documentOf(body: Uint8Array, issuer: string): Readonly<Record<string, unknown>> {
  const document = parseJsonBytes(body);
  if ("fault" in document) throw new Error(`the discovery document ${document.fault}`);
  const { value } = document;
  if (value["issuer"] !== issuer) throw otherIssuer(value["issuer"], issuer);
  return value;
}

/** A discovery document that is not the configured issuer's. The message says how near it is and repeats none of it. */
export function otherIssuer(named: unknown, issuer: string): Error {
  const miss = nearestMiss(typeof named === "string" ? [named] : [], [issuer]);
  return new Error(
    `the discovery document names another issuer than the configured one${miss && `.${miss.replace(/\.$/, "")}`}`,
  );
}

/** A document must not lead from https to http, where anybody could read the secret. */
function endpoint(document: Readonly<Record<string, unknown>>, name: string, from: string): string | undefined {
  const value = document[name];
  if (typeof value !== "string" || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  const isAllowed = protocol === "https:" || (protocol === "http:" && new URL(from).protocol === "http:");
  if (!isAllowed) throw new Error(`${name} is not an https address`);
  return href;
}
