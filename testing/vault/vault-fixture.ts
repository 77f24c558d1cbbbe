import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** A Vault for tests. */
export interface VaultFixture {
  readonly address: string;
  /** The requests so far, such as "GET secret/data/app TOKEN". */
  readonly asked: string[];
  /** The secrets of `secret/` (version 2) and `kv1/` (version 1), by path. */
  readonly secrets: Map<string, Record<string, unknown>>;
  /** The accepted tokens; a login adds one. */
  readonly tokens: Set<string>;
  /** Whether tokens may ask for the KV version of a path. */
  tellsMounts: boolean;
  /** The answer to everything, in place of a normal one: a status, or nothing at all. */
  fault: number | "hangs" | undefined;
  stop(): Promise<void>;
}

/**
 * Starts a server that speaks the parts of Vault's API (KV version 1 and 2, Kubernetes login, mounts) that the gateway
 * uses, as Vault's documentation has them.
 */
export async function startVaultFixture(): Promise<VaultFixture> {
  let logins = 0;
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      if (status === 0) return;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const body: unknown = JSON.parse((await text(request)) || "{}");
    const path = decodeURIComponent((request.url ?? "").slice("/v1/".length));
    const token = String(request.headers["x-vault-token"] ?? "");
    fixture.asked.push(`${request.method} ${path} ${token}`.trim());
    if (fixture.fault === "hangs") return { status: 0, body: undefined };
    if (fixture.fault !== undefined) return { status: fixture.fault, body: { errors: ["the fixture fails"] } };
    if (path === "auth/kubernetes/login") {
      const isPod = JSON.stringify(body) === JSON.stringify({ role: "gateway", jwt: "a pod's token" });
      if (!isPod) return { status: 400, body: { errors: ["invalid role"] } };
      const issued = `login-${++logins}`;
      fixture.tokens.add(issued);
      return { status: 200, body: { auth: { client_token: issued, lease_duration: 3600, renewable: true } } };
    }
    if (!fixture.tokens.has(token)) return { status: 403, body: { errors: ["permission denied"] } };
    if (path === "auth/token/renew-self") return { status: 200, body: { auth: { client_token: token } } };
    const asked = /^sys\/internal\/ui\/mounts\/(\w+\/)/.exec(path)?.[1];
    if (asked !== undefined) {
      if (!fixture.tellsMounts) return { status: 403, body: { errors: ["preflight capability check returned 403"] } };
      return { status: 200, body: { data: { path: asked, options: { version: asked === "kv1/" ? "1" : "2" } } } };
    }
    const isVersioned = path.startsWith("secret/data/");
    const data = fixture.secrets.get(path.replace("secret/data/", "secret/"));
    if (data === undefined || (path.startsWith("secret/") && !isVersioned))
      return { status: 404, body: { errors: [] } };
    return { status: 200, body: { data: isVersioned ? { data, metadata: { version: 1 } } : data } };
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const fixture: VaultFixture = {
    address: `http://127.0.0.1:${port}`,
    asked: [],
    secrets: new Map(),
    tokens: new Set(["root"]),
    tellsMounts: true,
    fault: undefined,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return fixture;
}
