/** What a user's connection to a tool server is: the user's credential there, which the gateway keeps. */
export type ConnectionState = "none" | "asked" | "connected" | "refreshing" | "refused" | "ended";

/**
 * Why a credential is asked for. `list alone`: on the address of its server. `list among others`: on an address of
 * several. `refresh`: a node looks whether it has to fetch another token.
 */
export type ConnectionUse = "list alone" | "list among others" | "call" | "refresh";

/**
 * What is done with it. `use and refresh`: the token holds, and another one is fetched meanwhile. `wait`: another node
 * fetches one. `ask`: the user is told where to connect. `pinned`: what is approved of the server's tools is listed.
 * `fail`: the authorization server did not answer just now, and is left alone for a moment.
 */
export type ConnectionAction = "use" | "use and refresh" | "refresh" | "wait" | "ask" | "pinned" | "fail" | "nothing";

/** A credential as the database has it. Milliseconds, by the clock of the database. */
export interface ConnectionFacts {
  /** Whether it was issued for the server as its settings are now, and this node can decrypt it. */
  readonly isUsable: boolean;
  readonly isRefused: boolean;
  readonly hasRefreshToken: boolean;
  /** Until the access token ends; undefined: it does not say. */
  readonly endsIn: number | undefined;
  /** Since it was issued. */
  readonly age: number;
  /** `held`: a node fetches another token. `paused`: one has just failed to. */
  readonly hold: "free" | "held" | "paused";
}

/** A token is renewed that long before its end, or for the last tenth of a shorter life. */
const AHEAD_MS = 60_000;
/** A token that is refused so soon after it came is not replaced: another one would fare no better. */
const FRESH_MS = 10_000;

function isOver({ endsIn }: ConnectionFacts): boolean {
  return endsIn !== undefined && endsIn <= 0;
}

/** Whether another token is due. */
function isDue(facts: ConnectionFacts): boolean {
  const { endsIn, age } = facts;
  return endsIn !== undefined && endsIn <= Math.min(AHEAD_MS, (age + endsIn) / 10);
}

/** The state of a connection. `facts` undefined: there is no credential. `isAsked`: the user is about to connect. */
export function connectionState(facts: ConnectionFacts | undefined, isAsked: boolean): ConnectionState {
  const state = stateOf(facts);
  return isAsked && isWithout(state) ? "asked" : state;
}

function stateOf(facts: ConnectionFacts | undefined): ConnectionState {
  if (!facts) return "none";
  if (facts.isRefused) return "refused";
  if (!facts.isUsable || (isOver(facts) && !facts.hasRefreshToken)) return "ended";
  return facts.hold === "held" && isDue(facts) ? "refreshing" : "connected";
}

/** Whether nothing can be sent by it. */
function isWithout(state: ConnectionState): boolean {
  return state !== "connected" && state !== "refreshing";
}

/** What a use does with a connection. */
export function connectionAction(facts: ConnectionFacts | undefined, use: ConnectionUse): ConnectionAction {
  const isRefresh = use === "refresh";
  if (!facts || isWithout(stateOf(facts)))
    return isRefresh ? "nothing" : use === "list among others" ? "pinned" : "ask";
  const canRefresh = facts.hasRefreshToken && facts.hold === "free";
  if (isRefresh) return canRefresh && isDue(facts) ? "refresh" : "nothing";
  if (!isOver(facts)) return canRefresh && isDue(facts) ? "use and refresh" : "use";
  return facts.hold === "free" ? "refresh" : facts.hold === "held" ? "wait" : "fail";
}

/**
 * What becomes of a credential whose access token the server has refused with 401. `renew`: that token is not sent
 * again, and another one is fetched. `refuse`: the credential is dropped.
 */
export function afterRefusal({ hasRefreshToken, age }: ConnectionFacts): "renew" | "refuse" {
  return hasRefreshToken && age >= FRESH_MS ? "renew" : "refuse";
}

/** How an authorization server has answered the attempt to refresh. */
export interface RefreshAnswer {
  /** Undefined: it has not answered. */
  readonly status: number | undefined;
  /** Its `error` (RFC 6749 §5.2). */
  readonly error: string | undefined;
  readonly hasToken: boolean;
}

/** The errors after which neither the refresh token nor its client will be taken again. */
const FINAL: ReadonlySet<string> = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "invalid_target",
]);

/** `pause`: it is tried again in a moment, because the answer says nothing about the credential. */
export function afterRefresh({ status, error, hasToken }: RefreshAnswer): "store" | "refuse" | "pause" {
  if (status === 200 && hasToken) return "store";
  return status !== undefined && status < 500 && error !== undefined && FINAL.has(error) ? "refuse" : "pause";
}
