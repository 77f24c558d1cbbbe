import { isObject } from "@/lib/is-object";
import type { PlaygroundDecision, PlaygroundDeployment, PlaygroundUsage } from "@/lib/wire/contracts/playground";
import type { StreamEvent } from "./stream-events";

/** One call of the playground, as far as it has come. */
export interface Run {
  readonly model: string;
  readonly phase: "waiting" | "streaming" | "done" | "stopped" | "refused" | "failed";
  /** What the model has answered so far. */
  readonly text: string;
  /** How many pieces of the answer had content, which is about the number of tokens. */
  readonly pieces: number;
  readonly decision: PlaygroundDecision | undefined;
  readonly deployment: PlaygroundDeployment | undefined;
  readonly usage: PlaygroundUsage | undefined;
  readonly failure: { readonly code: string; readonly message: string } | undefined;
}

/** A call of a model that has been sent. */
export function startedRun(model: string): Run {
  return {
    model,
    phase: "waiting",
    text: "",
    pieces: 0,
    decision: undefined,
    deployment: undefined,
    usage: undefined,
    failure: undefined,
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
      const text = contentOf(value);
      return text === "" ? run : { ...run, text: run.text + text, pieces: run.pieces + 1 };
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

/** The call after an answer that is not a stream: a refusal of the identity, or of the form. */
export function afterRefusal(run: Run, status: number, body: unknown): Run {
  const decision = isObject(body) && isObject(body["decision"]) ? (body["decision"] as PlaygroundDecision) : undefined;
  const { code, message } = failureOf(body);
  const failure = { code, message: message === "" ? `The gateway answered with status ${status}.` : message };
  return { ...run, phase: decision ? "refused" : "failed", decision, failure };
}

function failureOf(body: unknown): { code: string; message: string } {
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {};
  const { code, type, message } = error;
  return {
    code: typeof code === "string" ? code : typeof type === "string" ? type : "error",
    message: typeof message === "string" ? message : "",
  };
}

/** The content of a piece of a chat completion, or of a whole one. */
function contentOf(piece: unknown): string {
  const choices = isObject(piece) ? piece["choices"] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const said = isObject(first) ? (first["delta"] ?? first["message"]) : undefined;
  const content = isObject(said) ? said["content"] : undefined;
  return typeof content === "string" ? content : "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
