import { GatewayError } from "@/lib/errors";
import type { Door } from "../../adapter";
import type { Deployment } from "../../deployment";

/** What can be asked of a model, as the end of its path. */
export type GoogleMethod =
  | "generateContent"
  | "streamGenerateContent"
  | "countTokens"
  | "embedContent"
  | "batchEmbedContents"
  | "predict"
  | "rawPredict"
  | "streamRawPredict";

/** Where a method is asked of, and with which key. */
export type GoogleDoor = (deployment: Deployment, method: GoogleMethod) => Door;

/** Streams are asked for as events; without the query they are one list. */
const QUERIES: Partial<Record<GoogleMethod, string>> = { streamGenerateContent: "?alt=sse" };

/**
 * The last part of a path, which names model and method. @throws GatewayError invalid_request for a name that would
 * lead to another path: a wildcard may take it from the caller
 */
export function modelMethod(model: string, method: GoogleMethod): string {
  if (/^\.*$/.test(model))
    throw new GatewayError("invalid_request", `${JSON.stringify(model)} is not the name of a model.`, {
      param: "model",
    });
  return `${encodeURIComponent(model)}:${method}${QUERIES[method] ?? ""}`;
}
