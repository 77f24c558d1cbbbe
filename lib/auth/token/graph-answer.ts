import { isObject } from "@/lib/is-object";
import { parseJsonBytes } from "./json-object";
import type { ArrivedAnswer } from "./provider-answer";

/** A token for Microsoft Graph. */
export interface GraphToken {
  readonly token: string;
  /** For how many seconds it is valid. */
  readonly seconds: number;
}

/** Graph, or its token endpoint, asks for a pause. */
export class GraphBusy extends Error {
  readonly seconds: number;
  constructor(who: string, status: number, seconds: number) {
    super(`${who} answers with status ${status} and wants to be asked again in ${seconds} s`);
    this.seconds = seconds;
  }
}

/** Graph does not accept its own token any more, as after a change of the application's secret or permissions. */
export class GraphTokenRefused extends Error {}

/** The longest pause that is respected, in seconds: a provider must not shut callers out for a day. */
const LONGEST_PAUSE = 300;

/**
 * Reads the answer of the token endpoint (RFC 6749 §5.1). @throws GraphBusy, Error that repeats nothing of the answer
 */
export function readGraphToken(answer: ArrivedAnswer): GraphToken {
  const { status } = answer;
  if (status === 400 || status === 401)
    throw new Error(`the token endpoint answers ${status} to the client credentials of "microsoft_graph"`);
  const value = readObject(answer, "the token endpoint");
  const { access_token: token, expires_in: seconds } = value;
  if (typeof token !== "string" || token === "") throw new Error("the token endpoint returns no access_token");
  return { token, seconds: typeof seconds === "number" && seconds > 0 ? seconds : 0 };
}

/**
 * Reads the answer of `getMemberObjects`: the ids of all groups, administrative units and directory roles. It has no
 * pages. @throws GraphBusy, GraphTokenRefused, Error that repeats nothing of the answer
 */
export function readMemberObjects(answer: ArrivedAnswer): string[] {
  const { status, body } = answer;
  if (status === 401) throw new GraphTokenRefused("Microsoft Graph does not accept the application's token");
  if (status === 400 && codeOf(body) === TOO_MANY)
    throw new Error("the user is in more groups than Microsoft Graph lists in one answer");
  if (status === 403) throw new Error("the application may not read groups; grant it User.Read.All");
  if (status === 404) throw new Error("the tenant has no such user");
  const { value: ids, "@odata.nextLink": more } = readObject(answer, "Microsoft Graph");
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string"))
    throw new Error("Microsoft Graph returns no list of ids");
  if (more !== undefined) throw new Error("Microsoft Graph returns more groups than one answer holds");
  return ids;
}

const TOO_MANY = "Directory_ResultSizeLimitExceeded";

/** The code of an error of Microsoft Graph: `{"error": {"code": …}}`. */
function codeOf(body: Uint8Array): unknown {
  const document = parseJsonBytes(body);
  const error = "fault" in document ? undefined : document.value["error"];
  return isObject(error) ? error["code"] : undefined;
}

function readObject({ status, body, retryAfter }: ArrivedAnswer, who: string): Readonly<Record<string, unknown>> {
  // Throttled: 429 always says for how long, an overloaded service (503, 504) sometimes.
  if (status === 429 || (retryAfter !== undefined && (status === 503 || status === 504)))
    throw new GraphBusy(who, status, Math.min(Math.max(retryAfter ?? 5, 1), LONGEST_PAUSE));
  if (status !== 200) throw new Error(`${who} answers with status ${status}`);
  const document = parseJsonBytes(body);
  if ("fault" in document) throw new Error(`the answer of ${who} ${document.fault}`);
  return document.value;
}
