import { GatewayError } from "@/lib/errors";
import type { AnswerEnd, AnswerEvent, NeutralAnswer } from "./answer";
import type { FunctionTool, NeutralRequest } from "./request";

/**
 * The tool that a model without a form for its answers is made to call; its arguments are the answer. No caller can
 * have one of this name, so that its calls are never mixed up with the caller's.
 */
export const ANSWER_TOOL = "gateway_answer_in_this_form";

/**
 * The request with that tool in place of a schema for the answer. A caller who lets the model call tools too gets a
 * call or an answer; one who demands a call gets the call. @throws GatewayError invalid_request
 */
export function withAnswerTool(request: NeutralRequest): NeutralRequest {
  const { format, tools, choice } = request;
  const taken = tools.findIndex((tool) => tool.kind === "function" && tool.name === ANSWER_TOOL);
  if (taken !== -1)
    throw new GatewayError("invalid_request", `The gateway keeps the name ${ANSWER_TOOL} for itself.`, {
      param: `tools.${taken}`,
    });
  // Arguments are an object, and so must be the answer.
  if (format?.kind !== "schema" || format.schema["type"] !== "object") return request;
  const isDemanded = choice?.kind === "required" || choice?.kind === "named";
  if (isDemanded && tools.length > 0) return { ...request, format: undefined };
  const tool: FunctionTool = {
    kind: "function",
    name: ANSWER_TOOL,
    description: "Gives the answer to the user.",
    parameters: format.schema,
    isStrict: false,
  };
  const isOnly = tools.length === 0 || choice?.kind === "none";
  return {
    ...request,
    format: undefined,
    tools: [...tools, tool],
    choice: isOnly ? { kind: "named", name: ANSWER_TOOL } : { kind: "required" },
  };
}

/** The answer with what the tool was called with as its text. What the model said before it is not the answer. */
export function withAnswerText(answer: NeutralAnswer): NeutralAnswer {
  const { parts, end } = answer;
  const isAnswer = (part: NeutralAnswer["parts"][number]): boolean => part.kind === "call" && part.name === ANSWER_TOOL;
  if (!parts.some(isAnswer)) return answer;
  const hasCalls = parts.some((part) => part.kind === "call" && !isAnswer(part));
  return {
    ...answer,
    parts: parts
      .filter((part) => part.kind !== "text")
      .map((part) =>
        part.kind === "call" && isAnswer(part) ? { kind: "text", text: part.arguments || NOTHING } : part,
      ),
    end: end && endOf(end, hasCalls),
  };
}

const NOTHING = "{}";

function endOf(end: AnswerEnd, hasCalls: boolean): AnswerEnd {
  return end === "calls" && !hasCalls ? "stop" : end;
}

/** Does the same for a stream, event by event. */
export class AnswerTextEvents {
  /** Which call of the answer the tool's is. */
  #call: number | undefined;
  #isOpen = false;
  #hasArguments = false;
  #hasCalls = false;

  read(event: AnswerEvent): readonly AnswerEvent[] {
    switch (event.kind) {
      case "call":
        return event.name === ANSWER_TOOL ? this.#begin(event.call) : [...this.#end(), this.#ofCaller(event)];
      case "arguments":
        if (event.call !== this.#call) return [this.#ofCaller(event)];
        this.#hasArguments = true;
        return [{ kind: "text", text: event.text }];
      case "end":
        return [...this.#end(), this.#call === undefined ? event : { ...event, end: endOf(event.end, this.#hasCalls) }];
      case "close":
        return [...this.#end(), event];
      default:
        return [event];
    }
  }

  #begin(call: number): readonly AnswerEvent[] {
    this.#call = call;
    this.#isOpen = true;
    return [];
  }

  #end(): readonly AnswerEvent[] {
    const isEmpty = this.#isOpen && !this.#hasArguments;
    this.#isOpen = false;
    return isEmpty ? [{ kind: "text", text: NOTHING }] : [];
  }

  /** The caller's calls are counted without the tool's. */
  #ofCaller<Event extends Extract<AnswerEvent, { call: number }>>(event: Event): Event {
    this.#hasCalls = true;
    return this.#call !== undefined && event.call > this.#call ? { ...event, call: event.call - 1 } : event;
  }
}
