import { decide } from "@/lib/auth/decide";
import type { AccessRequest, Claims, Decision, KeyFacts, VerifiedToken } from "@/lib/auth/decision";
import { identify, isFault } from "@/lib/auth/identify";
import { NO_FACTS } from "@/lib/auth/nobody";
import { canonicalRoute } from "@/lib/auth/routes";
import { fileJwtAuth } from "@/lib/settings/file-checks";
import { withIssuerDefaults } from "@/lib/settings/issuer-defaults";
import type { EndUserScope } from "@/lib/config/rights-schema";
import { type ConfigFile, configFile, type JwtAuthSettings } from "@/lib/config/schema";
import { loadFacts } from "@/lib/auth/facts";
import { findOperation } from "@/lib/api/table";
import type { Directory } from "../../lib/auth/facts";
import {
  chat,
  ISSUER,
  type DecisionCase,
  type KeyInput,
  type RequestInput,
  type State,
  type Token,
} from "@/lib/auth/cases/case";

/** The time of every case, in milliseconds since the epoch. */
export const NOW = Date.UTC(2026, 0, 1);

/** What one case asks `decide()`: the rows of its state are all the directory there is. */
export async function inputOf(line: DecisionCase): Promise<Parameters<typeof decide>[0]> {
  const file = configFile.parse(configOf(line));
  const jwtAuth = settingsIn(file);
  const request = accessRequestOf(line.request ?? chat());
  const identity = identify(verifiedToken(line.token), jwtAuth, request.requestedOrganization);
  const factSettings = { scope: scopeIn(file), jwtAuth: [jwtAuth] };
  const facts = isFault(identity)
    ? NO_FACTS
    : await loadFacts(directoryOf(line.state ?? {}), identity, request, factSettings);
  const otherIssuers = line.namesIssuer ? [ISSUER] : "any";
  const mcpServers = Object.entries(file.mcp_servers).map(([name, entry]) => ({ ...entry, name }));
  return { settings: { jwtAuth, otherIssuers, mcpServers }, identity, facts, request, now: NOW };
}

function scopeIn(file: ConfigFile): EndUserScope {
  return file.general_settings?.end_user_scope ?? "shared";
}

/** Runs one case through the pure functions. */
export async function runCase(line: DecisionCase): Promise<Decision> {
  return decide(await inputOf(line));
}

/** The configuration file of a case, as its text would parse. */
export function configOf({
  settings,
  general,
  servers,
}: Pick<DecisionCase, "settings" | "general" | "servers">): Record<string, unknown> {
  const access = { general_settings: { enable_jwt_auth: true, ...general, gateway_jwtauth: settings ?? {} } };
  return servers ? { ...access, mcp_servers: servers } : access;
}

/** The settings of a case, as they are in force beside a provider of JWT_PUBLIC_KEY_URL at the issuer's address. */
export function settingsOf(line: Pick<DecisionCase, "settings" | "general">): JwtAuthSettings {
  return settingsIn(configFile.parse(configOf(line)));
}

function settingsIn(file: ConfigFile): JwtAuthSettings {
  const others = { publicKeyUrls: [`${ISSUER}/jwks`], consoleIssuer: undefined };
  return withIssuerDefaults(fileJwtAuth(file), others);
}

/** A token of a case as the verifier would return it. */
export function verifiedToken(token: Token): VerifiedToken {
  if (token === "master key") return { kind: "master-key", via: "bearer" };
  if ("key" in token) return { kind: "virtual-key", key: keyFacts(token.key) };
  const issuer = token.claims["iss"];
  const claims: Claims = { iss: ISSUER, ...token.claims };
  return { kind: "jwt", via: "bearer", claims, issuer: typeof issuer === "string" ? issuer : ISSUER };
}

function keyFacts(key: KeyInput): KeyFacts {
  return {
    id: "k1",
    alias: null,
    name: "sk-...test",
    userId: key.user ?? null,
    teamId: key.team ?? null,
    organizationId: key.organization ?? null,
    models: key.models ?? [],
    allowedRoutes: key.allowedRoutes ?? [],
    maker: key.maker ?? null,
    blocked: key.blocked ?? false,
    expiresAt: key.expiresIn === undefined ? null : NOW + key.expiresIn * 1000,
    objectPermission: key.permission ?? null,
    hostedTools: key.hostedTools ?? null,
  };
}

/** What the request of a case asks for. */
export function accessRequestOf(request: RequestInput): AccessRequest {
  const path = request.path.split("?", 1)[0] ?? "";
  const operation = findOperation(request.method, path)?.operation;
  if (!operation) throw new Error(`There is no operation ${request.method} ${path}.`);
  return {
    method: request.method,
    route: canonicalRoute(path),
    family: operation.family,
    access: operation.access,
    effect: operation.effect,
    model: request.model,
    requestedTeam: request.team,
    requestedOrganization: request.organization,
    endUser: request.user,
    mcpServer: request.server,
    mcpTool: request.tool,
    mcpTier: request.tier,
    hostedTools: request.brings,
  };
}

/** The rows of a state. */
export function directoryOf(state: State): Directory {
  const row = <Value>(rows: Readonly<Record<string, Value>> | undefined, id: string): Value | undefined =>
    rows && Object.hasOwn(rows, id) ? rows[id] : undefined;
  return {
    async team(id) {
      const team = row(state.teams, id);
      return (
        team && {
          id,
          alias: team.alias ?? null,
          organizationId: team.organization ?? null,
          models: team.models ?? [],
          blocked: team.blocked ?? false,
          objectPermission: team.permission ?? null,
          hostedTools: team.hostedTools ?? null,
        }
      );
    },
    async teamsByAlias(alias) {
      const ids = Object.keys(state.teams ?? {}).filter((id) => state.teams?.[id]?.alias === alias);
      return ids.length === 0 ? undefined : ids.sort().slice(0, 2);
    },
    async user(id) {
      const user = row(state.users, id);
      return (
        user && {
          id,
          email: null,
          models: user.models ?? [],
          blocked: user.blocked ?? false,
          objectPermission: user.permission ?? null,
          teams: [...(user.teams ?? [])].sort(),
          administers: [...(user.administers ?? [])].sort(),
          role: user.role ?? null,
        }
      );
    },
    async organization(id) {
      const organization = row(state.organizations, id);
      return (
        organization && {
          id,
          models: organization.models ?? [],
          blocked: organization.blocked ?? false,
          objectPermission: organization.permission ?? null,
        }
      );
    },
    async endUser(id) {
      const endUser = row(state.endUsers, id);
      return endUser && { id, blocked: endUser.blocked ?? false, objectPermission: endUser.permission ?? null };
    },
    keyByHash: async () => undefined,
  };
}
