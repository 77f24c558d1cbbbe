import { clientCertificateSettings } from "@/lib/config/client-certificate-settings";
import { credentialSettings } from "@/lib/config/provider-settings/named-credentials";
import { ENTRY_SECRETS, FILE_SETTINGS, settingsOf } from "@/lib/config/provider-settings/table";

/** A setting below `gateway_params`, as a form shows it. */
export interface SettingField {
  readonly name: string;
  readonly hint: string;
  /** It is typed without being shown, and what is stored is never read back. */
  readonly isSecret: boolean;
  /** It has several lines, such as a certificate. */
  readonly isLong: boolean;
}

type Shape = Readonly<Record<string, { readonly description?: string | undefined }>>;

function fieldsIn(shape: Shape): SettingField[] {
  return Object.entries(shape).map(([name, { description = "" }]) => {
    const isSecret = ENTRY_SECRETS.includes(name);
    return { name, hint: hintOf(description), isSecret, isLong: isSecret && Object.hasOwn(FILE_SETTINGS, name) };
  });
}

/** A description of the configuration file, without what only that file can do. */
function hintOf(description: string): string {
  return description.replace(/,? preferably as `os\.environ\/NAME`/, "").replaceAll("`", "");
}

/** The fields that an entry has for its upstream, by the provider in the upstream's name. */
export function fieldsOfModel(model: string): readonly SettingField[] {
  const [provider = ""] = model.trim().split("/", 1);
  return fieldsIn(settingsOf(provider));
}

const { api_key: key, api_base: address } = credentialSettings;
const KEY_AND_ADDRESS: readonly SettingField[] = fieldsIn({ api_key: key, api_base: address });

interface CredentialKind {
  readonly value: string;
  readonly label: string;
  readonly fields: readonly SettingField[];
}

const KEY: CredentialKind = { value: "key", label: "API key", fields: [] };

/** What a credential can be for, and the settings that it has then. The first with a setting of its own counts. */
export const CREDENTIAL_KINDS: readonly CredentialKind[] = [
  { value: "bedrock", label: "AWS", fields: fieldsIn(settingsOf("bedrock")) },
  { value: "vertex_ai", label: "Google Vertex AI", fields: fieldsIn(settingsOf("vertex_ai")) },
  { value: "azure", label: "Azure, Entra ID", fields: fieldsIn(settingsOf("azure")) },
  { value: "certificate", label: "Client certificate", fields: fieldsIn(clientCertificateSettings) },
  KEY,
];

/** The kind of a credential, by its settings. */
export function kindOf(values: object): CredentialKind {
  const found = CREDENTIAL_KINDS.find(({ fields }) => fields.some(({ name }) => Object.hasOwn(values, name)));
  return found ?? KEY;
}

/** The fields of a credential of a kind: a key and an address, and what the kind has. */
export function fieldsOfKind(kind: string): readonly SettingField[] {
  return [...KEY_AND_ADDRESS, ...(CREDENTIAL_KINDS.find(({ value }) => value === kind)?.fields ?? [])];
}
