import type { StoredLogin } from "@/lib/config/login/login-settings";
import { isConsoleIssuer } from "../issuer-defaults";

/** Where the provider behind *Continue with …* comes from. */
export type LoginSource = "environment" | "file" | "database" | "none";

/** Which login is in force, and why the one of the database is not. */
export interface LoginInForce {
  readonly source: LoginSource;
  /** The login of the database; undefined: there is none, or it is not in force. */
  readonly stored: StoredLogin | undefined;
  /** Why the database's is not in force, in a sentence; undefined: it is, or there is none. */
  readonly because: string | undefined;
}

/** What the environment, the file and the database say about the login to the console. */
export interface LoginsGiven {
  /** `OIDC_ISSUER`, of the environment or of the file's `environment_variables`. */
  readonly oidc: { readonly issuer: string } | undefined;
  /** `console_login` */
  readonly further: readonly { readonly name: string; readonly issuer: string }[];
  /** Undefined: nobody has set one up. A string: why this node cannot use it. */
  readonly stored: StoredLogin | string | undefined;
}

/** The environment and the file win where they say something; the database's login fills what they leave open. */
export function loginInForce({ oidc, further, stored }: LoginsGiven): LoginInForce {
  const isSetUp = stored !== undefined;
  if (oidc) {
    const because = "OIDC_ISSUER is set, and the environment wins. Unset it, and this login is in force.";
    return { source: "environment", stored: undefined, because: isSetUp ? because : undefined };
  }
  const source = further.length > 0 ? "file" : "none";
  if (!isSetUp) return { source, stored: undefined, because: undefined };
  if (typeof stored === "string") return { source, stored: undefined, because: `This node cannot use it: ${stored}.` };
  const same = further.find(({ issuer }) => isConsoleIssuer(issuer, { consoleIssuer: stored.issuer }));
  if (!same) return { source: "database", stored, because: undefined };
  const because = `console_login in config.yaml has the same issuer under the name "${same.name}", and the file wins.`;
  return { source, stored: undefined, because };
}
