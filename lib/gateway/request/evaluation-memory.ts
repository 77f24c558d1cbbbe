import type { AccessRequest, VerifiedToken } from "@/lib/auth/decision";
import type { Settings } from "@/lib/config/schema";
import { evaluate } from "./evaluate";
import { type Evaluation } from "./evaluation";
import type { Services } from "../services";

/** What an evaluation depends on besides the token and the request. While both stay the same, so does the answer. */
interface Basis {
  readonly settings: Settings;
  /** The version of the directory. */
  readonly version: number;
}

interface Answered {
  readonly request: AccessRequest;
  readonly evaluation: Evaluation;
}

/** The most answers that are remembered for one caller. */
const MOST_OF_ONE = 16;

/** Two generations of answers are remembered; what was not asked for in the newer one is forgotten. */
const GENERATIONS = 2;

const REQUEST_FIELDS = {
  method: true,
  route: true,
  family: true,
  access: true,
  effect: true,
  model: true,
  requestedTeam: true,
  requestedOrganization: true,
  endUser: true,
} satisfies Record<keyof AccessRequest, true>;

/**
 * `evaluate` with a memory: an allow without obligations is remembered until the settings or the directory change, so
 * that the caller's next call of the same kind does not ask every rule again. An answer that time alone may change is
 * not remembered: a denial, an allow with obligations, and any answer about a key that expires.
 */
export function rememberEvaluations(services: Pick<Services, "settings" | "directory" | "now">): Services["evaluate"] {
  let basis: Basis | undefined;
  let answers = new WeakMap<object, Answered[]>();
  let older = new WeakMap<object, Answered[]>();
  let size = 0;

  function currentBasis(): Basis | undefined {
    const settings = services.settings.current();
    const { version } = services.directory;
    if (basis?.settings === settings && basis.version === version) return basis;
    basis = version === undefined ? undefined : { settings, version };
    forget();
    return basis;
  }

  function forget(): void {
    answers = new WeakMap();
    older = new WeakMap();
    size = 0;
  }

  function makeRoom(count: number): void {
    if (size + count <= services.settings.current().general.remembered_callers / GENERATIONS) return;
    older = answers;
    answers = new WeakMap();
    size = 0;
  }

  /** What is remembered for a caller, who is in use and therefore in the newer generation from now on. */
  function recall(caller: object): Answered[] | undefined {
    const known = answers.get(caller);
    if (known) return known;
    const before = older.get(caller);
    if (!before) return undefined;
    makeRoom(before.length);
    answers.set(caller, before);
    size += before.length;
    return before;
  }

  function remember(caller: object, answered: Answered): void {
    makeRoom(1);
    const known = recall(caller) ?? [];
    if (known.length >= MOST_OF_ONE) known.shift();
    else size++;
    known.push(answered);
    answers.set(caller, known);
  }

  async function evaluateAnew(
    caller: object,
    before: Basis,
    token: VerifiedToken,
    request: AccessRequest,
  ): Promise<Evaluation> {
    const evaluation = await evaluate(services, token, request);
    // A change during the evaluation may or may not have been taken into account.
    if (currentBasis() === before && isPlainYes(evaluation)) remember(caller, { request, evaluation });
    return evaluation;
  }

  return (token, request) => {
    const caller = lastingPart(token);
    const before = currentBasis();
    if (!caller || !before) return evaluate(services, token, request);
    return (
      recall(caller)?.find((answered) => isSame(answered.request, request))?.evaluation ??
      evaluateAnew(caller, before, token, request)
    );
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
  let field: keyof AccessRequest;
  for (field in REQUEST_FIELDS) if (one[field] !== other[field]) return false;
  return true;
}
