import { FINDINGS } from "@/lib/config/finding";
import { checkModels } from "./model-checks";
import { Secret, secretHint } from "@/lib/config/secret";
import { modelEntry, type ModelEntry } from "@/lib/config/schema";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";

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

/** Decrypts what was sealed for a row. */
export type OpenSealed = (
  sealed: string,
  context: string,
) => { readonly text: string } | { readonly fault: "another key" | "damaged" };

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
    gateway_params: { ...objectOf(row.params), ...secrets },
    model_info: { ...objectOf(row.info), id: row.id },
  };
  const parsed = modelEntry.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      entry: placeholder(row),
      unusable: `this version of the gateway does not understand its ${issue?.path.join(".") ?? "fields"}`,
    };
  }
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

/** Sealed secrets by name, or a string that says why they cannot be decrypted. */
export function openSealedSecrets(
  sealed: string | null,
  context: string,
  open: OpenSealed,
): Record<string, string> | string {
  if (sealed === null) return {};
  const opened = open(sealed, context);
  if ("fault" in opened) return sealFaultText(opened.fault);
  const value: unknown = JSON.parse(opened.text);
  const entries = Object.entries(objectOf(value)).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return Object.fromEntries(entries);
}

/** Why what was sealed for an entry cannot be decrypted. */
export function sealFaultText(fault: "another key" | "damaged"): string {
  return fault === "another key"
    ? "its key was encrypted with another GATEWAY_ENCRYPTION_KEY than this node has; give every node the same one, or enter the key of this entry again"
    : "its encrypted key is damaged; enter the key of this entry again";
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
  const model = objectOf(params)["model"];
  return {
    model_name: modelName,
    gateway_params: { model: typeof model === "string" ? model : "unknown" },
    model_info: { id },
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
