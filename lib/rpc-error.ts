/** An error as JSON-RPC says it. */
export interface RpcErrorBody {
  readonly jsonrpc: "2.0";
  readonly id?: string | number;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** The parts of a failure that JSON-RPC's form has. */
interface Failed {
  readonly code: string;
  readonly message: string;
  readonly options: {
    readonly param?: string;
    readonly messageId?: string | number;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;
/** Outside the range that JSON-RPC and MCP reserve. */
const NOT_ALLOWED = -31001;
const UNAUTHENTICATED = -31002;
const TOO_MANY = -31003;

/** A failure in the form of JSON-RPC, with the code of the gateway in its data. `decisionId`: of a refusal. */
export function rpcError({ code, message, options }: Failed, status: number, decisionId?: string): RpcErrorBody {
  const { messageId, param, details } = options;
  return {
    jsonrpc: "2.0",
    ...(messageId !== undefined && { id: messageId }),
    error: {
      code: rpcCode(status),
      message,
      data: {
        code,
        ...(param !== undefined && { param }),
        ...(decisionId !== undefined && { decision_id: decisionId }),
        ...details,
      },
    },
  };
}

function rpcCode(status: number): number {
  if (status === 401) return UNAUTHENTICATED;
  if (status === 403) return NOT_ALLOWED;
  if (status === 429) return TOO_MANY;
  return status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
}
