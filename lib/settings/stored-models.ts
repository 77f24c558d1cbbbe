import { FINDINGS } from "@/lib/config/finding";
import { checkModels } from "./model-checks";
import { Secret, secretHint } from "@/lib/config/secret";
import { modelEntry, type ModelEntry } from "@/lib/config/schema";
import { isObject } from "@/lib/is-object";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { notUnderstood, openSealedSecrets, type OpenSealed } from "@/lib/store/open-sealed";

/** A model entry as it is stored, with its secrets apart and encrypted. */
export interface StoredModelData {
  readonly id: string;
  readonly modelName: string;
  readonly params: unknown;
  readonly info: unknown;
  readonly sealed: string | null;
}

export interface DecodedModel {
  readonly entry: ModelEntry;
  /** Why it serves no calls; undefined if it does. Repeats no secret. */
  readonly unusable: string | undefined;
}

/**
 * Decodes the entry of a row. An entry that cannot be used keeps its name and place: its calls would otherwise go to a
 * less specific entry.
 */
export function decodeModel(
  row: StoredModelData,
  open: OpenSealed,
  isKnownProvider: (name: string) => boolean,
): DecodedModel {
  const secrets = openSecrets(row, open);
  if (typeof secrets === "string") return { entry: placeholder(row), unusable: secrets };
  const raw = {
    model_name: row.modelName,
    gateway_params: { ...(isObject(row.params) && row.params), ...secrets },
    model_info: { ...(isObject(row.info) && row.info), id: row.id },
  };
  const parsed = modelEntry.safeParse(raw);
  if (!parsed.success) return { entry: placeholder(row), unusable: notUnderstood(parsed.error.issues, "fields") };
  const fault = checkModels([parsed.data], isKnownProvider).find(({ number }) => FINDINGS[number][0] === "error");
  return { entry: parsed.data, unusable: fault?.message };
}

/** The secrets of a row by name, or a string that says why they cannot be decrypted. */
export function openSecrets(
  { id, sealed }: Pick<StoredModelData, "id" | "sealed">,
  open: OpenSealed,
): Record<string, string> | string {
  return openSealedSecrets(sealed, SEALED_COLUMNS.modelSecrets.context(id), open);
}

/** An entry taken apart for storing: `secrets` are to be encrypted, `hints` are the parts of them that may be shown. */
export interface EncodedModel {
  readonly modelName: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly info: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly hints: Readonly<Record<string, string>>;
}

export function encodeModel({
  model_name: modelName,
  gateway_params: params,
  model_info: info,
}: ModelEntry): EncodedModel {
  const { id: _id, ...rest } = info ?? {};
  const { open, secrets, hints } = takeApart(params);
  return {
    modelName,
    params: open,
    info: Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    secrets,
    hints,
  };
}

/** Settings taken apart for storing: what may be kept as it is, and the secrets, which are to be encrypted. */
export function takeApart(
  settings: object,
): { readonly open: Readonly<Record<string, unknown>> } & Pick<EncodedModel, "secrets" | "hints"> {
  const fields: [string, unknown][] = Object.entries(settings);
  const secrets = fields.filter((field): field is [string, Secret] => field[1] instanceof Secret);
  return {
    open: Object.fromEntries(fields.filter(([, value]) => value !== undefined && !(value instanceof Secret))),
    secrets: Object.fromEntries(secrets.map(([name, secret]) => [name, secret.reveal()])),
    hints: Object.fromEntries(secrets.map(([name, secret]) => [name, secretHint(secret)])),
  };
}

function placeholder({ id, modelName, params }: StoredModelData): ModelEntry {
  const model = isObject(params) ? params["model"] : undefined;
  return {
    model_name: modelName,
    gateway_params: { model: typeof model === "string" ? model : "unknown" },
    model_info: { id },
  };
}
