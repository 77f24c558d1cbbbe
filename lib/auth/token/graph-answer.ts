import { parseJsonBytes } from "./json-object";
import type { ArrivedAnswer } from "./provider-answer";

/** A token for Microsoft Graph. */
export interface GraphToken {
  readonly token: string;
  /** For how many seconds it is good. */
  readonly seconds: number;
}

/** Reads the answer of the token endpoint (RFC 6749 §5.1). @throws Error that repeats nothing of the answer */
export function readGraphToken({ status, body }: ArrivedAnswer): GraphToken {
  if (status === 400 || status === 401)
    throw new Error(`the token endpoint answers ${status} to the client credentials of "microsoft_graph"`);
  const value = readObject({ status, body }, "the token endpoint");
  const { access_token: token, expires_in: seconds } = value;
  if (typeof token !== "string" || token === "") throw new Error("the token endpoint returns no access_token");
  return { token, seconds: typeof seconds === "number" && seconds > 0 ? seconds : 0 };
}

/** Reads the answer of `getMemberObjects`: the ids of all groups. @throws Error that repeats nothing of the answer */
export function readMemberObjects({ status, body }: ArrivedAnswer): string[] {
  if (status === 403) throw new Error("the application may not read groups; grant it User.Read.All");
  if (status === 404) throw new Error("the tenant has no such user");
  const { value: ids, "@odata.nextLink": more } = readObject({ status, body }, "Microsoft Graph");
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string"))
    throw new Error("Microsoft Graph returns no list of ids");
  if (more !== undefined) throw new Error("Microsoft Graph returns more groups than one answer holds");
  return ids;
}

function readObject({ status, body }: ArrivedAnswer, who: string): Readonly<Record<string, unknown>> {
  if (status !== 200) throw new Error(`${who} answers with status ${status}`);
  const document = parseJsonBytes(body);
  if ("fault" in document) throw new Error(`the answer of ${who} ${document.fault}`);
  return document.value;
}
