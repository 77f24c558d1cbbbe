import { GatewayError } from "@/lib/errors";
import { isObject } from "@/lib/is-object";
import type { AnswerEnd, NeutralAnswer, NeutralError } from "../../../form/answer";
import type { Part } from "../../../form/request";
import { listAt, objectAt, parseObjectText, textAt, type JsonObject } from "../../../json-value";
import { readCall } from "../../chat/tool-calls";
import { readCohereUsage } from "../usage";

/** Reads an answer of `/v2/chat`. @throws GatewayError upstream_invalid_response for what is none, or broke off */
export function readCohereAnswer(answer: JsonObject): NeutralAnswer {
  const { message, finish_reason: reason } = answer;
  if (!isObject(message)) throw new GatewayError("upstream_invalid_response", "The upstream's answer has no message.");
  const end = readCohereEnd(reason);
  if (end === undefined) throw brokenOff(reason);
  const plan = textAt(message, "tool_plan");
  const parts: Part[] = [
    ...listAt(message, "content").filter(isObject).flatMap(readPart),
    ...(plan ? [thought(plan)] : []),
    ...listAt(message, "tool_calls").filter(isObject).map(readCall),
  ];
  return { id: answer["id"], model: undefined, parts, end, usage: readCohereUsage(objectAt(answer, "usage")) };
}

/** What the model says about the calls that it is about to make is a thought, and no part of the answer. */
function thought(text: string): Part {
  return { kind: "thought", text, signature: undefined };
}

function readPart(part: JsonObject): Part[] {
  const text = textAt(part, "text");
  if (text) return [{ kind: "text", text }];
  const thinking = textAt(part, "thinking");
  return thinking ? [thought(thinking)] : [];
}

/** Why an answer ended; undefined: it broke off, because time ran out or by a fault. */
export function readCohereEnd(reason: unknown): AnswerEnd | undefined {
  switch (reason) {
    case "MAX_TOKENS":
      return "length";
    case "TOOL_CALL":
      return "calls";
    case "ERROR_TOXIC":
      return "filtered";
    case "ERROR":
    case "ERROR_LIMIT":
    case "TIMEOUT":
      return undefined;
    default:
      return "stop";
  }
}

/** The error of an answer that broke off. */
function brokenOff(reason: unknown): GatewayError {
  const cause = String(reason).slice(0, 60);
  return new GatewayError("upstream_invalid_response", `The upstream broke its answer off (${cause}).`);
}

/** Cohere's errors are a message, and sometimes an id. */
export function readCohereError(text: string, status: number): NeutralError {
  return { status, message: textAt(parseObjectText(text) ?? {}, "message"), code: undefined };
}
