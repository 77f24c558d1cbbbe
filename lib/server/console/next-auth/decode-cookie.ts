/** A cookie that next-auth encrypted, and what may decrypt it. */
export interface EncryptedCookie {
  readonly cookie: string;
  /** The secret that cookies are encrypted with, and the previous ones. */
  readonly secrets: readonly string[];
  /** The cookie's name; empty for the session's. */
  readonly salt: string;
}

/** The content of an encrypted cookie. Undefined: none of the secrets decrypts it, or it has expired. */
export async function decodeCookie({
  cookie,
  secrets,
  salt,
}: EncryptedCookie): Promise<Record<string, unknown> | undefined> {
  // Loaded on first use, because a gateway without the console never sees a cookie. It must be the package that is
  // imported so: a file of ours becomes part of the bundle, whose packages are loaded at the start.
  const { decode } = await import("next-auth/jwt");
  for (const secret of secrets) {
    const content = await decode({ token: cookie, secret, salt }).catch(() => null);
    if (content) return content;
  }
  return undefined;
}
