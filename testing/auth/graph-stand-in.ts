import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What speaks the part of Microsoft Graph and of its log-in that the gateway asks. */
export interface GraphStandIn {
  readonly url: string;
  /** The groups of each user, by object id. An absent user is 404, as at Graph. */
  readonly groups: Map<string, readonly string[]>;
  /** Every request: `POST /v1.0/users/…/getMemberObjects`. */
  readonly requests: string[];
  /** Answers every request with this status, if it is set. */
  failure: number | undefined;
  stop(): Promise<void>;
}

const CLIENT = { client_id: "app-1", client_secret: "graph-secret" };
const TOKEN = /^\/[0-9a-f-]{36}\/oauth2\/v2\.0\/token$/;
const MEMBERS = /^\/v1\.0\/users\/([0-9a-f-]{36})\/getMemberObjects$/;

/**
 * Starts one on a port of its own. The shapes are those of
 * https://learn.microsoft.com/graph/api/directoryobject-getmemberobjects and of the v2.0 token endpoint.
 */
export async function startGraphStandIn(): Promise<GraphStandIn> {
  const groups = new Map<string, readonly string[]>();
  const requests: string[] = [];
  const state: { failure: number | undefined } = { failure: undefined };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path = "", headers } = request;
    requests.push(`${method} ${path}`);
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const reply = (status: number, value: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
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
        ? reply(200, { token_type: "Bearer", expires_in: 3599, ext_expires_in: 3599, access_token: "graph-token" })
        : reply(401, { error: "invalid_client" });
    }
    const user = method === "POST" ? MEMBERS.exec(path)?.[1] : undefined;
    if (user === undefined) return reply(404, { error: { code: "ResourceNotFound" } });
    if (headers.authorization !== "Bearer graph-token")
      return reply(401, { error: { code: "InvalidAuthenticationToken" } });
    const value = groups.get(user);
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
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
