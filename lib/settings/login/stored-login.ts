import { loginValues, type StoredLogin } from "@/lib/config/login/login-settings";
import { Secret } from "@/lib/config/secret";
import { notUnderstood, openSealedSecrets, type OpenSealed } from "@/lib/store/open-sealed";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import type { StoredLoginRow } from "@/lib/store/settings/logins";

/** The login of a row, or why this node cannot use it, without its secret. */
export function decodeLogin({ id, values, sealed }: StoredLoginRow, open: OpenSealed): StoredLogin | string {
  const secrets = openSealedSecrets(sealed, SEALED_COLUMNS.loginSecrets.context(id), open);
  if (typeof secrets === "string") return secrets;
  const parsed = loginValues.safeParse(values);
  if (!parsed.success) return notUnderstood(parsed.error.issues, "values");
  const { client_id: clientId, ...rest } = parsed.data;
  const { client_secret: secret } = secrets;
  return { ...rest, clientId, clientSecret: secret === undefined ? undefined : new Secret(secret) };
}
