import { headers } from "next/headers";
import { cache } from "react";
import { type ConsoleGateway, consoleGateway } from "@/lib/auth/console-gateway";
import { readConsoleSession } from "@/lib/auth/session";
import type { VerifiedToken } from "@/lib/auth/decision";

/** Who is looking at the console, and whether they may. */
export type ConsoleAccess =
  | { readonly state: "signed-out" }
  | { readonly state: "administrator"; readonly name: string; readonly detail: string }
  /** It cannot be said now: what the decision turns on is out of reach. */
  | { readonly state: "unknown"; readonly reason: string }
  | {
      readonly state: "refused";
      readonly name: string;
      readonly issuer: string | undefined;
      readonly reason: string;
      readonly scopes: readonly string[];
      readonly roles: readonly string[];
      /** What would make an administrator of somebody, as the settings have it. */
      readonly adminScope: string | undefined;
      readonly adminRoles: readonly string[];
      readonly rolesClaim: string | undefined;
    };

/** Asks once per request, however many components want to know. */
export const consoleAccess = cache(async (): Promise<ConsoleAccess> => {
  const requestHeaders = Object.fromEntries(await headers());
  const gateway = consoleGateway();
  const { general, masterKey, jwtAuth } = gateway.settings();
  const acceptedKey = general.console_master_key_login ? masterKey : undefined;
  const token = await readConsoleSession(requestHeaders, gateway.sessionSecret, acceptedKey, Date.now());
  if (!token) return { state: "signed-out" };

  const decided = await decide(gateway, token);
  if ("reason" in decided) return { state: "unknown", reason: decided.reason };
  const { identity, decision } = decided;
  const name = nameOf(token);
  if (decision.allow && decision.principal.admin) return { state: "administrator", name, detail: detailOf(token) };
  return {
    state: "refused",
    name,
    issuer: token.kind === "jwt" ? token.issuer : undefined,
    reason: decision.allow ? "This identity may call the API, but does not administer the gateway." : decision.message,
    scopes: identity?.scopes ?? [],
    roles: identity?.roles ?? [],
    adminScope: jwtAuth.admin_jwt_scope,
    // Roles count only while they are enforced.
    adminRoles: !jwtAuth.enforce_rbac ? [] : jwtAuth.role_mappings.filter((mapping) => mapping.internal_role === "proxy_admin").map((mapping) => mapping.role),
    rolesClaim: jwtAuth.roles_jwt_field,
  };
});

async function decide(gateway: ConsoleGateway, token: VerifiedToken) {
  try {
    return await gateway.decideAdministrator(token);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "directory_unavailable") return { reason: error.message };
    throw error;
  }
}

function nameOf(token: VerifiedToken): string {
  if (token.kind !== "jwt") return "Master key";
  for (const claim of ["email", "name", "preferred_username", "sub"]) {
    const value = token.claims[claim];
    if (typeof value === "string" && value !== "") return value;
  }
  return "Unnamed";
}

function detailOf(token: VerifiedToken): string {
  if (token.kind !== "jwt") return "Signed in with the master key";
  return token.issuer ? `Signed in through ${token.issuer}` : "Signed in through the OpenID provider";
}
