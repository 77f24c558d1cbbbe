import type { InputOf } from "@/components/api/client";
import { readJsonObject } from "@/components/shared/forms/read-json-object";
import type { playgroundContracts } from "@/lib/wire/contracts/playground";

export const KINDS = ["team", "user", "key", "claims"] as const;
export type IdentityKind = (typeof KINDS)[number];

export const ROLES = ["system", "user", "assistant"] as const;

/** One message of the conversation, as typed. */
export interface Message {
  readonly role: string;
  readonly content: string;
}

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
  readonly messages: readonly Message[];
  /** Extra parameters of the body, as a JSON object, or empty. */
  readonly body: string;
}

export const EMPTY_DRAFT: Draft = {
  by: "team",
  team: "",
  user: "",
  key: "",
  claims: "",
  teamHeader: "",
  model: "",
  otherModel: "",
  compares: false,
  messages: [{ role: "user", content: "" }],
  body: "",
};

export type ChosenIdentity = InputOf<typeof playgroundContracts.models>["as"];
/** The body of `POST /auth/playground`. */
export type Ask = InputOf<typeof playgroundContracts.call>;
export type Faults = Partial<Record<"identity" | "model" | "otherModel" | "messages" | "body", string>>;

const MISSING: Readonly<Record<IdentityKind, string>> = {
  team: "Choose a team.",
  user: "Choose a user.",
  key: "Choose a key by its id.",
  claims: 'Write the claims as a JSON object, such as {"client_id": "my-project"}.',
};

/** The identity that a draft chooses, or its fault. */
export function readIdentity(draft: Draft): { readonly as: ChosenIdentity } | { readonly fault: string } {
  const header = draft.teamHeader.trim();
  const beside = draft.by === "team" || header === "" ? {} : { team_id: header };
  if (draft.by === "claims") {
    const claims = readJsonObject(draft.claims, "Claims are", MISSING.claims);
    return "fault" in claims ? claims : { as: { claims: claims.value, ...beside } };
  }
  const id = draft[draft.by].trim();
  if (id === "") return { fault: MISSING[draft.by] };
  switch (draft.by) {
    case "team":
      return { as: { team_id: id } };
    case "user":
      return { as: { user_id: id, ...beside } };
    case "key":
      return { as: { key_id: id, ...beside } };
  }
}

/** The calls that a draft asks for, one for each model, or the faults of its fields. */
export function readDraft(draft: Draft): { readonly asks: readonly Ask[] } | { readonly faults: Faults } {
  const identity = readIdentity(draft);
  const model = draft.model.trim();
  const otherModel = draft.otherModel.trim();
  const further = draft.body.trim() === "" ? { value: {} } : readJsonObject(draft.body, "Extra parameters are");
  const messages = draft.messages.filter(({ content }) => content.trim() !== "");
  const faults: Faults = {
    ...("fault" in identity && { identity: identity.fault }),
    ...(model === "" && { model: "Choose a model." }),
    ...(draft.compares && otherModel === "" && { otherModel: "Choose the model to compare with." }),
    ...(messages.length === 0 && { messages: "Write a message." }),
    ...("fault" in further && { body: further.fault }),
  };
  if (Object.keys(faults).length > 0 || "fault" in identity || "fault" in further) return { faults };
  const models = draft.compares ? [model, otherModel] : [model];
  return {
    asks: models.map((name) => ({ as: identity.as, request: { ...further.value, model: name, messages } })),
  };
}
