import { textParts } from "@/lib/hidden-text";
import { isObject } from "@/lib/is-object";
import { redirectFault } from "./redirects";

/** What an application says about itself. Nobody has checked any of it. */
export interface DescribedApplication {
  /** Undefined: it has none that can be shown. */
  readonly name: string | undefined;
  readonly redirects: readonly string[];
}

/** An application that asks for tokens of users. */
export interface Application extends DescribedApplication {
  readonly id: string;
  /** Where its document lies, by which it is known; undefined: it has registered itself. */
  readonly document: string | undefined;
}

/** Why an application is not taken, in the words of RFC 7591 §3.2.2. */
export interface ApplicationFault {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  readonly text: string;
}

const MOST_REDIRECTS = 10;
const LONGEST_NAME = 80;

/** Reads what an application registers with, or has in its document (RFC 7591 §2). */
export function describedApplication(value: unknown): DescribedApplication | ApplicationFault {
  if (!isObject(value)) return { error: "invalid_client_metadata", text: "It is not an object in JSON." };
  const { redirect_uris: redirects, grant_types: grants, response_types: responses, client_name: name } = value;
  if (!isTexts(redirects) || redirects.length === 0 || redirects.length > MOST_REDIRECTS)
    return { error: "invalid_redirect_uri", text: `redirect_uris must be a list of 1 to ${MOST_REDIRECTS} addresses.` };
  for (const address of redirects) {
    const fault = redirectFault(address);
    if (fault !== undefined) return { error: "invalid_redirect_uri", text: `An address of redirect_uris ${fault}.` };
  }
  if (grants !== undefined && !(isTexts(grants) && grants.includes("authorization_code")))
    return { error: "invalid_client_metadata", text: "grant_types must contain authorization_code." };
  if (responses !== undefined && !(isTexts(responses) && responses.includes("code")))
    return { error: "invalid_client_metadata", text: "response_types must contain code." };
  return { name: typeof name === "string" ? shownName(name) : undefined, redirects: [...new Set(redirects)] };
}

/** A name without what nobody sees, on one line. */
function shownName(name: string): string | undefined {
  const seen = textParts(name.slice(0, 1_000))
    .filter(({ isHidden }) => !isHidden)
    .map(({ text }) => text)
    .join("");
  const line = [...seen.replaceAll(/\s+/g, " ").trim()].slice(0, LONGEST_NAME).join("");
  return line === "" ? undefined : line;
}

/** Reads the document at an address, which an application has for its id. */
export function documentedApplication(address: string, text: string): Application | ApplicationFault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: "invalid_client_metadata", text: "The document of the application is not JSON." };
  }
  if (!isObject(value) || value["client_id"] !== address)
    return { error: "invalid_client_metadata", text: "The document of the application is about another one." };
  const { token_endpoint_auth_method: method = "none" } = value;
  // The gateway would have to check that proof at each of its nodes; PKCE binds the code to who has asked for it.
  if (method !== "none" || value["client_secret"] !== undefined)
    return {
      error: "invalid_client_metadata",
      text: "The document of the application says that it proves itself, and only applications without a secret are served.",
    };
  const described = describedApplication(value);
  return "error" in described ? described : { ...described, id: address, document: address };
}

/** Where the document of an application lies, if its id is such an address. */
export function documentAddress(id: string): string | undefined {
  if (!id.startsWith("https://") || id.length > 500 || !URL.canParse(id) || !/^[\x21-\x7e]+$/.test(id))
    return undefined;
  const { href, username, password, pathname } = new URL(id);
  // The same address could be written in two ways otherwise, and dots lead to another path.
  if (href !== id || username !== "" || password !== "" || pathname === "/" || id.includes("#")) return undefined;
  return id;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
