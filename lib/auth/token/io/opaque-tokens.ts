import { hash } from "node:crypto";
import type { LRUCache } from "lru-cache";
import type { IssuerEntry, Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { createGrowingCache } from "@/lib/growing-cache";
import type { Claims, VerifiedToken } from "../../decision";
import { issuerEntryOf, settingsOfIssuer } from "../../issuer-settings";
import { issuersOf } from "../../issuer-tenants";
import { combineAnswers, type AnsweredClaims } from "../answered-claims";
import { requireAudience } from "../accepted-claims";
import { type Audiences, audiencesOf, toolAudiences } from "../audiences";
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
  /**
   * Returns the token if its provider accepted it a moment ago. Any string may be passed. `meant`: audiences that will
   * do here beside those of its issuer, as will its `mcp_audience`.
   */
  recall(token: string, meant?: Audiences): VerifiedJwt | undefined;
  /**
   * Asks the provider that takes such a token; undefined if none does. `meant`: as of `recall`.
   * @throws GatewayError (rejects) 401 codes, auth_provider_unavailable
   */
  verify(token: string, meant?: Audiences): Promise<VerifiedJwt> | undefined;
  /** `verify` for a token that is known to be this issuer's; undefined if it cannot be introspected. */
  verifyOf(token: string, issuer: unknown): Promise<VerifiedJwt> | undefined;
  /** The providers that this process has asked, by issuer. */
  readonly lines: ReadonlyMap<string, LineState>;
  /**
   * Asks the issuer about a JWT whose signature is proven. The answer's claims stand above its `own`. `meant`: as of
   * `recall`. @throws GatewayError (rejects) 401 codes, auth_provider_unavailable
   */
  complete(token: string, question: Question & { readonly own: Claims }): Promise<VerifiedJwt>;
}

/** How the latest questions to a provider have ended. Times are milliseconds since the epoch. */
export interface LineState {
  /** Consecutive failures; 0 if the latest question was answered. */
  readonly failures: number;
  readonly failingSince: number | undefined;
  readonly answeredAt: number | undefined;
  readonly error: string | undefined;
}

/** Whom a token is asked about. `own`: the claims of a JWT whose signature is proven. */
interface Question {
  readonly entry: IssuerEntry;
  readonly own?: Claims;
  readonly meant: Audiences | undefined;
}

/** A token that its provider accepts, whatever it is meant for. */
interface Judged {
  readonly token: VerifiedJwt;
  readonly audienceClaim: string;
  /** Those of its issuer; undefined if any will do. */
  readonly audiences: readonly string[] | undefined;
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
  const accepted = createGrowingCache<string, Remembered<Judged>>(REMEMBERED);
  const refused = createGrowingCache<string, Remembered<Judged | GatewayError>>(REMEMBERED);
  const asked = new Map<string, Promise<Judged>>();
  const turnsOf = createTurnsOfIssuers();
  const lines = new Lines(now, observe);

  function recallFrom<Value>(memory: LRUCache<string, Remembered<Value>>, id: string): Value | undefined {
    const known = memory.get(id);
    return known && known.until > now() && known.generation === settings().generation ? known.value : undefined;
  }

  /** @throws GatewayError */
  async function judge(token: string, question: Question, current: Settings): Promise<Judged> {
    const { issuer } = question.entry;
    const answer = await turnsOf(issuer)(() => ask(line, token, question));
    lines.note(issuer, answer.kind === "unusable" ? answer.because : undefined);
    return judgeAnswer(answer, question, current, now());
  }

  /** Remembers what is said of a token. One that is not meant for this use may be good for another. */
  async function judgeOnce(id: string, token: string, question: Question): Promise<Judged> {
    const current = settings();
    const { generation } = current;
    let judged: Judged | undefined;
    try {
      judged = await judge(token, question, current);
      meantHere(judged, question.meant, current);
      accepted.set(id, { value: judged, until: acceptedUntil(endOf(judged), now()), generation });
      if (question.own === undefined) proven?.(judged.token, current);
      return judged;
    } catch (error) {
      if (error instanceof NoTurn) throw unavailable(`${question.entry.issuer}: ${error.message}`);
      const until = Math.min(refusedUntil(now()), (judged && endOf(judged)) ?? Number.POSITIVE_INFINITY);
      if (error instanceof GatewayError && error.status === 401)
        refused.set(id, { value: judged ?? error, until, generation });
      if (judged) return judged;
      throw error;
    }
  }

  async function judgeRemembering(token: string, question: Question): Promise<VerifiedJwt> {
    const id = fingerprint(token);
    const known = recallFrom(accepted, id) ?? recallFrom(refused, id);
    if (known instanceof GatewayError) throw known;
    if (known) return meantHere(known, question.meant, settings());
    // Settings that have changed meanwhile may judge the same answer differently.
    const key = `${settings().generation} ${id}`;
    let answer = asked.get(key);
    if (!answer) {
      answer = judgeOnce(id, token, question).finally(() => asked.delete(key));
      asked.set(key, answer);
    }
    return meantHere(await answer, question.meant, settings());
  }

  return {
    lines: lines.states,
    recall(token, meant) {
      const { general, jwtAuth } = settings();
      if (!general.enable_jwt_auth || !jwtAuth.issuers.some(takesOpaqueTokens)) return undefined;
      const known = recallFrom(accepted, fingerprint(token));
      return known && meantHere(known, meant, settings());
    },
    verify(token, meant) {
      const { general, jwtAuth } = settings();
      const entry = general.enable_jwt_auth ? opaqueIssuerOf(token, jwtAuth.issuers) : undefined;
      return entry && judgeRemembering(token, { entry, meant });
    },
    verifyOf(token, issuer) {
      const entry = typeof issuer === "string" ? issuerEntryOf(issuer, settings().jwtAuth) : undefined;
      return entry?.introspection && isBearerToken(token)
        ? judgeRemembering(token, { entry, meant: undefined })
        : undefined;
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

/** The issuer that a proven JWT names. */
function knownIssuer({ own }: Question): string | undefined {
  return typeof own?.["iss"] === "string" ? own["iss"] : undefined;
}

async function ask(line: ProviderLine, token: string, question: Question): Promise<AnsweredClaims> {
  const { entry } = question;
  const issuer = knownIssuer(question) ?? entry.issuer;
  try {
    const introspection = entry.introspection && (await line.introspect(entry, token));
    const asksMore = takesUserinfo(entry) && (introspection === undefined || introspection.kind === "active");
    const userinfo = asksMore ? await line.userinfo(entry, token) : undefined;
    return combineAnswers({ issuer }, { introspection, userinfo });
  } catch (error) {
    return { kind: "unusable", because: boundedMessageOf(error) };
  }
}

/** `now`: milliseconds since the epoch. @throws GatewayError 401 codes, auth_provider_unavailable */
function judgeAnswer(answer: AnsweredClaims, question: Question, settings: Settings, now: number): Judged {
  const { entry, own } = question;
  if (answer.kind === "unusable") throw unavailable(`${entry.issuer}: ${answer.because}`);
  if (answer.kind === "refused") throw new GatewayError("invalid_token", answer.message);
  const known = knownIssuer(question);
  const claims = { ...own, ...answer.claims };
  const issuer = checkClaims(claims, {
    issuers: known === undefined ? issuersOf(entry) : [known],
    settings,
    // Userinfo names no end: the provider itself says that the token is good now, and is asked again within a minute.
    mayBeEndless: answer.by === "userinfo",
    now,
  });
  return {
    token: { kind: "jwt", via: "bearer", claims, issuer, answeredBy: answer.by },
    audienceClaim: settingsOfIssuer(issuer, settings).jwtAuth.audience_claim ?? "aud",
    audiences: audiencesOf(entry, settings.audiences.length > 0 ? settings.audiences : undefined),
  };
}

/** @throws GatewayError invalid_audience */
function meantHere(
  { token, audienceClaim, audiences }: Judged,
  meant: Audiences | undefined,
  settings: Settings,
): VerifiedJwt {
  const { claims, issuer } = token;
  const more = meant ? toolAudiences(issuer, meant, settings) : [];
  if (audiences) requireAudience(claims, audienceClaim, [...audiences, ...more]);
  return token;
}

/** Milliseconds since the epoch; undefined: the token names no end. */
function endOf({ token: { claims } }: Judged): number | undefined {
  return typeof claims["exp"] === "number" ? claims["exp"] * 1000 : undefined;
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
