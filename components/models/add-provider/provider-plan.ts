import type { InputOf } from "@/components/api/client";
import { fieldsOfModel, type SettingField } from "@/components/provider-settings/setting-fields";
import { givenSettings, type TypedSettings } from "@/components/provider-settings/settings-draft";
import type { credentialContracts } from "@/lib/wire/contracts/credentials";
import type { OfferedModel, ProviderView } from "@/lib/wire/contracts/model-catalogue";
import type { modelContracts } from "@/lib/wire/contracts/models";

/** What proves calls to the provider: a credential that exists, the node's variable or nothing, or what is typed. */
export type Proof = "typed" | "usual" | `named:${string}`;

/** How the names of callers begin: with the provider, or with the model itself. */
export type Naming = "plain" | "prefixed";

/** A provider that is being added, as typed. It holds secrets, so it is never kept. */
export interface ProviderDraft {
  readonly proof: Proof;
  readonly apiKey: string;
  readonly apiBase: string;
  readonly settings: TypedSettings;
  readonly naming: Naming;
  /** The ticked models, as their provider names them. `*`: all, by one pattern. */
  readonly ticked: readonly string[];
}

/** The draft that a provider begins with: its own key if the node has one or it needs none, else one to type. */
export function providerDraft({ has_key: hasKey, key_variables: variables }: ProviderView): ProviderDraft {
  const proof = hasKey || variables.length === 0 ? "usual" : "typed";
  return { proof, apiKey: "", apiBase: "", settings: {}, naming: "plain", ticked: [] };
}

/** The settings that entries of a provider have. */
export function settingFields(provider: string): readonly SettingField[] {
  return fieldsOfModel(`${provider}/*`);
}

/** What is typed for the provider, as an entry's `gateway_params` without its model. */
export function typedParams(provider: string, draft: ProviderDraft): Record<string, string> {
  const apiBase = draft.apiBase.trim();
  const address: Record<string, string> = apiBase === "" ? {} : { api_base: apiBase };
  if (draft.proof.startsWith("named:")) return { ...address, credential_name: draft.proof.slice("named:".length) };
  const settings = givenSettings(settingFields(provider), { settings: draft.settings, removed: [] });
  const key = draft.proof === "typed" ? draft.apiKey.trim() : "";
  return { ...address, ...settings, ...(key !== "" && { api_key: key }) };
}

/** Whether what is typed holds a secret, which then becomes a credential for all of the entries. */
export function holdsSecret(provider: string, params: Readonly<Record<string, string>>): boolean {
  const secrets = settingFields(provider).filter(({ isSecret }) => isSecret);
  return "api_key" in params || secrets.some(({ name }) => name in params);
}

/** A credential of what is typed, under the provider's name or the next that is free. */
export function newCredential(
  provider: string,
  params: Readonly<Record<string, string>>,
  taken: readonly string[],
): InputOf<typeof credentialContracts.create> {
  let name = provider;
  for (let number = 2; taken.includes(name); number++) name = `${provider}-${number}`;
  return { credential_name: name, credential_values: params };
}

export type NewEntry = InputOf<typeof modelContracts.new>;

/** An entry to add. */
export interface PlannedEntry {
  readonly entry: NewEntry;
  /** The name to test it by; undefined: the entry is a pattern, and no model is known to try. */
  readonly tried: string | undefined;
}

/** The entries for what is ticked. `params`: what they share. `offered`: to find a model that tries a pattern. */
export function plannedEntries(
  provider: string,
  { naming, ticked }: Pick<ProviderDraft, "naming" | "ticked">,
  params: Readonly<Record<string, string>>,
  offered: readonly OfferedModel[],
): PlannedEntry[] {
  return ticked.map((model): PlannedEntry => {
    // A pattern for all models needs the provider in its name: `*` alone would take every name.
    const name = naming === "prefixed" || model === "*" ? `${provider}/${model}` : model;
    const chat = offered.find(({ kind }) => kind === "chat")?.model;
    const tried = model === "*" ? chat && `${provider}/${chat}` : name;
    return { entry: { model_name: name, gateway_params: { ...params, model: `${provider}/${model}` } }, tried };
  });
}

/** The offered models that a search finds: every word of it is in the name. */
export function foundModels(offered: readonly OfferedModel[], search: string): readonly OfferedModel[] {
  const words = search.toLowerCase().split(/\s+/);
  return offered.filter(({ model }) => words.every((word) => model.toLowerCase().includes(word)));
}

/** The ticked models after all that are shown were ticked, or unticked if they all were. */
export function afterTickingShown(ticked: readonly string[], shown: readonly OfferedModel[]): readonly string[] {
  const names = shown.map(({ model }) => model);
  return names.every((name) => ticked.includes(name))
    ? ticked.filter((name) => !names.includes(name))
    : [...new Set([...ticked, ...names])];
}

/** "128k", "1M": tokens as people say them. */
export function shortTokens(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.round(tokens / 100_000) / 10}M`;
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(tokens);
}
