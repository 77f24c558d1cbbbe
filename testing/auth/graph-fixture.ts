import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that speaks the part of Microsoft Graph and of its login that the gateway uses. */
export interface GraphFixture {
  readonly url: string;
  /** The groups of each user, by object id. An absent user is 404, as at Graph. */
  readonly groups: Map<string, readonly string[]>;
  /** Every request: `POST /v1.0/users/…/getMemberObjects`. */
  readonly requests: string[];
  /** Answers every request with this status, if it is set. */
  failure: number | undefined;
  /** Refuses questions about groups with 429 and this `Retry-After` in seconds, if it is set. */
  throttledFor: number | undefined;
  /** From now on, tokens that were given before are refused. */
  revokeTokens(): void;
  stop(): Promise<void>;
}

/** Beyond this, Microsoft Graph lists none. */
const MOST_GROUPS = 11_000;
const CLIENT = { client_id: "app-1", client_secret: "graph-secret" };
const TOKEN = /^\/[0-9a-f-]{36}\/oauth2\/v2\.0\/token$/;
const MEMBERS = /^\/v1\.0\/users\/([0-9a-f-]{36})\/getMemberObjects$/;

/**
 * Starts a fixture on a port of its own. The shapes are those of
 * https://learn.microsoft.com/graph/api/directoryobject-getmemberobjects and of the v2.0 token endpoint.
 */
export async function startGraphFixture(): Promise<GraphFixture> {
  const groups = new Map<string, readonly string[]>();
  const requests: string[] = [];
  const state: { failure: number | undefined; throttledFor: number | undefined } = {
    failure: undefined,
    throttledFor: undefined,
  };
  let revocations = 0;
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path = "", headers } = request;
    requests.push(`${method} ${path}`);
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const reply = (status: number, value: unknown, more: Record<string, string> = {}): void => {
      response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(value));
    };
    if (state.failure !== undefined) return reply(state.failure, { error: { code: "ServiceNotAvailable" } });
    if (method === "POST" && TOKEN.test(path)) {
      const form = Object.fromEntries(new URLSearchParams(body));
      const isRight =
        form["grant_type"] === "client_credentials" &&
        form["client_id"] === CLIENT.client_id &&
        form["client_secret"] === CLIENT.client_secret &&
        form["scope"] === `${url}/.default`;
      return isRight
        ? reply(200, {
            token_type: "Bearer",
            expires_in: 3599,
            ext_expires_in: 3599,
            access_token: `graph-token-${revocations}`,
          })
        : reply(401, { error: "invalid_client" });
    }
    const user = method === "POST" ? MEMBERS.exec(path)?.[1] : undefined;
    if (user === undefined) return reply(404, { error: { code: "ResourceNotFound" } });
    if (headers.authorization !== `Bearer graph-token-${revocations}`)
      return reply(401, { error: { code: "InvalidAuthenticationToken" } });
    if (state.throttledFor !== undefined)
      return reply(429, { error: { code: "TooManyRequests" } }, { "retry-after": String(state.throttledFor) });
    if (typeof parsed(body)?.["securityEnabledOnly"] !== "boolean")
      return reply(400, { error: { code: "Request_BadRequest" } });
    const value = groups.get(user);
    if (value !== undefined && value.length > MOST_GROUPS)
      return reply(400, { error: { code: "Directory_ResultSizeLimitExceeded" } });
    return value === undefined
      ? reply(404, { error: { code: "Request_ResourceNotFound" } })
      : reply(200, { "@odata.context": `${url}/v1.0/$metadata#Collection(Edm.String)`, value });
  }

  return {
    url,
    groups,
    requests,
    get failure() {
      return state.failure;
    },
    set failure(status) {
      state.failure = status;
    },
    get throttledFor() {
      return state.throttledFor;
    },
    set throttledFor(seconds) {
      state.throttledFor = seconds;
    },
    revokeTokens: () => void revocations++,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
