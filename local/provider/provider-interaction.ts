import type { IncomingMessage, ServerResponse } from "node:http";
import type OidcProvider from "oidc-provider";
import { loginPage, page } from "./provider-pages";
import type { Account } from "./provider-parties";

/** Serves the login page and handles its form. */
export async function handleInteraction(
  provider: OidcProvider,
  accounts: readonly Account[],
  authenticate: (username: string, password: string) => Account | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { uid, params } = await provider.interactionDetails(request, response);
    const action = `/interaction/${uid}`;
    if (request.url === `${action}/cancel`) {
      await provider.interactionFinished(request, response, {
        error: "access_denied",
        error_description: "the login was cancelled",
      });
      return;
    }
    const client = await provider.Client.find(String(params.client_id));
    const form = {
      client: client?.clientName ?? String(params.client_id),
      action,
      cancel: `${action}/cancel`,
      accounts,
    };
    if (request.method !== "POST") {
      send(response, 200, loginPage(form));
      return;
    }
    const typed = new URLSearchParams(await readText(request));
    const username = typed.get("username") ?? "";
    const account = authenticate(username, typed.get("password") ?? "");
    // Who signs in has consented, where the client insists on that.
    const consent = String(params.prompt ?? "").includes("consent") ? { consent: {} } : {};
    if (account)
      await provider.interactionFinished(request, response, { login: { accountId: account.subject }, ...consent });
    else send(response, 401, loginPage({ ...form, username, error: "The user name or the password is wrong." }));
  } catch {
    send(
      response,
      400,
      page("Error", "<h1>This login is over</h1><p>Go back to where you came from and log in again.</p>"),
    );
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 10_000) throw new Error("The form is too large");
  }
  return text;
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  });
  response.end(html);
}
