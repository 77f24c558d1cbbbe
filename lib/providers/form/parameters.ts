import { GatewayError } from "@/lib/errors";
import type { JsonObject } from "../json-value";
import type { OwnPart } from "./request";

/** What of a request an upstream's half may carry. */
export type FormMember =
  | "model"
  | "turns"
  | "tools"
  | "choice"
  | "isSingle"
  | "format"
  | "limit"
  | "stop"
  | "temperature"
  | "topP"
  | "topK"
  | "seed"
  | "frequencyPenalty"
  | "presencePenalty"
  | "effort"
  | "thinking"
  | "user"
  | "cache"
  | "isStreamed";

/** A parameter of a client's dialect. */
export interface Parameter {
  /** Where the form has it; undefined: only upstreams of this dialect have it. */
  readonly member?: FormMember;
  /**
   * What happens where the upstream has nothing like it. A hint is dropped, because the answer has the same form
   * without it; what would change the form of the answer is refused.
   */
  readonly otherwise: "dropped" | "refused";
  /** For the documents. */
  readonly says?: string;
  /** Whether a value of a refused parameter asks for nothing. */
  readonly asksNothing?: (value: unknown) => boolean;
  /** What to do instead, for the refusal. */
  readonly instead?: string;
}

/** Every parameter of a client's dialect, by name. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

/** What an upstream's half carries, with what the documents say about it. */
export type CarriedMembers = Readonly<Partial<Record<FormMember, string>>>;

export type Treatment = "translated" | "dropped" | "refused";

/** How a parameter is treated on its way to an upstream; docs/dialects.md prints it. */
export function treatmentOf({ member, otherwise }: Parameter, carried: CarriedMembers): Treatment {
  return member !== undefined && carried[member] !== undefined ? "translated" : otherwise;
}

/**
 * `lacks` says why a parameter cannot be used. @throws GatewayError invalid_request that names the first parameter that
 * the upstream has nothing like, or that the client's own dialect does not know
 */
export function checkParameters(body: JsonObject, known: ParameterTable, carried: CarriedMembers, lacks: string): void {
  for (const [name, value] of Object.entries(body)) {
    if (value === null) continue;
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (parameter && (treatmentOf(parameter, carried) !== "refused" || parameter.asksNothing?.(value))) continue;
    const shown = name.slice(0, 60);
    throw invalid(shown, `"${shown}" cannot be used with this model: ${parameter?.instead ?? lacks}`);
  }
}

/** The error for a request that this upstream cannot serve. `param` is the path of the member at fault. */
export function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param });
}

/** The error for a tool that runs at the client's own provider. */
export function foreignTool({ at, value, param = `${at}.type` }: OwnPart): GatewayError {
  const type = JSON.stringify(String(value["type"]).slice(0, 60));
  return invalid(param, `${at}: only the caller's own functions can be used with this model, not ${type}.`);
}
