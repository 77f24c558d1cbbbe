/** A string in the configuration file that names a value in a vault. */
export type VaultReference =
  /** `vault/PATH#FIELD`: HashiCorp Vault or OpenBao, a path as `vault kv get` takes it. */
  | { readonly kind: "vault"; readonly path: string; readonly field: string }
  /** `aws_secret/NAME#FIELD`: AWS Secrets Manager. Without a field, the whole string of the secret. */
  | { readonly kind: "aws_secret"; readonly name: string; readonly field: string | undefined };

/** What a vault has for a reference. `reason` completes "cannot be read: " and repeats no value. */
export type VaultAnswer = { readonly value: string } | { readonly reason: string };

/** Whether a string is meant as a reference, whether or not it is written correctly. */
export function isVaultReference(text: string): boolean {
  return text.startsWith("aws_secret/") || /^vault\/[^#]*#/.test(text);
}

/** Reads a reference; undefined: it is not written correctly. */
export function parseVaultReference(text: string): VaultReference | undefined {
  const [, kind, name = "", field] = /^(vault|aws_secret)\/([^#\s]+)(?:#([^#\s]+))?$/.exec(text) ?? [];
  const isWalking = name.split("/").some((part) => part === "" || part === "." || part === "..");
  if (kind === "aws_secret") return isWalking ? undefined : { kind, name, field };
  return kind !== "vault" || isWalking || field === undefined ? undefined : { kind, path: name, field };
}
