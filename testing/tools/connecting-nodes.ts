import type { Logger } from "@/lib/log";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase } from "@/testing/database/test-database";
import { LOGIN_VARIABLES } from "@/testing/gateway/console-session";
import { type Configured, startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "./tool-server";

/** Two nodes on one database, a tool server that knows users alone, and its authorization server. */
export interface ConnectingNodes {
  readonly provider: LocalProvider;
  readonly server: ToolServer;
  readonly nodes: readonly [InProcessGateway, InProcessGateway];
  /** Their database, and what another node on another one is started with. */
  readonly databaseUrl: string;
  readonly configured: Configured;
  /** The requests to the authorization server, as `POST /token`. */
  readonly asked: string[];
  /** The status with which it refuses every request for tokens, as `invalid_grant`; undefined: it refuses none. */
  failsTokens: number | undefined;
  /** Set: requests to revoke tokens are not answered until each of these is called. */
  heldRevocations: (() => void)[] | undefined;
  stop(): Promise<void>;
}

const SILENT: Logger = { info() {}, warn() {}, error() {} };

/** The people who can sign in at the authorization server. */
const PEOPLE = ["ada", "ben", "cleo"];

/** `address`: of the gateway, as browsers know it. */
export async function startConnectingNodes(address: string, log: Logger = SILENT): Promise<ConnectingNodes> {
  const [database, server, provider] = await Promise.all([
    startTestDatabase(),
    startToolServer(),
    startProvider({ registersClients: true }),
  ]);
  for (const username of PEOPLE) await provider.addAccount({ username });
  server.issuer = provider.issuer;
  const entry = {
    url: server.url,
    transport: "http",
    allow_all_keys: true,
    on_tool_change: "allow",
    auth_type: "oauth2",
    oauth2_flow: "authorization_code",
  };
  const configured = {
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true, admin_allowed_routes: ["management_routes"] },
      mcp_servers: { tickets: entry, other: { ...entry, alias: "elsewhere" } },
    },
    environment: {
      ...LOGIN_VARIABLES,
      NEXTAUTH_URL: address,
      JWT_AUDIENCE: "model-gateway",
      JWT_PUBLIC_KEY_URL: provider.jwksUrl,
    },
    log,
  };
  const first = await startInProcessGateway(database.url, configured);
  const nodes = [first, await startInProcessGateway(database.url, configured)] as const;
  const started: ConnectingNodes = {
    provider,
    server,
    nodes,
    databaseUrl: database.url,
    configured,
    asked: [],
    failsTokens: undefined,
    heldRevocations: undefined,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all([server.stop(), provider.stop(), database.stop()]);
    },
  };
  provider.intercept = (request, response) => {
    started.asked.push(`${request.method} ${request.url?.split("?")[0]}`);
    if (request.url === "/token/revocation" && started.heldRevocations) {
      started.heldRevocations.push(() => response.writeHead(503).end());
      return true;
    }
    if (request.url !== "/token" || started.failsTokens === undefined) return false;
    response.writeHead(started.failsTokens, { "content-type": "application/json" });
    response.end('{"error": "invalid_grant"}');
    return true;
  };
  return started;
}
