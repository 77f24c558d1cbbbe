import type { InputOf } from "@/components/api/client";
import type { modelContracts } from "@/lib/wire/contracts/models";
import {
  givenSettings,
  keptSettings,
  type SettingsDraft,
  settingsDraftOf,
} from "@/components/provider-settings/settings-draft";
import { fieldsOfModel } from "@/components/provider-settings/setting-fields";
import { ENTRY_SECRETS } from "@/lib/config/provider-settings/table";
import type { ModelView } from "@/lib/wire/model";

/** An entry as typed. Parameters without a field of their own are JSON. */
export interface EntryDraft extends SettingsDraft {
  readonly modelName: string;
  readonly model: string;
  readonly apiBase: string;
  /** Empty when an entry is opened. Left empty, its key stays. */
  readonly apiKey: string;
  /** Empty: the entry names none. */
  readonly credentialName: string;
  readonly weight: string;
  readonly rpm: string;
  readonly tpm: string;
  readonly description: string;
  /** The other `gateway_params`, as JSON. */
  readonly others: string;
}
export type EntryFaults = Partial<Record<keyof EntryDraft, string>>;

const FIELDS = ["model", "api_base", "api_key", "credential_name", "weight", "rpm", "tpm"];

/** An entry as text for the fields. Its secrets are never shown. */
export function entryDraftOf(entry?: Pick<ModelView, "model_name" | "gateway_params" | "model_info">): EntryDraft {
  const params = entry?.gateway_params ?? {};
  const text = (name: string) => String(params[name] ?? "");
  const fields = fieldsOfModel(text("model"));
  const shown = [...FIELDS, ...ENTRY_SECRETS, ...fields.map(({ name }) => name)];
  const others = Object.fromEntries(Object.entries(params).filter(([name]) => !shown.includes(name)));
  return {
    modelName: entry?.model_name ?? "",
    model: text("model"),
    apiBase: text("api_base"),
    apiKey: "",
    credentialName: text("credential_name"),
    ...settingsDraftOf(fields, params),
    weight: text("weight"),
    rpm: text("rpm"),
    tpm: text("tpm"),
    description: String(entry?.model_info["description"] ?? ""),
    others: Object.keys(others).length === 0 ? "" : JSON.stringify(others, null, 2),
  };
}

/** The fault of each field as typed. The gateway checks the rest when the entry is saved. */
export function entryFaults(draft: EntryDraft): EntryFaults {
  const faults: EntryFaults = {};
  if (draft.apiBase.trim() !== "" && !/^https?:\/\/\S+$/.test(draft.apiBase.trim()))
    faults.apiBase = "An address that begins with http:// or https://.";
  if (!isEmptyOr(/^\d+(\.\d+)?$/, draft.weight)) faults.weight = "A number, such as 2.";
  for (const name of ["rpm", "tpm"] as const)
    if (!isEmptyOr(/^[1-9]\d*$/, draft[name])) faults[name] = "A whole number above 0.";
  if (othersOf(draft.others) === undefined) faults.others = 'A JSON object, such as {"timeout": 60}.';
  return faults;
}

function isEmptyOr(form: RegExp, text: string): boolean {
  return text.trim() === "" || form.test(text.trim());
}

/** The other parameters, which the gateway checks. Undefined: the text is not a JSON object. */
function othersOf(text: string): object | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function givenParams(draft: EntryDraft) {
  const number = (text: string) => (text.trim() === "" ? undefined : Number(text));
  return {
    ...othersOf(draft.others),
    model: draft.model.trim(),
    api_base: draft.apiBase.trim() || undefined,
    api_key: draft.apiKey.trim() || undefined,
    credential_name: draft.credentialName || undefined,
    ...givenSettings(fieldsOfModel(draft.model), draft),
    weight: number(draft.weight),
    rpm: number(draft.rpm),
    tpm: number(draft.tpm),
  };
}

/** The fields of an entry that a change may write, out of all that the list shows of it. */
export function storedFields({ id, model_name, gateway_params, model_info }: StoredFields): StoredFields {
  return { id, model_name, gateway_params, model_info };
}
type StoredFields = Pick<ModelView, "id" | "model_name" | "gateway_params" | "model_info">;

/** Words in the names of parameters that hold secrets. */
const SECRET = /key|token|secret|password|credential|header/i;

/**
 * The draft as the browser may keep it: without secrets, and with the opened address and other parameters in place of
 * typed ones that may hold a secret.
 */
export function keptDraft(draft: EntryDraft, opened: EntryDraft): EntryDraft {
  return {
    ...draft,
    ...keptSettings(fieldsOfModel(draft.model), draft),
    apiKey: "",
    // An address may have a password before the @.
    apiBase: draft.apiBase.includes("@") ? opened.apiBase : draft.apiBase,
    others: SECRET.test(draft.others) ? opened.others : draft.others,
  };
}

/** Fields → the body of `/model/new`. */
export function newEntry(draft: EntryDraft): InputOf<typeof modelContracts.new> {
  const description = draft.description.trim();
  return {
    model_name: draft.modelName.trim(),
    gateway_params: givenParams(draft),
    ...(description === "" ? {} : { model_info: { description } }),
  };
}

/** Whether a stored parameter that is not typed goes: a secret only if it is removed, or its provider is left. */
function goes(name: string, stored: Readonly<Record<string, unknown>>, { model, removed }: EntryDraft): boolean {
  if (!ENTRY_SECRETS.includes(name) || removed.includes(name)) return true;
  const isOf = (upstream: string): boolean => fieldsOfModel(upstream).some((field) => field.name === name);
  return isOf(String(stored["model"] ?? "")) && !isOf(model);
}

/** Fields → the body of `/model/update`: changed fields, null for removed ones, and secrets only if they were typed. */
export function changedEntry(
  entry: Pick<ModelView, "id" | "model_name" | "gateway_params" | "model_info">,
  draft: EntryDraft,
): InputOf<typeof modelContracts.update> {
  const after: Record<string, unknown> = Object.fromEntries(
    Object.entries<unknown>(givenParams(draft)).filter(([, value]) => value !== undefined),
  );
  const before = entry.gateway_params;
  const removed = Object.keys(before).filter((name) => !(name in after) && goes(name, before, draft));
  const params = {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...Object.fromEntries(
      Object.entries(after).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
    ),
  };
  const description = draft.description.trim() || null;
  return {
    id: entry.id,
    ...(draft.modelName.trim() === entry.model_name ? {} : { model_name: draft.modelName.trim() }),
    ...(Object.keys(params).length === 0 ? {} : { gateway_params: params }),
    ...(description === (entry.model_info["description"] ?? null) ? {} : { model_info: { description } }),
  };
}
