import { createHash } from "node:crypto";
import type { ListChange } from "@/lib/mcp/list-changes";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import { isFault } from "@/lib/auth/identify";
import { GatewayError } from "@/lib/errors";
import { listenToServer } from "./server-ear";
import { listingFor, stateOf, type Conversation } from "../tools/conversation";
import { judgedTools } from "../tools/judged-tools";
import { listTools } from "../tools/list-entries";
import { authenticate } from "../request/authenticate";
import { openTools } from "../tools/open-tools";
import { ownAudiences } from "../tools/own-audiences";
import { toolTokenFault } from "../tools/token-fault";
import type { ServerState } from "../tools/server-state";
import { toolAddress } from "../tools/tool-address";

/** What a subscription has to say next. */
export type Heard =
  | { readonly kind: "changed"; readonly lists: readonly ListChange[] }
  /** Nothing has changed for a while: a sign of life keeps proxies from closing the stream. */
  | { readonly kind: "silence" }
  /** `error`: why the caller may listen no more; undefined: the gateway stops. */
  | { readonly kind: "over"; readonly error: GatewayError | undefined };

/**
 * After that many milliseconds of silence there is a sign of life, and a look at what nobody tells: a credential ends
 * by itself, and some servers have no stream.
 */
const SILENCE_MS = 15_000;

/**
 * One caller's subscription to the lists of an address. The caller hears of a list of tools exactly when it would be
 * another one: whatever has changed it, a server, an administrator, or a right of the caller.
 */
export class Subscription {
  readonly #ears = new Map<ServerState, () => void>();
  readonly #changed = new Set<ListChange>();
  readonly #stale = new Set<ServerState>();
  readonly #leaving: (() => void)[];
  #print: string | undefined;
  #mustLook = true;
  #isClosed = false;
  #end: { readonly error: GatewayError | undefined } | undefined;
  #wake = new AbortController();

  constructor(
    private conversation: Conversation,
    private readonly wanted: ReadonlySet<ListChange>,
  ) {
    const { services, request } = conversation;
    this.#leaving = [
      services.toolServers.changes.add(() => this.#look()),
      services.shutdown.onBegin(() => this.end(undefined)),
    ];
    // The stream may never have been read, so nobody else may close it.
    request.onGone(() => {
      this.end(undefined);
      this.close();
    });
  }

  /** Looks for the first time: what changes from now on is told. @throws nothing: the caller is told by `next` */
  async begin(): Promise<void> {
    await this.#lookAgain();
  }

  /** Ends it, with what its caller is told. */
  end(error: GatewayError | undefined): void {
    this.#end ??= { error };
    this.#wake.abort();
  }

  close(): void {
    this.#isClosed = true;
    for (const leave of [...this.#leaving, ...this.#ears.values()]) leave();
    this.#ears.clear();
  }

  /** Waits for what there is to say. */
  async next(): Promise<Heard> {
    const { services } = this.conversation;
    const silentAt = services.now() + SILENCE_MS;
    for (;;) {
      if (this.#mustLook) await this.#lookAgain();
      if (this.#end) return { kind: "over", error: this.#end.error };
      if (this.#changed.size > 0) {
        const lists = [...this.#changed];
        this.#changed.clear();
        return { kind: "changed", lists };
      }
      const left = silentAt - services.now();
      if (left <= 0) {
        this.#mustLook = true;
        return { kind: "silence" };
      }
      await services.wait(left, this.#wake.signal);
      if (!this.#end) this.#wake = new AbortController();
    }
  }

  #look(): void {
    this.#mustLook = true;
    this.#wake.abort();
  }

  /** Whether the caller may still listen, and what it sees now. What cannot be told now is told by the next look. */
  async #lookAgain(): Promise<void> {
    this.#mustLook = false;
    try {
      await this.#admitAgain();
      const servers = await this.#followServers();
      if (this.wanted.has("toolsListChanged")) await this.#compareTools(servers);
    } catch (error) {
      if (error instanceof GatewayError && error.status < 500) this.end(error);
    }
  }

  /** @throws GatewayError when the caller would be refused by now */
  async #admitAgain(): Promise<void> {
    const { services, caller, request, named } = this.conversation;
    const { access } = caller;
    // The credential itself may have ended, or a key may have become another one.
    const own = () => ownAudiences(services.environment, [request.path]);
    const token = await authenticate(services, request, own);
    const { identity, facts, decision } = await services.evaluate(token, access);
    if (!decision.allow) throw new GatewayError(decision.code, decision.message);
    if (isFault(identity)) throw new GatewayError("internal_error", "The caller has no identity.");
    const settings = services.settings.current();
    const refused = toolTokenFault(identity, token.kind === "jwt" ? token.claims : undefined, settings, own);
    if (refused) throw new GatewayError(refused.code, refused.message);
    const address = toolAddress(settings, named, request.headers["x-mcp-servers"]);
    const { principal, checks } = decision;
    this.conversation = {
      ...this.conversation,
      address,
      caller: { ...caller, token, identity, facts, principal, checks },
    };
  }

  /** Listens to the servers that the caller may use, and to no others. */
  async #followServers(): Promise<readonly McpServer[]> {
    const { services, caller, address } = this.conversation;
    const isOpen = await openTools(services, caller);
    const servers = address.servers.filter(({ name }) => isOpen({ mcpServer: name }));
    const followed = new Set(servers.map((server) => stateOf(this.conversation, server)));
    for (const [state, leave] of this.#ears) {
      if (followed.has(state)) continue;
      leave();
      this.#ears.delete(state);
    }
    for (const state of followed)
      if (!this.#ears.has(state))
        this.#ears.set(
          state,
          listenToServer(services, state, (list) => this.#hear(state, list)),
        );
    // The caller may have hung up meanwhile.
    if (this.#isClosed) this.close();
    return servers;
  }

  #hear(state: ServerState, list: ListChange): void {
    if (!this.wanted.has(list)) return;
    if (list !== "toolsListChanged") {
      this.#changed.add(list);
      return this.#wake.abort();
    }
    this.#stale.add(state);
    this.#look();
  }

  async #compareTools(servers: readonly McpServer[]): Promise<void> {
    const { conversation } = this;
    for (const server of servers) {
      if (!this.#stale.delete(stateOf(conversation, server))) continue;
      const how = { asking: listingFor(conversation, server), isFresh: true };
      await judgedTools(conversation.services, server, how).catch(() => {}); // It is listed as it was.
    }
    const print = createHash("sha256")
      .update(JSON.stringify(await listTools(conversation)))
      .digest("base64url");
    if (this.#print !== undefined && print !== this.#print) this.#changed.add("toolsListChanged");
    this.#print = print;
  }
}
