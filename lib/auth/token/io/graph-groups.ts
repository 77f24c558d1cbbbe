import { LRUCache } from "lru-cache";
import type { MicrosoftGraphSettings } from "@/lib/config/group-overage-settings";
import { GatewayError } from "@/lib/errors";
import { createGrowingCache } from "@/lib/growing-cache";
import { withoutTrailing } from "@/lib/without-trailing";
import type { Claims } from "../../decision";
import { GraphBusy, GraphTokenRefused, readGraphToken, readMemberObjects, type GraphToken } from "../graph-answer";
import type { ArrivedAnswer } from "../provider-answer";
import { boundedMessageOf } from "./bounded-message";
import { boundedRequest } from "./bounded-request";
import type { DispatcherFor } from "./provider-line";
import { createTurns } from "./turns";

/** How long groups are remembered, in milliseconds. */
export const GROUPS_FOR = 300_000;

/** How much one question may cost and how much is remembered; times in milliseconds. */
const LIMITS = { bytes: 1024 * 1024, milliseconds: 5_000, users: 10_000, tenants: 1_000, tokenMargin: 60_000 };
const TURNS = { atOnce: 8, waiting: 1_000, timeoutMs: 5_000 };

/** Ids of tenants and users. They become part of an address, so nothing else may be in them. */
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Remembered<Value> {
  readonly value: Promise<Value>;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Asks Microsoft Graph for the groups of a user. */
export interface GraphGroups {
  /** The ids of the groups of the user whom `tid` and `oid` name. @throws GatewayError auth_provider_unavailable */
  groupsOf(claims: Claims, settings: MicrosoftGraphSettings): Promise<readonly string[]>;
}

/** Questions about the same user share one answer. `now`: milliseconds since the epoch. */
export function createGraphGroups(dispatcherFor: DispatcherFor, now: () => number): GraphGroups {
  const groups = createGrowingCache<string, Remembered<readonly string[]>>(LIMITS.users);
  const tokens = new LRUCache<string, Remembered<GraphToken>>({ max: LIMITS.tenants });
  /** Until when each application must leave each tenant alone, in milliseconds since the epoch. */
  const pauses = new LRUCache<string, number>({ max: LIMITS.tenants });
  const takeTurn = createTurns(TURNS);
  const post = postVia(dispatcherFor);

  /** A failure is forgotten at once, so that the next question tries again. */
  function remember<Value>(
    memory: LRUCache<string, Remembered<Value>>,
    key: string,
    ask: () => Promise<Value>,
    lasts: (value: Value) => number,
  ): Promise<Value> {
    const known = memory.get(key);
    if (known && known.until > now()) return known.value;
    const made: Remembered<Value> = { value: ask(), until: Number.POSITIVE_INFINITY };
    memory.set(key, made);
    made.value.then(
      (value) => (made.until = now() + lasts(value)),
      () => (made.until = Number.NEGATIVE_INFINITY),
    );
    return made.value;
  }

  async function askGroups(tenant: string, user: string, settings: MicrosoftGraphSettings): Promise<readonly string[]> {
    const { client_id: id, graph_url: graph, login_url: login } = settings;
    const application = JSON.stringify([login, tenant, id, graph]);
    const url = `${withoutSlash(graph)}/v1.0/users/${user}/getMemberObjects`;
    const body = JSON.stringify({ securityEnabledOnly: false });
    const ask = async (): Promise<readonly string[]> => {
      const { token } = await remember(
        tokens,
        application,
        () => askToken(post, tenant, settings),
        ({ seconds }) => Math.max(seconds * 1000 - LIMITS.tokenMargin, 0),
      );
      return readMemberObjects(await post(url, "application/json", body, `Bearer ${token}`));
    };
    const left = (pauses.get(application) ?? 0) - now();
    if (left > 0) throw new GraphBusy("Microsoft Graph", 429, Math.ceil(left / 1000));
    try {
      return await ask().catch((error: unknown) => {
        if (!(error instanceof GraphTokenRefused)) throw error;
        // One more try with a fresh token.
        tokens.delete(application);
        return ask();
      });
    } catch (error) {
      if (error instanceof GraphBusy) pauses.set(application, now() + error.seconds * 1000);
      throw error;
    }
  }

  return {
    async groupsOf({ tid, oid }, settings) {
      if (typeof tid !== "string" || typeof oid !== "string" || !GUID.test(tid) || !GUID.test(oid))
        throw unavailable('the token names no user of a tenant in "tid" and "oid"');
      try {
        return await remember(
          groups,
          JSON.stringify([settings.graph_url, tid, oid]),
          () => takeTurn(() => askGroups(tid, oid, settings)),
          () => GROUPS_FOR,
        );
      } catch (error) {
        const seconds = error instanceof GraphBusy ? error.seconds : undefined;
        throw unavailable(boundedMessageOf(error), seconds);
      }
    },
  };
}

type Post = (url: string, contentType: string, body: string, authorization?: string) => Promise<ArrivedAnswer>;

function postVia(dispatcherFor: DispatcherFor): Post {
  return (url, contentType, body, authorization) =>
    boundedRequest(url, {
      method: "POST",
      headers: { "content-type": contentType, ...(authorization !== undefined && { authorization }) },
      body,
      dispatcher: dispatcherFor(new URL(url).origin),
      signal: AbortSignal.timeout(LIMITS.milliseconds),
      limit: LIMITS.bytes,
    });
}

async function askToken(post: Post, tenant: string, settings: MicrosoftGraphSettings): Promise<GraphToken> {
  const { client_id: id, client_secret: secret, graph_url: graph, login_url: login } = settings;
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: id,
    client_secret: secret.reveal(),
    scope: `${withoutSlash(graph)}/.default`,
  });
  const url = `${withoutSlash(login)}/${tenant}/oauth2/v2.0/token`;
  return readGraphToken(await post(url, "application/x-www-form-urlencoded", form.toString()));
}

function withoutSlash(address: string): string {
  return withoutTrailing(address, "/");
}

/** `because` is for administrators. `seconds`: when it is worth trying again. */
function unavailable(because: string, seconds = 5): GatewayError {
  return new GatewayError(
    "auth_provider_unavailable",
    "The token leaves out the caller's groups, and Microsoft Graph cannot be asked for them at the moment.",
    { headers: { "retry-after": String(seconds) }, detail: because },
  );
}
