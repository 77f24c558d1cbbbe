import type { z } from "zod";
import type { Access, Effect } from "@/lib/auth/access";
import type { RouteFamily } from "@/lib/auth/routes";
import { json, type ApiReply, type ApiRequest } from "@/lib/doors/contract";
import type { CallBody } from "@/lib/providers/call-body";
import type { ModelRoute } from "@/lib/providers/model-routes";
import type { Services } from "@/lib/gateway/services";
import type { Caller } from "@/lib/gateway/request/caller";
import type { ProvenRequest } from "./admit";
import type { Contract, Method } from "@/lib/wire/contract";
import { parseInput } from "./parse-input";

/** The context of a public operation: it has no caller. */
export interface PublicContext {
  readonly services: Services;
  readonly request: ApiRequest;
  /** For operations about operations. */
  readonly table: OperationTable;
}

/** The table of all operations, as their handlers see it. */
export interface OperationTable {
  readonly find: FindOperation;
  readonly all: readonly Operation[];
}

/** The context of every other operation. */
export interface CallerContext extends PublicContext {
  readonly caller: Caller;
}

/** The context of a model call. */
export interface ModelCallContext extends CallerContext {
  readonly modelBody: CallBody;
}

/** The context of an operation that reads its body itself. */
export interface MessageContext extends CallerContext {
  readonly body: Buffer;
  /** Of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The proven credentials of the request, for more decisions about it. */
  readonly proven: ProvenRequest;
}

/** The context of a handler, by the access of its operation. */
export type ContextOf<Who extends Access> = Who extends "public" ? PublicContext : CallerContext;

interface OperationRow {
  readonly id: string;
  readonly method: Method;
  /** Canonical, without `/v1`. It may have one parameter, `{name}`, whose value may contain `/`. */
  readonly path: string;
  /** What the rules and the spend log call it; undefined: its path. */
  readonly route?: string;
  readonly family: RouteFamily;
  readonly access: Access;
  readonly effect: Effect;
  readonly versioned?: true;
  readonly openToScripts?: true;
  readonly summary: string;
  /**
   * The query and path parameters of a GET or DELETE, or the JSON body and path parameters of another method.
   * Undefined: a model call.
   */
  readonly input?: z.ZodType;
  readonly output: z.ZodType;
  /** Whether the operation answers `stream: true` with a stream of events. */
  readonly hasStreams?: boolean;
}

/** An operation that needs no credentials. */
export interface PublicOperation extends OperationRow {
  readonly access: "public";
  readonly modelBody?: undefined;
  readonly takesMessage?: undefined;
  readonly answer: (context: PublicContext, input: unknown) => Promise<ApiReply>;
}

/** An operation for a caller. `answer` checks the raw `input` itself. @throws GatewayError invalid_request */
export interface CallerOperation extends OperationRow {
  readonly access: Exclude<Access, "public">;
  readonly modelBody?: undefined;
  readonly takesMessage?: undefined;
  readonly answer: (context: CallerContext, input: unknown) => Promise<ApiReply>;
  /** Answers a request whose bearer is METRICS_TOKEN. Absent: that token means nothing here. */
  readonly withMetricsToken?: (context: PublicContext) => Promise<ApiReply>;
}

/** A model call. Its body names the model, which the decision depends on, so the body is read before the decision. */
export interface ModelOperation extends OperationRow {
  readonly access: Exclude<Access, "public">;
  readonly takesMessage?: undefined;
  readonly modelBody: Pick<ModelRoute, "body" | "defaultModel" | "holdsForm"> &
    Partial<Pick<ModelRoute, "required" | "answer">> & {
      /** Set if the path names the model: whether it also asks for a stream. */
      readonly isStreamed?: boolean;
    };
  readonly answer: (context: ModelCallContext) => Promise<ApiReply>;
}

/** An operation whose body is a message of a protocol of its own. It is read once the caller is admitted. */
export interface MessageOperation extends OperationRow {
  readonly access: Exclude<Access, "public">;
  readonly modelBody?: undefined;
  readonly takesMessage: true;
  readonly answer: (context: MessageContext) => Promise<ApiReply>;
}

/** A row of the operation table, which both doors, the route lists, the API reference and `GET /openapi.json` read. */
export type Operation = PublicOperation | CallerOperation | ModelOperation | MessageOperation;

type Immutable<Value> = Value extends object ? { readonly [Key in keyof Value]: Immutable<Value[Key]> } : Value;

/** Looks up an operation in the table by the method and the path of a request. */
export type FindOperation = (method: string, path: string) => { readonly operation: Operation } | undefined;

/** The answer of a handler: a body that fits the output of its contract. */
export interface JsonReply<Body> {
  readonly body: Immutable<Body>;
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer other than the JSON of the contract's output: a file, or a refusal that holds more than an error. */
export interface RawReply {
  readonly raw: ApiReply;
}

/** What a handler may answer. */
export type Reply<Body> = JsonReply<Body> | RawReply;

/** What answers the operation of a contract. The contract gives the types of context, input and reply. */
export type HandlerOf<Of extends Contract> = (
  context: ContextOf<Of["access"]>,
  input: z.output<Of["input"]>,
) => Promise<Reply<z.input<Of["output"]>>>;

/** An operation made of a contract and its handler. */
type OperationOf<Of extends Contract> = Of & {
  readonly answer: (context: ContextOf<Of["access"]>, input: unknown) => Promise<ApiReply>;
};

/** Makes an operation of a contract and its handler. */
export function defineOperation<const Of extends Contract>(contract: Of, handle: HandlerOf<Of>): OperationOf<Of> {
  return {
    ...contract,
    answer: async (context, input) => serialise(await handle(context, parseInput(member(contract, "input"), input))),
  };
}

/** A member with its exact type, where `of` is generic. */
function member<Of, Name extends keyof Of>(of: Of, name: Name): Of[Name] {
  return of[name];
}

/** Makes the operations of several contracts. A contract without a handler does not compile. */
export function operationsOf<const All extends Readonly<Record<string, Contract>>>(
  contracts: All,
  handlers: { readonly [Name in keyof All]: HandlerOf<All[Name]> },
): OperationOf<All[Extract<keyof All, string>]>[] {
  const operations: OperationOf<All[Extract<keyof All, string>]>[] = [];
  for (const name in contracts) operations.push(defineOperation(contracts[name], handlers[name]));
  return operations;
}

function serialise(reply: Reply<unknown>): ApiReply {
  return "raw" in reply ? reply.raw : json(reply.body, reply.status, { ...reply.headers });
}
