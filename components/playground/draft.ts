import type { InputOf } from "@/components/api/client";
import { readJsonObject } from "@/components/shared/forms/read-json";
import { isObject } from "@/lib/is-object";
import type { playgroundContracts } from "@/lib/wire/contracts/playground";
import { isSaid, type Message, sentMessage } from "./message";
import { readParameters } from "./parameters";

export const KINDS = ["self", "team", "user", "key", "claims"] as const;
/** Who calls: the reader themselves, or somebody whom an administrator tries. */
export type IdentityKind = (typeof KINDS)[number];

/** The form as typed. It holds no secret: a key is chosen by its id. */
export interface Draft {
  readonly by: IdentityKind;
  readonly team: string;
  readonly user: string;
  readonly key: string;
  /** The claims, as JSON. */
  readonly claims: string;
  /** The team that the identity acts for; empty: none, as when the identity is a team. */
  readonly teamHeader: string;
  readonly model: string;
  /** The model to compare with; empty: none. */
  readonly otherModel: string;
  readonly compares: boolean;
  /** The system prompt, or empty. */
  readonly system: string;
  readonly messages: readonly Message[];
  /** By name, as typed. */
  readonly parameters: Readonly<Record<string, string>>;
  /** A JSON list of tools, or empty. */
  readonly tools: string;
  /** A JSON schema of the answer, or empty. */
  readonly schema: string;
  /** Extra parameters of the body, as a JSON object, or empty. */
  readonly body: string;
}

export const EMPTY_DRAFT: Draft = {
  by: "self",
  team: "",
  user: "",
  key: "",
  claims: "",
  teamHeader: "",
  model: "",
  otherModel: "",
  compares: false,
  system: "",
  messages: [{ role: "user", content: "" }],
  parameters: {},
  tools: "",
  schema: "",
  body: "",
};

/** The identity that a call is tried as, with the header that chooses its team. */
export type ChosenIdentity = InputOf<typeof playgroundContracts.models>["as"];

/** One call. */
export interface Ask {
  /** Undefined: the reader themselves. */
  readonly as: ChosenIdentity | undefined;
  /** The team that pays, of several of the reader's own. */
  readonly team?: string;
  /** The body of a chat completion. */
  readonly request: Readonly<Record<string, unknown>>;
}

export type Faults = Partial<
  Record<
    "identity" | "model" | "otherModel" | "messages" | "parameters" | "tools" | "schema" | "body",
    string | undefined
  >
>;

const MISSING: Readonly<Record<Exclude<IdentityKind, "self">, string>> = {
  team: "Choose a team.",
  user: "Choose a user.",
  key: "Choose a key by its id.",
  claims: 'Write the claims as a JSON object, such as {"client_id": "my-project"}.',
};

/** Who a draft calls as, or the fault of that choice. */
export function readIdentity(draft: Draft): Pick<Ask, "as" | "team"> | { readonly fault: string } {
  const header = draft.teamHeader.trim();
  const beside = header === "" ? {} : { team_id: header };
  switch (draft.by) {
    case "self":
      return { as: undefined, ...(header !== "" && { team: header }) };
    case "claims": {
      const claims = readJsonObject(draft.claims, "Claims are", MISSING.claims);
      return "fault" in claims ? claims : { as: { claims: claims.value, ...beside } };
    }
    case "team":
    case "user":
    case "key": {
      const id = draft[draft.by].trim();
      if (id === "") return { fault: MISSING[draft.by] };
      return { as: { ...(draft.by !== "team" && beside), [`${draft.by}_id`]: id } };
    }
  }
}

/** The calls that a draft asks for, one for each model, or the faults of its fields. */
export function readDraft(draft: Draft): { readonly asks: readonly Ask[] } | { readonly faults: Faults } {
  const identity = readIdentity(draft);
  const model = draft.model.trim();
  const otherModel = draft.otherModel.trim();
  const parameters = readParameters(draft.parameters);
  const tools = readTools(draft.tools);
  const schema = readSchema(draft.schema);
  const further = draft.body.trim() === "" ? { value: {} } : readJsonObject(draft.body, "Extra parameters are");
  const said = draft.messages.filter(isSaid);
  const faults: Faults = {
    ...("fault" in identity && { identity: identity.fault }),
    ...(model === "" && { model: "Choose a model." }),
    ...(draft.compares && otherModel === "" && { otherModel: "Choose the model to compare with." }),
    ...(said.length === 0 && { messages: "Write a message." }),
    ...("fault" in parameters && { parameters: parameters.fault }),
    ...("fault" in tools && { tools: tools.fault }),
    ...("fault" in schema && { schema: schema.fault }),
    ...("fault" in further && { body: further.fault }),
  };
  if ("fault" in identity || "fault" in parameters || "fault" in tools || "fault" in schema || "fault" in further)
    return { faults };
  if (Object.keys(faults).length > 0) return { faults };
  const system = draft.system.trim() === "" ? [] : [{ role: "system", content: draft.system }];
  const messages = [...system, ...said.map(sentMessage)];
  const models = draft.compares ? [model, otherModel] : [model];
  return {
    asks: models.map((name) => ({
      ...identity,
      request: { ...parameters.value, ...tools.value, ...schema.value, ...further.value, model: name, messages },
    })),
  };
}

type Read = { readonly value: Record<string, unknown> } | { readonly fault: string };

/** The body's `tools`, of a list of them, of one, or of bare functions. */
function readTools(text: string): Read {
  if (text.trim() === "") return { value: {} };
  const read = readJsonObject(`{"tools": ${text}}`, "Tools are");
  if ("fault" in read) return read;
  const { tools } = read.value;
  const list: readonly unknown[] = Array.isArray(tools) ? tools : [tools];
  if (list.length === 0 || !list.every(isObject)) return { fault: "Tools are a JSON list of objects, in brackets." };
  return { value: { tools: list.map((tool) => ("type" in tool ? tool : { type: "function", function: tool })) } };
}

/** The body's `response_format`, of the schema alone. */
function readSchema(text: string): Read {
  if (text.trim() === "") return { value: {} };
  const read = readJsonObject(text, "A schema is");
  if ("fault" in read) return read;
  const json_schema = { name: "answer", strict: true, schema: read.value };
  return { value: { response_format: { type: "json_schema", json_schema } } };
}
