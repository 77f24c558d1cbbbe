import { hash } from "node:crypto";
import type { LRUCache } from "lru-cache";
import type { IssuerEntry, Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { createGrowingCache } from "@/lib/growing-cache";
import type { Claims, VerifiedToken } from "../../decision";
import { issuerEntryOf } from "../../issuer-settings";
import { issuersOf } from "../../issuer-tenants";
import { combineAnswers, type AnsweredClaims } from "../answered-claims";
import { audiencesOf } from "../audiences";
import { checkClaims } from "../check-claims";
import { isBearerToken, opaqueIssuerOf, takesOpaqueTokens } from "../opaque-issuer";
import { acceptedUntil, refusedUntil } from "../remembered-until";
import { boundedMessageOf } from "./bounded-message";
import type { ProviderLine } from "./provider-line";
import { createTurns, NoTurn, type Turns } from "./turns";

type VerifiedJwt = Extract<VerifiedToken, { kind: "jwt" }>;

/** How many tokens each issuer is asked about at once; how many more wait, and for how many milliseconds. */
const TURNS = { atOnce: 16, waiting: 1_000, timeoutMs: 5_000 };
/** How many accepted tokens are remembered, and how many refused ones: a flood of bad tokens displaces no good one. */
const REMEMBERED = 10_000;

/** A provider can no longer be asked about tokens, or can be again. */
export interface LineCondition {
  readonly issuer: string;
  /** Why not; undefined: it can be asked again. */
  readonly error: string | undefined;
}

export interface OpaqueTokensOptions {
  readonly settings: () => Settings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly line: ProviderLine;
  readonly observe?: ((condition: LineCondition) => void) | undefined;
  /** Called with each opaque token that its provider accepts. */
  readonly proven?: ((token: VerifiedJwt, settings: Settings) => void) | undefined;
}

/** Tokens that their providers are asked about. */
export interface OpaqueTokens {
  /** Returns the token if its provider accepted it a moment ago. Any string may be passed. */
  recall(token: string): VerifiedJwt | undefined;
  /**
   * Asks the provider that takes such a token; undefined if none does.
   * @throws GatewayError (rejects) 401 codes, auth_provider_unavailable
   */
  verify(token: string): Promise<VerifiedJwt> | undefined;
  /** `verify` for a token that is known to be this issuer's; undefined if it cannot be introspected. */
  verifyOf(token: string, issuer: unknown): Promise<VerifiedJwt> | undefined;
  /** The providers that this process has asked, by issuer. */
  readonly lines: ReadonlyMap<string, LineState>;
  /**
   * Asks the issuer about a JWT whose signature is proven. The answer's claims stand above the token's own.
   * @throws GatewayError (rejects) 401 codes, auth_provider_unavailable
   */
  complete(token: string, entry: IssuerEntry, own: Claims): Promise<VerifiedJwt>;
}

/** How the latest questions to a provider have ended. Times are milliseconds since the epoch. */
export interface LineState {
  /** Consecutive failures; 0 if the latest question was answered. */
  readonly failures: number;
  readonly failingSince: number | undefined;
  readonly answeredAt: number | undefined;
  readonly error: string | undefined;
}

interface Remembered<Value> {
  readonly value: Value;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** The generation of the settings that judged it. */
  readonly generation: number;
}

/**
 * Asks providers about tokens and remembers their answers by the SHA-256 of the token. Callers with the same token
 * share one question.
 */
export function createOpaqueTokens({ settings, now, line, observe, proven }: OpaqueTokensOptions): OpaqueTokens {
  const accepted = createGrowingCache<string, Remembered<VerifiedJwt>>(REMEMBERED);
  const refused = createGrowingCache<string, Remembered<GatewayError>>(REMEMBERED);
  const asked = new Map<string, Promise<VerifiedJwt>>();
  const turnsOf = createTurnsOfIssuers();
  const lines = new Lines(now, observe);

  function recallFrom<Value>(memory: LRUCache<string, Remembered<Value>>, id: string): Value | undefined {
    const known = memory.get(id);
    return known && known.until > now() && known.generation === settings().generation ? known.value : undefined;
  }

  /** `own`: the claims of a JWT whose signature is proven. @throws GatewayError */
  async function judge(token: string, entry: IssuerEntry, own: Claims | undefined): Promise<VerifiedJwt> {
    const current = settings();
    const known = typeof own?.["iss"] === "string" ? own["iss"] : undefined;
    const answer = await turnsOf(entry.issuer)(() => ask(line, token, entry, known ?? entry.issuer));
    lines.note(entry.issuer, answer.kind === "unusable" ? answer.because : undefined);
    if (answer.kind === "unusable") throw unavailable(`${entry.issuer}: ${answer.because}`);
    if (answer.kind === "refused") throw new GatewayError("invalid_token", answer.message);
    const claims = { ...own, ...answer.claims };
    const issuer = checkClaims(claims, {
      issuers: known === undefined ? issuersOf(entry) : [known],
      audiences: audiencesOf(entry, current.audiences.length > 0 ? current.audiences : undefined),
      settings: current,
      // Userinfo names no end: the provider itself says that the token is good now, and is asked again within a minute.
      mayBeEndless: answer.by === "userinfo",
      now: now(),
    });
    const verified: VerifiedJwt = { kind: "jwt", via: "bearer", claims, issuer, answeredBy: answer.by };
    if (own === undefined) proven?.(verified, current);
    return verified;
  }

  /** @throws GatewayError */
  async function judgeOnce(id: string, token: string, entry: IssuerEntry, own?: Claims): Promise<VerifiedJwt> {
    const { generation } = settings();
    try {
      const value = await judge(token, entry, own);
      const { exp } = value.claims;
      const until = acceptedUntil(typeof exp === "number" ? exp * 1000 : undefined, now());
      accepted.set(id, { value, until, generation });
      return value;
    } catch (error) {
      if (error instanceof NoTurn) throw unavailable(`${entry.issuer}: ${error.message}`);
      if (error instanceof GatewayError && error.status === 401)
        refused.set(id, { value: error, until: refusedUntil(now()), generation });
      throw error;
    }
  }

  function judgeRemembering(token: string, entry: IssuerEntry, own?: Claims): Promise<VerifiedJwt> {
    const id = fingerprint(token);
    const known = recallFrom(accepted, id);
    if (known) return Promise.resolve(known);
    const refusal = recallFrom(refused, id);
    if (refusal) return Promise.reject(refusal);
    // Settings that have changed meanwhile may judge the same answer differently.
    const key = `${settings().generation} ${id}`;
    let question = asked.get(key);
    if (!question) {
      question = judgeOnce(id, token, entry, own).finally(() => asked.delete(key));
      asked.set(key, question);
    }
    return question;
  }

  return {
    lines: lines.states,
    recall(token) {
      const { general, jwtAuth } = settings();
      return general.enable_jwt_auth && jwtAuth.issuers.some(takesOpaqueTokens)
        ? recallFrom(accepted, fingerprint(token))
        : undefined;
    },
    verify(token) {
      const { general, jwtAuth } = settings();
      const entry = general.enable_jwt_auth ? opaqueIssuerOf(token, jwtAuth.issuers) : undefined;
      return entry && judgeRemembering(token, entry);
    },
    verifyOf(token, issuer) {
      const entry = typeof issuer === "string" ? issuerEntryOf(issuer, settings().jwtAuth) : undefined;
      return entry?.introspection && isBearerToken(token) ? judgeRemembering(token, entry) : undefined;
    },
    complete: judgeRemembering,
  };
}

/** The turns in which each issuer is asked. */
function createTurnsOfIssuers(): (issuer: string) => Turns {
  const turns = new Map<string, Turns>();
  return (issuer) => {
    let known = turns.get(issuer);
    if (!known) turns.set(issuer, (known = createTurns(TURNS)));
    return known;
  };
}

/** How the questions to each provider have ended. */
class Lines {
  readonly states = new Map<string, LineState>();
  readonly #now: () => number;
  readonly #observe: OpaqueTokensOptions["observe"];

  constructor(now: () => number, observe: OpaqueTokensOptions["observe"]) {
    this.#now = now;
    this.#observe = observe;
  }

  /** `error`: why the provider could not be asked; undefined: it has answered. */
  note(issuer: string, error: string | undefined): void {
    const { failures = 0, failingSince, answeredAt } = this.states.get(issuer) ?? {};
    this.states.set(
      issuer,
      error === undefined
        ? { failures: 0, failingSince: undefined, answeredAt: this.#now(), error }
        : { failures: failures + 1, failingSince: failingSince ?? this.#now(), answeredAt, error },
    );
    if (failures > 0 !== (error !== undefined)) this.#observe?.({ issuer, error });
  }
}

async function ask(line: ProviderLine, token: string, entry: IssuerEntry, issuer: string): Promise<AnsweredClaims> {
  try {
    const introspection = entry.introspection && (await line.introspect(entry, token));
    const asksMore = takesUserinfo(entry) && (introspection === undefined || introspection.kind === "active");
    const userinfo = asksMore ? await line.userinfo(entry, token) : undefined;
    return combineAnswers({ issuer }, { introspection, userinfo });
  } catch (error) {
    return { kind: "unusable", because: boundedMessageOf(error) };
  }
}

function takesUserinfo({ userinfo }: IssuerEntry): boolean {
  return userinfo !== undefined && userinfo !== false;
}

/** `detail` is for administrators. */
function unavailable(detail: string): GatewayError {
  return new GatewayError(
    "auth_provider_unavailable",
    "The identity provider cannot be asked about the token at the moment.",
    { headers: { "retry-after": "5" }, detail },
  );
}

function fingerprint(token: string): string {
  return hash("sha256", token, "base64");
}
