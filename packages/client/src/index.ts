export {
  type Client,
  type ClientOptions,
  createClient,
  GatewayError,
  type InputOf,
  type OperationName,
  type OutputOf,
  type PagedName,
  type RowOf,
} from "./client.js";
export type { ErrorCode, Json, Operations } from "./operations.js";
