import { boundedRequest } from "@/lib/auth/token/io/bounded-request";
import { otherIssuer } from "@/lib/auth/token/discovered-endpoints";
import { discoveryAddress, issuerOfDiscovery } from "@/lib/auth/token/discovery-address";
import { parseJsonBytes } from "@/lib/auth/token/json-object";
import { messageOf } from "@/lib/error-message";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { isConsoleIssuer } from "@/lib/settings/issuer-defaults";
import { addressFault } from "@/lib/settings/address-checks";
import { withoutTrailing } from "@/lib/without-trailing";

/** What a provider's discovery document says about logging in. */
export interface LoginProviderFacts {
  /** As the provider writes it into tokens. */
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly keys: string;
  /** The scopes that a login asks for. */
  readonly scopes: readonly string[];
  /** The provider's product or host, for the button. */
  readonly label: string;
}

/** How long the provider may take to answer, in milliseconds. */
export const LOGIN_TIMEOUT_MS = 5_000;
/** The longest answer that is read, in bytes. */
export const MOST_LOGIN_BYTES = 256 * 1024;

const BASIC_SCOPES = ["openid", "profile", "email"];
/** Scopes without which some providers leave out what makes an administrator. */
const SCOPES_OF_RIGHTS = ["groups", "roles"];

/** The products behind well-known addresses. */
const PRODUCTS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^https:\/\/login\.microsoftonline\.com\//, "Microsoft"],
  [/^https:\/\/sts\.windows\.net\//, "Microsoft"],
  [/^https:\/\/accounts\.google\.com/, "Google"],
  [/^https:\/\/[^/]+\.okta(?:preview|-emea)?\.com/, "Okta"],
  [/^https:\/\/[^/]+\.auth0\.com/, "Auth0"],
  [/^https:\/\/gitlab\.com/, "GitLab"],
  [/\/realms\/[^/]+\/?$/, "Keycloak"],
  [/\/application\/o\/[^/]+\/?$/, "authentik"],
];

/** Reads what a provider says about itself. @throws GatewayError invalid_request that says what is wrong */
export async function discoverLogin(
  { upstreams }: Pick<Services, "upstreams">,
  typed: string,
): Promise<LoginProviderFacts> {
  const issuer = issuerOfDiscovery(typed.trim()) ?? typed.trim();
  const url = discoveryAddress(issuer);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw fault("Write the issuer as an address, such as https://login.example.com/realms/main.");
  const suspicious = addressFault(issuer, []);
  if (suspicious) throw fault(`The issuer ${suspicious.message}: ${suspicious.fix}.`);
  return readDocument(await fetchDocument(upstreams, url), issuer, url);
}

async function fetchDocument(upstreams: Services["upstreams"], url: string): Promise<Uint8Array> {
  let answer;
  try {
    answer = await boundedRequest(url, {
      dispatcher: upstreams.pool(new URL(url).origin, LOGIN_TIMEOUT_MS),
      signal: AbortSignal.timeout(LOGIN_TIMEOUT_MS),
      limit: MOST_LOGIN_BYTES,
    });
  } catch (error) {
    throw fault(`The gateway cannot reach ${url}: ${messageOf(error)}. Check the address and the network.`);
  }
  if (answer.status === 200) return answer.body;
  throw fault(
    `${url} answered ${answer.status} instead of a discovery document. Copy the issuer from your provider, such as https://login.example.com/realms/main.`,
  );
}

function readDocument(body: Uint8Array, typed: string, url: string): LoginProviderFacts {
  const document = parseJsonBytes(body);
  if ("fault" in document) throw fault(`What ${url} answers ${document.fault}: this is not the issuer of a provider.`);
  const { value } = document;
  const { issuer } = value;
  if (typeof issuer !== "string" || !isConsoleIssuer(issuer, { consoleIssuer: typed })) {
    const message = otherIssuer(issuer, typed).message;
    throw fault(`This is not the issuer: ${message.replace(/\.?$/, ".")} Copy it exactly as your provider shows it.`);
  }
  return {
    issuer,
    authorization: endpoint(value, "authorization_endpoint", url),
    token: endpoint(value, "token_endpoint", url),
    keys: endpoint(value, "jwks_uri", url),
    scopes: [...BASIC_SCOPES, ...SCOPES_OF_RIGHTS.filter((scope) => isListed(value["scopes_supported"], scope))],
    label: labelOf(issuer),
  };
}

/** An endpoint must not lead from https to http, where anybody could read the secret. */
function endpoint(document: Readonly<Record<string, unknown>>, name: string, from: string): string {
  const value = document[name];
  if (typeof value !== "string" || !URL.canParse(value))
    throw fault(`The discovery document has no ${name}, so nobody can log in through this provider.`);
  const { protocol, href } = new URL(value);
  const isSafe = protocol === "https:" || (protocol === "http:" && new URL(from).protocol === "http:");
  if (!isSafe) throw fault(`The ${name} of the discovery document is not an https address.`);
  return href;
}

function isListed(list: unknown, name: string): boolean {
  return Array.isArray(list) && list.includes(name);
}

function labelOf(issuer: string): string {
  const product = PRODUCTS.find(([pattern]) => pattern.test(issuer))?.[1];
  return product ?? withoutTrailing(new URL(issuer).hostname, ".").slice(0, 60);
}

function fault(message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param: "issuer" });
}
