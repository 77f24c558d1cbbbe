import type { z } from "zod";
import type { RouteFamily } from "@/lib/auth/routes";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import type { CallBody } from "@/lib/providers/call-body";
import type { ModelRoute } from "@/lib/providers/model-routes";
import type { Services } from "@/lib/gateway/services";
import type { Caller } from "@/lib/gateway/request/caller";

export interface OperationContext {
  readonly services: Services;
  readonly request: ApiRequest;
  /** Undefined on public operations only. */
  readonly caller: Caller | undefined;
  /** On operations whose body names a model. */
  readonly modelBody: CallBody | undefined;
}

/** One row of the table that both doors, the route families, the API reference and `GET /openapi.json` are read from. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST";
  /** Canonical, without `/v1`. `{name}` is a parameter and, at the end, may hold `/`. */
  readonly path: string;
  readonly family: RouteFamily;
  readonly summary: string;
  /** A POST's JSON body, a GET's query. Undefined: the handler reads the request itself. */
  readonly input?: z.ZodType;
  /** The body names the model to decide about, in this form; the handler gets it as `modelBody`. */
  readonly modelBody?: Pick<ModelRoute, "body" | "defaultModel"> & Partial<Pick<ModelRoute, "required" | "answer">>;
  /** Whether it also answers with a stream of events, to those who send `stream: true`. */
  readonly hasStreams?: boolean;
  readonly output: z.ZodType;
  readonly handle: (context: OperationContext, input: never) => Promise<ApiReply>;
}

/** Ties a handler's input type to its schema. */
export function defineOperation<Input extends z.ZodType = z.ZodUndefined>(
  operation: Omit<Operation, "handle" | "input"> & {
    readonly input?: Input;
    readonly handle: (context: OperationContext, input: z.output<Input>) => Promise<ApiReply>;
  },
): Operation {
  return operation;
}
