import { isObject } from "@/lib/is-object";
import type { PlaygroundDecision, PlaygroundDeployment, PlaygroundUsage } from "@/lib/wire/contracts/playground";
import type { ToolCall } from "./message";
import type { StreamEvent } from "./stream-events";

/** One call of the playground, up to now. */
export interface Run {
  readonly model: string;
  readonly phase: "waiting" | "streaming" | "done" | "stopped" | "refused" | "failed";
  /** What the model has answered so far. */
  readonly text: string;
  /** The tools that the model has asked for so far. */
  readonly calls: readonly ToolCall[];
  /** How many pieces of the answer had content, which is about the number of tokens. */
  readonly pieces: number;
  readonly decision: PlaygroundDecision | undefined;
  readonly deployment: PlaygroundDeployment | undefined;
  readonly usage: PlaygroundUsage | undefined;
  readonly failure: { readonly code: string; readonly message: string } | undefined;
  /** Of a refusal that was recorded. */
  readonly decisionId: string | undefined;
}

/** A call of a model that has been sent. */
export function startedRun(model: string): Run {
  return {
    model,
    phase: "waiting",
    text: "",
    calls: [],
    pieces: 0,
    decision: undefined,
    deployment: undefined,
    usage: undefined,
    failure: undefined,
    decisionId: undefined,
  };
}

/** Whether the call may go on. */
export function isOpen({ phase }: Run): boolean {
  return phase === "waiting" || phase === "streaming";
}

/** The call after one more event of its stream. */
export function afterEvent(run: Run, { name, data }: StreamEvent): Run {
  if (data === "[DONE]") return run;
  const value = parse(data);
  switch (name) {
    // The gateway and the console are one build, so the data is what the contract says.
    case "decision":
      return { ...run, decision: value as PlaygroundDecision };
    case "deployment":
      return { ...run, phase: "streaming", deployment: value as PlaygroundDeployment };
    case "usage":
      return { ...run, usage: value as PlaygroundUsage };
    case "error":
      return { ...run, phase: "failed", failure: failureOf(value) };
    default: {
      // A stream that breaks off ends with a piece that holds the error.
      if (isObject(value) && isObject(value["error"])) return { ...run, phase: "failed", failure: failureOf(value) };
      const said = saidIn(value);
      const text = typeof said["content"] === "string" ? said["content"] : "";
      const calls: unknown = said["tool_calls"];
      if (text === "" && !Array.isArray(calls)) return run;
      return {
        ...run,
        text: run.text + text,
        calls: Array.isArray(calls) ? calls.reduce(withCall, run.calls) : run.calls,
        pieces: run.pieces + 1,
      };
    }
  }
}

/** The call after the end of its stream. */
export function afterEnd(run: Run): Run {
  if (!isOpen(run)) return run;
  if (run.usage) return { ...run, phase: "done" };
  const message = "The connection to the gateway broke before the end of the answer.";
  return { ...run, phase: "failed", failure: { code: "unreachable", message } };
}

/**
 * The call after an answer that is not a stream: a refusal of the identity, or of the form. `decisionId`: of the header
 * `x-gateway-decision-id`.
 */
export function afterRefusal(run: Run, status: number, body: unknown, decisionId?: string): Run {
  const decision = isObject(body) && isObject(body["decision"]) ? (body["decision"] as PlaygroundDecision) : undefined;
  const { code, message } = failureOf(body);
  const failure = { code, message: message === "" ? `The gateway answered with status ${status}.` : message };
  const isRefused = decision !== undefined || decisionId !== undefined;
  return { ...run, phase: isRefused ? "refused" : "failed", decision, failure, decisionId };
}

function failureOf(body: unknown): { code: string; message: string } {
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {};
  const { code, type, message } = error;
  return {
    code: typeof code === "string" ? code : typeof type === "string" ? type : "error",
    message: typeof message === "string" ? message : "",
  };
}

/** What a piece of a chat completion adds, or what a whole one says. */
function saidIn(piece: unknown): Record<string, unknown> {
  const choices = isObject(piece) ? piece["choices"] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const said = isObject(first) ? (first["delta"] ?? first["message"]) : undefined;
  return isObject(said) ? said : {};
}

/** The tools asked for after one more piece: the first piece of a call names it, the others bring its arguments. */
function withCall(calls: readonly ToolCall[], piece: unknown): readonly ToolCall[] {
  if (!isObject(piece)) return calls;
  const { index, id } = piece;
  const asked = isObject(piece["function"]) ? piece["function"] : {};
  const at = typeof index === "number" && index < calls.length ? index : calls.length;
  const before = calls[at] ?? { id: "", name: "", arguments: "" };
  const call = {
    id: typeof id === "string" && id !== "" ? id : before.id,
    name: before.name + textOf(asked["name"]),
    arguments: before.arguments + textOf(asked["arguments"]),
  };
  return [...calls.slice(0, at), call, ...calls.slice(at + 1)];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
