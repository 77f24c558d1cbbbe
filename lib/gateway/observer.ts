import type { ContentLoss } from "@/lib/content/content-keeper";
import type { AccessRequest, Check, Principal } from "@/lib/auth/decision";
import type { LineCondition } from "@/lib/auth/token/io/opaque-tokens";
import type { KeySourceEvent } from "@/lib/auth/token/io/key-source";
import type { SpendRecord } from "@/lib/calls/record";
import type { ApiRequest, ReplyEnd } from "@/lib/doors/contract";
import type { CredentialCondition } from "@/lib/credentials/keeper";
import type { ErrorCode } from "@/lib/errors";
import type { DescribedAnswer } from "@/lib/providers/answer-facts";
import type { Deployment } from "@/lib/providers/deployment";
import type { BudgetNotice } from "@/lib/limits/budget-notice";
import type { Failure } from "@/lib/router/failure";
import type { JournalCondition } from "@/lib/spend/book";
import type { FeedCondition } from "@/lib/store/changes/change-feed";
import type { Call } from "./call/call";
import type { DeploymentEvent } from "./call/deployment-states";

/**
 * Watches what the gateway does: the moments of a request, and what happens outside requests. Logs, metrics and
 * traces are implementations of this port. They write down only what they care for, so every method is optional, and
 * callers write `observer.decided?.({ … })`: an argument that nobody listens for is not even built.
 *
 * `request` is the same object in all moments of one request and may serve as the key of a `WeakMap`. Methods must
 * return at once and must not throw. Times are milliseconds since the epoch.
 */
export interface Observer {
  requestStarted?(started: RequestStarted): void;
  decided?(decided: Decided): void;
  requestFailed?(failed: RequestFailed): void;
  limitsAnswered?(answered: LimitsAnswered): void;
  firstByteSent?(sent: FirstByteSent): void;
  callUnpriced?(unpriced: CallUnpriced): void;
  attemptEnded?(ended: AttemptEnded): void;
  callSettled?(settled: CallSettled): void;
  toolMessageRead?(read: ToolMessageRead): void;
  toolRequestEnded?(ended: ToolRequestEnded): void;
  requestFinished?(finished: RequestFinished): void;
  happened?(event: OutsideEvent): void;
}

/** A request to the API has come in through a door. */
export interface RequestStarted {
  readonly request: ApiRequest;
  readonly at: number;
}

/**
 * A request has been allowed or denied. A limit, or the operation itself, may still refuse what the rules allow: that
 * is a second decision, a refusal. Public routes are not decided about.
 */
export interface Decided {
  readonly request: ApiRequest;
  /** The operation and what was asked of it; `access.route` is the route's template, not the path that was sent. */
  readonly access: AccessRequest;
  readonly allow: boolean;
  /** Whether this allows the server or the tool that a request names which has been allowed before. */
  readonly isNarrower: boolean;
  /** Why it was denied. */
  readonly code: ErrorCode | undefined;
  /** The check that failed. */
  readonly failed: Check | undefined;
  /** Whom the call acts for, once the rules have allowed it. */
  readonly principal: Principal | undefined;
  /** A refusal's `x-gateway-decision-id`. */
  readonly decisionId: string | undefined;
  /** How long authenticating and deciding took, without the upload of the body. */
  readonly decisionMs: number;
  readonly at: number;
}

/** A request is answered with an error of 500 or more. */
export interface RequestFailed {
  readonly request: ApiRequest;
  /** The answer's `x-request-id`. */
  readonly requestId: string;
  readonly code: ErrorCode;
  /** Why: for operators, not for the caller. */
  readonly cause: unknown;
  /** Whether the gateway did not expect it. */
  readonly isDefect: boolean;
}

/**
 * A call that had to wait for its limits has been admitted or refused: its budget was asked for in the database, or its
 * rates and slots at the servers that count them for all nodes. Most calls need not wait.
 */
export interface LimitsAnswered {
  readonly call: Call;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A reply, or the beginning of a streamed one, is on its way to the caller. */
export interface FirstByteSent {
  readonly request: ApiRequest;
  /** The route's template; undefined: there is no such route. */
  readonly route: string | undefined;
  readonly status: number;
  /** The answer's `x-request-id`. */
  readonly requestId: string;
  /** Of a failure. */
  readonly code: ErrorCode | undefined;
  readonly at: number;
}

/** A deployment without a price is about to be called, while `unpriced` is `warn`. */
export interface CallUnpriced {
  readonly call: Call;
  readonly deployment: Deployment;
}

/** One attempt of a call at one deployment is over. */
export interface AttemptEnded {
  readonly call: Call;
  readonly deployment: Deployment;
  /** 1 for the first attempt of the call. */
  readonly number: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Undefined: it served the call, or was broken off for no fault of the deployment. */
  readonly failure: Failure | undefined;
  /** The deployment that is tried next; undefined: this was the last attempt. */
  readonly next: Deployment | undefined;
}

/** A call is over and priced: `record` is its row in the spend log, with status, times, usage, spend and payers. */
export interface CallSettled {
  /** Undefined: its process has died, and another one has booked it as `interrupted`. */
  readonly request: ApiRequest | undefined;
  /** Of a model. Undefined: a tool was called, or `request` is undefined. */
  readonly call: Call | undefined;
  readonly record: SpendRecord;
  /** The deployment that served it, or failed last; undefined if `call` is. */
  readonly deployment: Deployment | undefined;
  /** Milliseconds of all its attempts, from the beginning of the first to the end of the last. */
  readonly attemptsMs: number;
  /** What the upstream says about its answer; undefined: there was none. */
  readonly answer: DescribedAnswer | undefined;
}

/** A caller of the tool gateway has sent this request of the protocol. Refusals of callers come before it. */
export interface ToolMessageRead {
  readonly request: ApiRequest;
  /** Undefined: the protocol has no such method. */
  readonly method: string | undefined;
}

/** A request to a tool server is over: it has its response, has failed, or nobody waits for it any more. */
export interface ToolRequestEnded {
  /** Undefined: the protocol has no such method. */
  readonly method: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * A request is over: its answer is written, or broke off, or its caller has hung up. This comes last, once for each
 * request, after its call is settled.
 */
export interface RequestFinished {
  readonly request: ApiRequest;
  /** The route's template; undefined: there is no such route. */
  readonly route: string | undefined;
  /** Of the answer; undefined: its caller had hung up before there was one. */
  readonly status: number | undefined;
  /** The answer's `x-request-id`. */
  readonly requestId: string;
  /** Of a failure. */
  readonly code: ErrorCode | undefined;
  readonly end: ReplyEnd;
  /** When it came. */
  readonly startedAt: number;
  readonly at: number;
}

/** What happens outside requests. */
export type OutsideEvent =
  /** An identity provider stopped or started answering, or its keys have changed. */
  | {
      readonly kind: "key set";
      readonly event: KeySourceEvent;
      readonly url: string;
      readonly keys: number;
      readonly error: string | undefined;
    }
  /** An identity provider can no longer be asked about tokens, or can be again. */
  | ({ readonly kind: "introspection" } & LineCondition)
  /** This node hears of changes, or no longer does. */
  | ({ readonly kind: "change feed" } & FeedCondition)
  /** The spend journal can no longer be written, or can be again. */
  | ({ readonly kind: "journal" } & JournalCondition)
  /** What calls asked and answered was not stored, for this reason. */
  | { readonly kind: "content lost"; readonly loss: ContentLoss; readonly calls: number }
  /** A budget has passed a threshold. One node reports it, once in each window. */
  | ({ readonly kind: "budget notice" } & BudgetNotice)
  /** A credential that calls need cannot be fetched, or can be again. */
  | ({ readonly kind: "credential" } & CredentialCondition)
  /** A deployment goes on cooldown, stays on it for longer, or serves again after one. */
  | DeploymentEvent;

const MOMENTS = {
  requestStarted: true,
  decided: true,
  requestFailed: true,
  limitsAnswered: true,
  firstByteSent: true,
  callUnpriced: true,
  attemptEnded: true,
  callSettled: true,
  toolMessageRead: true,
  toolRequestEnded: true,
  requestFinished: true,
  happened: true,
} satisfies Record<keyof Observer, true>;

/** One observer that calls several, in their order. It has no method for a moment that none of them listens for. */
export function combineObservers(...observers: readonly Observer[]): Observer {
  const combined: Observer = {};
  let moment: keyof Observer;
  for (moment in MOMENTS) combineMoment(combined, moment, observers);
  return combined;
}

function combineMoment<Moment extends keyof Observer>(
  combined: Observer,
  moment: Moment,
  observers: readonly Observer[],
): void {
  const methods = observers.flatMap((observer) => observer[moment]?.bind(observer) ?? []);
  if (methods.length === 0) return;
  const tell: (what: never) => void = (what) => {
    for (const method of methods) method(what);
  };
  Object.assign(combined, { [moment]: tell });
}
