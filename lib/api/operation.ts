import type { z } from "zod";
import type { Access, Effect } from "@/lib/auth/access";
import type { RouteFamily } from "@/lib/auth/routes";
import { json, type ApiReply, type ApiRequest } from "@/lib/doors/contract";
import type { CallBody } from "@/lib/providers/call-body";
import type { ModelRoute } from "@/lib/providers/model-routes";
import type { Services } from "@/lib/gateway/services";
import type { Caller } from "@/lib/gateway/request/caller";
import type { Contract } from "@/lib/wire/contract";
import { parseInput } from "./parse-input";

/** What a public operation works with: nobody is asked who they are. */
export interface PublicContext {
  readonly services: Services;
  readonly request: ApiRequest;
}

/** What every other operation works with. */
export interface CallerContext extends PublicContext {
  readonly caller: Caller;
}

/** What a call of a model works with. */
export interface ModelCallContext extends CallerContext {
  readonly modelBody: CallBody;
}

/** The context that a handler gets follows from who may call. */
export type ContextOf<Who extends Access> = Who extends "public" ? PublicContext : CallerContext;

interface OperationRow {
  readonly id: string;
  readonly method: "GET" | "POST";
  /** Canonical, without `/v1`. `{name}` is a parameter and, at the end, may hold `/`. */
  readonly path: string;
  readonly family: RouteFamily;
  readonly access: Access;
  readonly effect: Effect;
  readonly summary: string;
  /** A POST's JSON body, a GET's query and path parameters. Undefined: the operation reads the request itself. */
  readonly input?: z.ZodType;
  readonly output: z.ZodType;
  /** Whether it also answers with a stream of events, to those who send `stream: true`. */
  readonly hasStreams?: boolean;
}

/** An operation that asks nobody who they are. */
export interface PublicOperation extends OperationRow {
  readonly access: "public";
  readonly modelBody?: undefined;
  readonly answer: (context: PublicContext, input: unknown) => Promise<ApiReply>;
}

/** An operation of a caller. `input` is what was sent; the operation checks it. @throws GatewayError invalid_request */
export interface CallerOperation extends OperationRow {
  readonly access: Exclude<Access, "public">;
  readonly modelBody?: undefined;
  readonly answer: (context: CallerContext, input: unknown) => Promise<ApiReply>;
}

/** A call of a model. Its body names the model to decide about, so it is read before the decision. */
export interface ModelOperation extends OperationRow {
  readonly access: Exclude<Access, "public">;
  readonly modelBody: Pick<ModelRoute, "body" | "defaultModel"> & Partial<Pick<ModelRoute, "required" | "answer">>;
  readonly answer: (context: ModelCallContext) => Promise<ApiReply>;
}

/** One row of the table that both doors, the route families, the API reference and `GET /openapi.json` are read from. */
export type Operation = PublicOperation | CallerOperation | ModelOperation;

type Immutable<Value> = Value extends object ? { readonly [Key in keyof Value]: Immutable<Value[Key]> } : Value;

/** Looks an operation up in the table, by the method and the path of a request. */
export type FindOperation = (method: string, path: string) => { readonly operation: Operation } | undefined;

/** A handler's answer: a body in the form of its contract's output. */
export interface JsonReply<Body> {
  readonly body: Immutable<Body>;
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is not the JSON of the contract's output: a file, or a refusal with more than an error in it. */
export interface RawReply {
  readonly raw: ApiReply;
}

export type Reply<Body> = JsonReply<Body> | RawReply;

/** Ties a handler to its contract: its context, its input and its reply have the contract's types. */
export function defineOperation<Who extends Access, Input extends z.ZodType, Output extends z.ZodType>(
  contract: Contract<Who, Input, Output>,
  handle: (context: ContextOf<Who>, input: z.output<Input>) => Promise<Reply<z.input<Output>>>,
) {
  return {
    ...contract,
    answer: async (context: ContextOf<Who>, input: unknown): Promise<ApiReply> =>
      serialise(await handle(context, parseInput(contract.input, input))),
  };
}

function serialise(reply: Reply<unknown>): ApiReply {
  return "raw" in reply ? reply.raw : json(reply.body, reply.status, { ...reply.headers });
}
