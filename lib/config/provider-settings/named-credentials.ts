import { z } from "zod";
import { clientCertificateSettings } from "../client-certificate-settings";
import { PROVIDER_SETTINGS } from "./table";
import { Secret } from "../secret";

const text = z.string().trim().min(1);

/** The settings of `gateway_params` that a credential may have in their place. */
export const credentialSettings = {
  api_key: text
    .transform((value) => new Secret(value))
    .optional()
    .describe("The upstream's key, preferably as `os.environ/NAME`."),
  api_base: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The upstream's base address. Required for providers that are not built in."),
  ...PROVIDER_SETTINGS,
  ...clientCertificateSettings,
};

/** What entries that name a credential have in common. */
export const credentialValues = z.strictObject(credentialSettings);
export type CredentialValues = z.infer<typeof credentialValues>;

export const credentialName = text
  .max(256)
  .regex(/^[^\p{C}]*$/u, "must not have control or invisible characters")
  .describe("The name by which entries use it (`gateway_params.credential_name`).");

/** One of `credential_list`, by LiteLLM's names. */
export const namedCredential = z.strictObject({
  credential_name: credentialName,
  credential_values: credentialValues.describe(
    "Settings of `gateway_params` that entries with this `credential_name` have unless they have their own.",
  ),
  credential_info: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Your own facts, which the gateway does not read."),
});
export type NamedCredential = z.infer<typeof namedCredential>;

/** By their names. */
export type Credentials = ReadonlyMap<string, CredentialValues>;

/** The credentials of a list, by their names. */
export function byName(list: readonly NamedCredential[]): Credentials {
  return new Map(list.map(({ credential_name: name, credential_values: values }) => [name, values]));
}

/** An entry with the values of the credential that it names; its own settings count before them. */
export function withCredential<
  Entry extends { readonly gateway_params: { readonly credential_name?: string | undefined } },
>(entry: Entry, credentials: Credentials): Entry {
  const { credential_name: name } = entry.gateway_params;
  const values = name === undefined ? undefined : credentials.get(name);
  return values ? { ...entry, gateway_params: { ...values, ...entry.gateway_params } } : entry;
}
