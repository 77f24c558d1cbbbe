import { createHash, randomBytes } from "node:crypto";
import { startProvider, type LocalProvider, type ProviderOptions } from "@/local/provider/provider";
import { returnFromProvider } from "@/testing/auth/sign-in-at-provider";
import { startTestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "./tool-server";

/** The address of the gateway where a test needs no other one. */
export const GATEWAY = "https://gateway.example";
/** Where the applications of tests take answers. */
export const BACK = "http://127.0.0.1:4711/back";

/** Two nodes that sign users in for applications, at a provider that registers none and refuses `resource`. */
export interface SigningInNodes {
  /** The gateway, as browsers and applications know it. */
  readonly address: string;
  readonly provider: LocalProvider;
  readonly server: ToolServer;
  readonly nodes: readonly [InProcessGateway, InProcessGateway];
  /** The settings of both nodes, with these of `mcp_oauth` on top of their own. */
  settings(oauth?: object): Parameters<InProcessGateway["configure"]>[0];
  /** Sends a request for the gateway to one node after the other, as a balancer does. */
  readonly fetch: (address: string | URL, init?: RequestInit) => Promise<Response>;
  stop(): Promise<void>;
}

export async function startSigningInNodes(options: ProviderOptions = {}, address = GATEWAY): Promise<SigningInNodes> {
  const [database, server, provider] = await Promise.all([
    startTestDatabase(),
    startToolServer(),
    startProvider({ consoleRedirectUris: [`${address}/authorize/return`], refusesResource: true, ...options }),
  ]);
  const { clientId, clientSecret } = provider.consoleClient;
  const settings: SigningInNodes["settings"] = (oauth = {}) => ({
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: {
        user_id_jwt_field: "sub",
        user_id_upsert: true,
        issuers: [
          {
            issuer: provider.issuer,
            audience: provider.audience,
            mcp_oauth: {
              client_id: clientId,
              client_secret: clientSecret,
              scopes: ["openid"],
              resource: "drop",
              ...oauth,
            },
          },
        ],
      },
      mcp_servers: { sums: { url: server.url, transport: "http", on_tool_change: "allow", allow_all_keys: true } },
    },
    environment: { NEXTAUTH_URL: address },
    log: { info() {}, warn() {}, error() {} },
  });
  const first = await startInProcessGateway(database.url, settings());
  const nodes = [first, await startInProcessGateway(database.url, settings())] as const;
  let turn = 0;
  return {
    address,
    provider,
    server,
    nodes,
    settings,
    fetch(to, init) {
      const url = String(to);
      if (!url.startsWith(address)) return fetch(url, init);
      return nodes[turn++ % 2 === 0 ? 0 : 1].send(url.slice(address.length), init);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all([server.stop(), provider.stop(), database.stop()]);
    },
  };
}

/** A browser, as far as it is known by its cookies at the gateway. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  constructor(private readonly at: Pick<SigningInNodes, "address" | "fetch" | "provider">) {}

  async go(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.at.fetch(address, {
      redirect: "manual",
      headers: { ...(cookie !== "" && { cookie }) },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const given of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Opens the page that asks the user. Answers what its form sends back. */
  async question(address: string): Promise<string> {
    const page = await (await this.go(address)).text();
    return /name="question" value="([^"]+)"/.exec(page)?.[1] ?? "";
  }

  /** Answers a page. Answers where it leads. */
  async answer(question: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const page = await this.go(`${this.at.address}/authorize`, { question, issuer: this.at.provider.issuer, ...more });
    const [, to = ""] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(await page.text()) ?? [];
    return to.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  }

  /** Allows the application what it asks for, and signs in at the provider. Answers the return to the gateway. */
  async signIn(address: string, username: string): Promise<string> {
    const page = await this.answer(await this.question(address));
    return (await returnFromProvider(this.at.provider, page, username)).href;
  }

  /** The same, to the end: what the application is answered. */
  async allow(address: string, username: string): Promise<URL> {
    const done = await this.go(await this.signIn(address, username));
    return new URL(done.headers.get("location") ?? "none:");
  }
}

/** What an application of its own making asks with. */
export class TestApplication {
  readonly verifier = randomBytes(32).toString("base64url");

  private constructor(
    private readonly at: Pick<SigningInNodes, "address" | "fetch">,
    readonly id: string,
  ) {}

  static async register(at: Pick<SigningInNodes, "address" | "fetch">, more: object = {}): Promise<TestApplication> {
    const said = { redirect_uris: [BACK], client_name: "An app", ...more };
    const answer = await at.fetch(`${at.address}/register`, { method: "POST", body: JSON.stringify(said) });
    const { client_id: id } = (await answer.json()) as { client_id: string };
    return new TestApplication(at, id);
  }

  /** The address where it sends its user. */
  address(more: Readonly<Record<string, string>> = {}): string {
    const asked = {
      response_type: "code",
      client_id: this.id,
      redirect_uri: BACK,
      state: "xyz",
      resource: `${this.at.address}/sums/mcp`,
      code_challenge: createHash("sha256").update(this.verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...more,
    };
    return `${this.at.address}/authorize?${new URLSearchParams(asked)}`;
  }

  /** Asks for tokens. */
  async token(form: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const body = new URLSearchParams({ client_id: this.id, ...form });
    const answer = await this.at.fetch(`${this.at.address}/token`, { method: "POST", body });
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  exchange(code: string, more: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> {
    const form = { grant_type: "authorization_code", code, redirect_uri: BACK, code_verifier: this.verifier, ...more };
    return this.token(form);
  }
}
