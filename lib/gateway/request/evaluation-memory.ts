import type { AccessRequest, Identity, VerifiedToken } from "@/lib/auth/decision";
import type { Directory } from "@/lib/auth/facts";
import { identify, isFault } from "@/lib/auth/identify";
import type { Settings } from "@/lib/config/schema";
import type { VersionedDirectory } from "@/lib/store/directory/directory";
import { type RowKind, rowIndex } from "@/lib/store/directory/row-changes";
import { evaluate, evaluateIdentity } from "./evaluate";
import { decideAbout } from "./known-identity";
import { type Evaluation } from "./evaluation";
import type { Services } from "../services";

/** Whom answers are remembered for: all tokens of which the same is read, or the row of a key. */
interface KnownCaller {
  /** The parts of the tokens' reading that do not depend on the request; undefined for keys. */
  readonly identity: Identity | undefined;
}

interface Answered {
  readonly request: AccessRequest;
  readonly evaluation: Evaluation;
  /** The rows of the directory that it depends on. */
  readonly buckets: ReadonlySet<number>;
  /** The newest version of the directory by which it is known to be right. */
  version: number;
}

/** The most answers that are remembered for one caller. */
const MOST_OF_ONE = 16;

/** Answers are kept in two generations. One that nobody asks for while the newer generation fills is forgotten. */
const GENERATIONS = 2;

/** What a request names to call. Facts do not depend on it. */
type CalledField = "model" | "mcpServer" | "mcpTool" | "mcpTier";

/** The other fields of a request. */
const OTHER_FIELDS = {
  method: true,
  route: true,
  family: true,
  access: true,
  effect: true,
  requestedTeam: true,
  requestedOrganization: true,
  endUser: true,
  hostedTools: true,
} satisfies Record<Exclude<keyof AccessRequest, CalledField>, true>;

/**
 * `evaluate` with a memory: an allow without obligations is remembered until the settings or a row that it depends on
 * change, so that the caller's next call of the same kind does not run every rule again. Refusals and allows with
 * obligations are not remembered, nor any answer about a key that expires, since time alone may change it. A token that
 * differs from an earlier one only in claims that nobody reads, such as its id and its times, gets the earlier one's
 * answer. Another model or tool is decided about by the facts that are remembered, as they do not depend on it.
 * Nothing is remembered while the directory hears of no changes.
 */
export function rememberEvaluations(services: Pick<Services, "settings" | "directory" | "now">): Services["evaluate"] {
  const { directory } = services;
  let settings: Settings | undefined;
  const most = (): number => services.settings.current().general.remembered_callers;
  const answers = new RememberedAnswers(
    () => most() / GENERATIONS,
    () => (alike = new Map()),
  );
  /** By a token's claims or a key's row. */
  let callers = new WeakMap<object, KnownCaller>();
  /** By what is read of a token, as JSON. */
  let alike = new Map<string, KnownCaller>();

  /** The version of the directory; undefined: it hears of no changes. Forgets what other settings have answered. */
  function currentVersion(): number | undefined {
    const { version } = directory;
    const current = version === undefined ? undefined : services.settings.current();
    if (settings !== current) forget();
    settings = current;
    return version;
  }

  function forget(): void {
    answers.forget();
    callers = new WeakMap();
    alike = new Map();
  }

  /**
   * Whom a token stands for; undefined if nothing may be remembered. Tokens of which the same is read are one caller,
   * because a new token of a caller must not cost every rule again.
   */
  function callerOf(token: VerifiedToken): KnownCaller | undefined {
    const part = lastingPart(token);
    if (!part) return undefined;
    let caller = callers.get(part);
    if (!caller) callers.set(part, (caller = recognise(token)));
    return caller;
  }

  function recognise(token: VerifiedToken): KnownCaller {
    if (token.kind !== "jwt") return { identity: undefined };
    const identity = identify(token, services.settings.current().jwtAuth);
    if (isFault(identity)) return { identity: undefined };
    const likeness = JSON.stringify(identity);
    const known = alike.get(likeness);
    if (known) return known;
    if (alike.size >= most()) alike = new Map();
    const caller = { identity };
    alike.set(likeness, caller);
    return caller;
  }

  /** The remembered answer, if it is still right. */
  function answerOf(caller: KnownCaller, request: AccessRequest, version: number): Evaluation | undefined {
    const known = answers.of(caller);
    const answered = known?.find((one) => isSame(one.request, request));
    if (answered) return isRight(answered, version, directory) ? answered.evaluation : undefined;
    const alike = known?.find((one) => isAlike(one.request, request));
    if (!alike || !isRight(alike, version, directory)) return undefined;
    const evaluation = evaluateAlike(services, alike.evaluation, request);
    if (isPlainYes(evaluation)) answers.add(caller, { ...alike, request, evaluation });
    return evaluation;
  }

  async function evaluateAnew(
    caller: KnownCaller,
    before: number,
    token: VerifiedToken,
    request: AccessRequest,
  ): Promise<Evaluation> {
    const basis = services.settings.current();
    const { requestedOrganization } = request;
    const known = requestedOrganization === undefined ? caller.identity : undefined;
    const identity = known ?? identify(token, basis.jwtAuth, requestedOrganization);
    const noted = noteReads(directory);
    const evaluation = await evaluateIdentity({ ...services, directory: noted.directory }, identity, request, basis);
    const { buckets } = noted;
    const version = currentVersion();
    // A change during the evaluation may or may not have been taken into account.
    const holds = version !== undefined && settings === basis && directory.areUnchanged(buckets, before);
    if (holds && isPlainYes(evaluation)) answers.add(caller, { request, evaluation, buckets, version });
    return evaluation;
  }

  return (token, request) => {
    const version = currentVersion();
    const caller = version === undefined ? undefined : callerOf(token);
    if (!caller || version === undefined) return evaluate(services, token, request);
    return answerOf(caller, request, version) ?? evaluateAnew(caller, version, token, request);
  };
}

/** Whether an answer is right in this version of the directory. */
function isRight(answered: Answered, version: number, directory: Pick<VersionedDirectory, "areUnchanged">): boolean {
  if (answered.version === version) return true;
  const holds = directory.areUnchanged(answered.buckets, answered.version);
  if (holds) answered.version = version;
  return holds;
}

/** Decides about another model or tool by the facts of an earlier answer. A caller may ask for many in turn. */
function evaluateAlike(
  { settings, now }: Pick<Services, "settings" | "now">,
  { identity, facts }: Evaluation,
  request: AccessRequest,
): Evaluation {
  return { identity, facts, decision: decideAbout({ identity, facts }, request, settings.current(), now()) };
}

/** The answers of each caller, in two generations. */
class RememberedAnswers {
  #newer = new WeakMap<KnownCaller, Answered[]>();
  #older = new WeakMap<KnownCaller, Answered[]>();
  /** How many answers the newer generation holds. */
  #size = 0;
  readonly #most: () => number;
  readonly #onNewGeneration: () => void;

  /** `most`: how many answers a generation holds. */
  constructor(most: () => number, onNewGeneration: () => void) {
    this.#most = most;
    this.#onNewGeneration = onNewGeneration;
  }

  forget(): void {
    this.#newer = new WeakMap();
    this.#older = new WeakMap();
    this.#size = 0;
  }

  /** What is remembered for a caller. It belongs to the newer generation from now on. */
  of(caller: KnownCaller): Answered[] | undefined {
    const known = this.#newer.get(caller);
    if (known) return known;
    const before = this.#older.get(caller);
    if (!before) return undefined;
    this.#makeRoom(before.length);
    this.#newer.set(caller, before);
    this.#size += before.length;
    return before;
  }

  add(caller: KnownCaller, answered: Answered): void {
    this.#makeRoom(1);
    const known = this.of(caller) ?? [];
    const before = known.findIndex(({ request }) => isSame(request, answered.request));
    if (before !== -1) known.splice(before, 1);
    else if (known.length >= MOST_OF_ONE) known.shift();
    else this.#size++;
    known.push(answered);
    this.#newer.set(caller, known);
  }

  #makeRoom(count: number): void {
    if (this.#size + count <= this.#most()) return;
    this.#older = this.#newer;
    this.#newer = new WeakMap();
    this.#size = 0;
    this.#onNewGeneration();
  }
}

/** A directory that notes the buckets of the rows that are read, including those that do not exist. */
function noteReads(directory: Directory): { readonly directory: Directory; readonly buckets: ReadonlySet<number> } {
  const buckets = new Set<number>();
  const note = (kind: RowKind, id: string): void => void buckets.add(rowIndex(kind, id));
  return {
    buckets,
    directory: {
      team: (id) => (note("team", id), directory.team(id)),
      teamsByAlias: (alias) => (note("teamsByAlias", alias), directory.teamsByAlias(alias)),
      user: (id) => (note("user", id), directory.user(id)),
      organization: (id) => (note("organization", id), directory.organization(id)),
      endUser: (id) => (note("endUser", id), directory.endUser(id)),
      keyByHash: (hash) => (note("keyByHash", hash), directory.keyByHash(hash)),
    },
  };
}

/** The part of a token that is the same object from call to call: a remembered JWT's claims, a cached key's row. */
function lastingPart(token: VerifiedToken): object | undefined {
  switch (token.kind) {
    case "jwt":
      return token.claims;
    case "virtual-key":
      return token.key.expiresAt === null ? token.key : undefined;
    case "master-key":
      return undefined;
  }
}

function isPlainYes({ decision }: Evaluation): boolean {
  return decision.allow && decision.obligations.length === 0;
}

function isSame(one: AccessRequest, other: AccessRequest): boolean {
  return (
    one.model === other.model &&
    one.mcpTool === other.mcpTool &&
    one.mcpServer === other.mcpServer &&
    one.mcpTier === other.mcpTier &&
    isAlike(one, other)
  );
}

/** Whether two requests differ at most in what they name to call. */
function isAlike(one: AccessRequest, other: AccessRequest): boolean {
  let field: keyof typeof OTHER_FIELDS;
  for (field in OTHER_FIELDS) {
    const [value, others] = [one[field], other[field]];
    if (value !== others && !areSameLists(value, others)) return false;
  }
  return true;
}

function areSameLists(one: AccessRequest[keyof AccessRequest], other: AccessRequest[keyof AccessRequest]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((name, at) => name === other[at]);
}
