import { credentialValues, type CredentialValues } from "@/lib/config/provider-settings/named-credentials";
import { isObject } from "@/lib/is-object";
import type { StoredCredentialRow } from "@/lib/store/settings/credentials";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { notUnderstood, openSealedSecrets, type OpenSealed } from "@/lib/store/open-sealed";

export interface DecodedCredential {
  readonly name: string;
  /** Undefined: this node cannot use it. */
  readonly values: CredentialValues | undefined;
  /** Why; undefined if it can. Repeats no secret. */
  readonly unusable: string | undefined;
}

/** Decodes the credential of a row. */
export function decodeCredential(row: StoredCredentialRow, open: OpenSealed): DecodedCredential {
  const name = row.id;
  const secrets = openCredentialSecrets(row, open);
  if (typeof secrets === "string") return { name, values: undefined, unusable: secrets };
  const parsed = credentialValues.safeParse({ ...(isObject(row.values) && row.values), ...secrets });
  if (parsed.success) return { name, values: parsed.data, unusable: undefined };
  return { name, values: undefined, unusable: notUnderstood(parsed.error.issues, "values") };
}

/** The secrets of a row by name, or a string that says why they cannot be decrypted. */
export function openCredentialSecrets(
  { id, sealed }: Pick<StoredCredentialRow, "id" | "sealed">,
  open: OpenSealed,
): Record<string, string> | string {
  return openSealedSecrets(sealed, SEALED_COLUMNS.credentialSecrets.context(id), open);
}
