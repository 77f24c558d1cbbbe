import { signInAddress } from "@/lib/credentials/oauth/code-grant";
import { CredentialError } from "@/lib/credentials/source";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { isToolPath } from "@/lib/mcp/tool-paths";
import { decideAuthorize, decideReturn, printOf, type Sent } from "@/lib/mcp/sign-in/decide";
import { recipientOf, withParameters } from "@/lib/mcp/sign-in/redirects";
import type { BegunSignIn, WantedSignIn } from "@/lib/mcp/sign-in/sealed-parts";
import type { Services } from "../../services";
import { gatewayAddress } from "../protected-resource";
import { findApplication } from "./applications";
import { browserMark, markCookie } from "./browser-mark";
import { onwardPage, questionPage, refusalPage } from "./page";
import { openPart, sealPart } from "./sealing";
import { findProvider, requiredEntries, type SignInEntry } from "./sign-in-provider";

type SignInServices = Pick<
  Services,
  "environment" | "settings" | "secrets" | "credentials" | "readPublic" | "now" | "newId" | "log"
>;

/** For how long a user may look at the page, or sign in. */
const PATIENCE_MS = 600_000;
/** For how long an application may take to fetch its tokens. Providers' own codes rarely live longer. */
const CODE_MS = 60_000;
/** Where providers send users back to, behind the address of the gateway. */
const RETURN_PATH = "/authorize/return";

/**
 * `GET /authorize`: asks the user whether an application may use tools. Whatever is wrong is told on a page of the
 * gateway, so that nobody is led anywhere before they have agreed.
 * @throws GatewayError not_found without an issuer for it
 */
export async function askUser(services: SignInServices, request: ApiRequest, sent: Sent): Promise<ApiReply> {
  const { environment, settings, secrets, now, newId } = services;
  const entries = requiredEntries(settings.current());
  const application = await findApplication(services, sent["client_id"]);
  if (application && "error" in application) return refusalPage(application.text);
  const address = gatewayAddress(environment, request);
  const wanted = decideAuthorize(sent, application, (resource) => isOwn(address, resource));
  if ("refused" in wanted || !application) return refusalPage("refused" in wanted ? wanted.refused : "");
  const mark = browserMark(request, address) ?? `${newId()}${newId()}`;
  const question = { wanted, browser: printOf(mark), until: now() + PATIENCE_MS };
  return questionPage(
    {
      name: application.name,
      describedAt: application.document && new URL(application.document).host,
      recipient: recipientOf(wanted.redirect),
      host: new URL(address).host,
      providers: entries.map(({ issuer }) => ({ issuer, host: hostOf(issuer) })),
      action: `${environment.basePath}/authorize`,
      sealed: sealPart(secrets, "question", question),
    },
    { "set-cookie": markCookie(mark, address, PATIENCE_MS) },
  );
}

/** `POST /authorize`: what the user has answered. */
export async function takeAnswer(services: SignInServices, request: ApiRequest, sent: Sent): Promise<ApiReply> {
  const { environment, settings, secrets, now } = services;
  const entries = requiredEntries(settings.current());
  const question = openPart(secrets, "question", sent["question"]);
  const address = gatewayAddress(environment, request);
  const mark = browserMark(request, address);
  if (!question || question.until < now() || mark === undefined || printOf(mark) !== question.browser)
    return refusalPage("This page is too old, or comes from another browser. Begin the sign-in again.");
  const { wanted, browser } = question;
  if (sent["answer"] === "deny")
    return onwardPage("Nothing is allowed", answerFor(wanted, address, { error: "access_denied" }));
  const entry = entries.find(({ issuer }) => issuer === sent["issuer"]);
  if (!entry) return refusalPage("The provider is not one of this gateway any more. Begin the sign-in again.");
  try {
    return onwardPage(
      `Sign in at ${hostOf(entry.issuer)}`,
      await providerPage(services, entry, { wanted, browser, address }),
    );
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    services.log.warn("tools.sign_in_failed", { issuer: entry.issuer, reason: error.message });
    return refusalPage("The provider cannot be asked at the moment. Try again later, or tell an administrator.", 502);
  }
}

/** The page of the provider where the user signs in. @throws CredentialError */
async function providerPage(
  services: SignInServices,
  entry: SignInEntry,
  { wanted, browser, address }: Pick<BegunSignIn, "wanted" | "browser" | "address">,
): Promise<string> {
  const { secrets, now, newId } = services;
  const { endpoints, client } = await findProvider(services, entry);
  const { scopes, resource } = entry.mcp_oauth;
  const verifier = `${newId()}${newId()}`;
  const begun: BegunSignIn = {
    wanted,
    browser,
    until: now() + PATIENCE_MS,
    issuer: entry.issuer,
    namesIssuer: endpoints.namesIssuer,
    verifier,
    address,
  };
  return signInAddress({
    authorizationUrl: endpoints.authorizationUrl,
    clientId: client.clientId,
    redirectUri: returnAddress(address),
    scopes: scopes.length > 0 ? scopes : wanted.scope.split(" ").filter(Boolean),
    resource: resource === "send" ? wanted.resource : undefined,
    state: sealPart(secrets, "begun", begun),
    verifier,
    isAskedByRules: true,
  });
}

/** `GET /authorize/return`: sends the application a code, once the provider has signed its user in. */
export async function returnToApplication(
  { environment, secrets, now }: SignInServices,
  request: ApiRequest,
  sent: Sent,
): Promise<ApiReply> {
  const begun = openPart(secrets, "begun", sent["state"]);
  const browser = browserMark(request, gatewayAddress(environment, request));
  const returned = decideReturn(sent, { begun, browser, now: now() });
  if ("refused" in returned) return refusalPage(returned.refused);
  const { wanted, issuer, verifier, address } = returned.begun;
  if ("error" in returned) return redirect(answerFor(wanted, address, { error: returned.error }));
  const { state: _, scope: __, ...bound } = wanted;
  const given = { ...bound, until: now() + CODE_MS, issuer, code: returned.code, verifier, address };
  return redirect(answerFor(wanted, address, { code: sealPart(secrets, "code", given) }));
}

/** The address of the gateway's own return, as the provider knows it. */
export function returnAddress(address: string): string {
  return address + RETURN_PATH;
}

/** Where an application gets an answer, which names the gateway (RFC 9207). */
function answerFor(
  { redirect: to, state }: WantedSignIn,
  address: string,
  answer: { readonly code: string } | { readonly error: string },
): string {
  return withParameters(to, { ...answer, state, iss: address });
}

function redirect(location: string): ApiReply {
  return {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    body: "",
  };
}

/** Whether tokens for an address are tokens for this gateway: its own address, or one of its tools. */
function isOwn(address: string, resource: string): boolean {
  if (resource === address || resource === `${address}/`) return true;
  return resource.startsWith(`${address}/`) && isToolPath(resource.slice(address.length));
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
