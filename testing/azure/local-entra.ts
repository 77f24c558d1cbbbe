import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A token that was asked for. `proof`: what an app proves itself with at the endpoint of its own identity. */
export interface AskedToken {
  readonly path: string;
  readonly proof: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

const TENANT = "contoso";
/** What the app `app` of the tenant `contoso` proves itself with. */
const SECRET = "right";
const ASSERTION = "assertion-of-the-pod";
/** What an app proves itself with where Azure hosts it. */
export const IDENTITY_HEADER = "of-the-app";
const SECONDS = 3600;
/** What Azure's own clients believe that they ask, since they insist on https. */
const AUTHORITY = `https://login.local/${TENANT}`;
const DISCOVERY = {
  issuer: `${AUTHORITY}/v2.0`,
  token_endpoint: `${AUTHORITY}/oauth2/v2.0/token`,
  authorization_endpoint: `${AUTHORITY}/oauth2/v2.0/authorize`,
};

/** Entra ID, and the endpoint of an app's own identity, as far as they check what they are asked. */
export class LocalEntra {
  readonly asked: AskedToken[] = [];
  url = "";
  readonly #server: Server = createServer((message, response) => {
    void textOf(message).then((text) => {
      const { status, said } = this.#answer(message, text);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
    });
  });

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(message: IncomingMessage, text: string): { status: number; said: object } {
    const { pathname, searchParams } = new URL(message.url ?? "/", "http://entra");
    if (pathname.endsWith("/.well-known/openid-configuration")) return { status: 200, said: DISCOVERY };
    const form = Object.fromEntries(message.method === "POST" ? new URLSearchParams(text) : searchParams);
    const header = message.headers["x-identity-header"];
    const proof = Array.isArray(header) ? header[0] : header;
    this.asked.push({ path: pathname, proof, form });
    const token = { access_token: `token-${this.asked.length}`, token_type: "Bearer" };
    if (pathname === "/MSI/token" && proof === IDENTITY_HEADER) {
      // learn.microsoft.com/azure/app-service/overview-managed-identity
      const end = Math.floor(Date.now() / 1000) + SECONDS;
      return { status: 200, said: { ...token, expires_on: String(end), resource: form["resource"] } };
    }
    if (pathname === `/${TENANT}/oauth2/v2.0/token` && isProof(form))
      return { status: 200, said: { ...token, expires_in: SECONDS } };
    const description = "AADSTS7000215: Invalid client secret provided.";
    return { status: 401, said: { error: "invalid_client", error_description: description } };
  }
}

function isProof(form: Readonly<Record<string, string>>): boolean {
  const isAssertion = form["client_assertion_type"] === "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  return form["client_secret"] === SECRET || (isAssertion && form["client_assertion"] === ASSERTION);
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of message.setEncoding("utf8")) text += String(chunk);
  return text;
}
