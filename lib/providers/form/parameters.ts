import { GatewayError } from "@/lib/errors";
import type { JsonObject } from "../json-value";
import type { OwnPart, SharedMember } from "./request";

/** What of a request an upstream's half may carry. */
export type FormMember =
  | "model"
  | "turns"
  | "tools"
  | "search"
  | "choice"
  | "isSingle"
  | "format"
  | "limit"
  | "count"
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
  | SharedMember
  | InnerPart
  | "isStreamed";

/** What stands inside other members. */
export type InnerPart =
  | "thoughts"
  | "strict"
  | "title"
  | "context"
  | "citing"
  | "detail"
  | "display"
  | "searchSize"
  | "searchPlace"
  | "searchUses"
  | "cacheScope"
  | "cacheTime";

/** A parameter of a client's dialect. */
export interface Parameter {
  /** Where the form has it; undefined: only upstreams of this dialect have it. */
  readonly member?: FormMember;
  /**
   * What happens where the upstream has nothing like it. A hint is dropped, because the answer has the same form
   * without it; what would change the form of the answer is refused.
   */
  readonly otherwise: "dropped" | "refused";
  /** Whether the answer has the same form without it, although it says less: `drop_params` then drops it. */
  readonly keepsForm?: true;
  /** Whether a request has no meaning without it: no setting drops it. */
  readonly isRequired?: true;
  /** For the documents. */
  readonly says?: string;
  /** Whether a value asks for nothing, so that nothing is lost without it. */
  readonly asksNothing?: (value: unknown) => boolean;
  /** What to do instead, for the refusal. */
  readonly instead?: string;
}

/** Every parameter of a client's dialect, by name. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

/** A member of the form as an upstream's half writes it. */
export interface CarriedMember {
  /** Its name in the upstream's body; dots lead to inner members. */
  readonly as: string;
  /** For the documents. */
  readonly says?: string;
}

/** What an upstream's half carries. */
export type CarriedMembers = Readonly<Partial<Record<FormMember, CarriedMember>>>;

/** What a family of models takes of the form, whoever serves it and by whatever dialect. */
export interface Family {
  /** As the documents name it. */
  readonly name: string;
  /** What becomes of a member, for the documents. */
  readonly rules: Readonly<Partial<Record<FormMember, string>>>;
}

/** What decides how an upstream's half treats a parameter. */
export interface Carrier {
  readonly carried: CarriedMembers;
  /** Why a parameter that it does not carry cannot be used. */
  readonly lacks: string;
}

/** Carried: as it is, by the same name. Mapped: by another name, or in another form. */
export type Treatment = "carried" | "mapped" | "dropped" | "refused";

/** How the parameter of that name is treated on its way to an upstream; docs/reference/parameters.md prints it. */
export function treatmentOf(name: string, { member, otherwise }: Parameter, carried: CarriedMembers): Treatment {
  const found = member === undefined ? undefined : carried[member];
  if (!found) return otherwise;
  return found.as === name ? "carried" : "mapped";
}

/**
 * The names of the parameters that are dropped. `isLenient`: parameters that would be refused are dropped too, as long
 * as the answer keeps its form. @throws GatewayError invalid_request that names the first parameter that the upstream
 * has nothing like, or that the client's own dialect does not know
 */
export function checkParameters(
  body: JsonObject,
  known: ParameterTable,
  { carried, lacks }: Carrier,
  isLenient = false,
): string[] {
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value === null) continue;
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (parameter?.member !== undefined && carried[parameter.member] !== undefined) continue;
    if (parameter?.asksNothing?.(value)) continue;
    const isDropped = parameter?.otherwise === "dropped" || (isLenient && (!parameter || parameter.keepsForm));
    const shown = name.slice(0, 60);
    if (!isDropped) throw invalid(shown, `"${shown}" cannot be used with this model: ${parameter?.instead ?? lacks}`);
    dropped.push(shown);
  }
  return dropped;
}

/**
 * What the caller calls a member of the form: those of its parameters that are in the body, else the first one that
 * could be.
 */
export function namesOf(member: FormMember, known: ParameterTable, body: JsonObject): string[] {
  const names = Object.keys(known).filter((name) => known[name]?.member === member);
  const given = names.filter((name) => body[name] !== undefined && body[name] !== null);
  return given.length > 0 ? given : names.slice(0, 1);
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
