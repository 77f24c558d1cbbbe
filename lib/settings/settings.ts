import type { Environment } from "@/lib/config/environment-variables";
import { PROVIDERS } from "@/lib/providers/table";
import { fileJwtAuth, splitList } from "./file-checks";
import { loginIssuer, withIssuerDefaults } from "./issuer-defaults";
import {
  generalSettings,
  type AccessOverrides,
  type ConfigFile,
  type JwtAuthSettings,
  type Settings,
} from "@/lib/config/schema";
import { byName } from "@/lib/config/provider-settings/named-credentials";
import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { StoredLogin } from "@/lib/config/login/login-settings";
import { Secret } from "@/lib/config/secret";
import { alertingInForce, NO_STORED_ALERTS, type AlertingGiven } from "./alerts/alerting-in-force";

/** The master key that the operator has set. GATEWAY_MASTER_KEY takes precedence over `general_settings.master_key`. */
export function configuredMasterKey(file: ConfigFile, environment: Environment): Secret | undefined {
  return environment.masterKey === undefined ? file.general_settings?.master_key : new Secret(environment.masterKey);
}

/** What callers are served with, of the file and of the database. */
type Served = Pick<Settings, "models" | "unusable" | "credentials" | "mcpServers">;

/** What settings are built from. */
export interface SettingsParts {
  readonly file: ConfigFile;
  readonly environment: Environment;
  /** The overrides in force. Each setting replaces the file's as a whole. */
  readonly overrides: AccessOverrides;
  /** The login of the database, if it is in force. */
  readonly login?: StoredLogin | undefined;
  /** What the database says about alerts. */
  readonly alerts?: AlertingGiven["stored"];
  readonly generation: number;
  /** The master key of the data folder, for a gateway whose operator set none. */
  readonly keptMasterKey?: Secret | undefined;
  /** Default: that of the file alone. */
  readonly served?: Served;
}

/** Builds the settings in force, frozen. @throws TypeError if there is no master key */
export function buildSettings({ file, environment, overrides, login, generation, ...rest }: SettingsParts): Settings {
  const { keptMasterKey, served = ofFile(file), alerts = NO_STORED_ALERTS } = rest;
  const masterKey = configuredMasterKey(file, environment) ?? keptMasterKey;
  if (!masterKey) throw new TypeError("no master key is configured and none was kept");
  const publicKeyUrls = splitList(environment.jwtPublicKeyUrl);
  const consoleIssuer = loginIssuer({ oidc: environment.oidc ?? login }, file.general_settings);
  const jwtAuth = withIssuerDefaults({ ...fileJwtAuth(file), ...overrides }, { publicKeyUrls, consoleIssuer });
  const general = file.general_settings ?? generalSettings.parse({});
  return deepFreeze({
    generation,
    general,
    alerting: alertingInForce({ file: general, environment, stored: alerts }),
    jwtAuth: withLoginAdministrators(jwtAuth, login),
    login,
    ...served,
    mcpAliases: file.mcp_aliases,
    masterKey,
    previousMasterKeys: environment.previousMasterKeys.map((key) => new Secret(key)),
    providerKeys: usualKeys(environment),
    providerVariables: providerVariables(environment),
    publicKeyUrls,
    audiences: splitList(environment.jwtAudience),
    issuers: splitList(environment.jwtIssuer),
    otherIssuers: otherIssuers(environment, file.general_settings, login),
  });
}

/** The settings with what makes an administrator of people who log in through the login of the database. */
export function withLoginAdministrators(settings: JwtAuthSettings, login: StoredLogin | undefined): JwtAuthSettings {
  const { loginAdministrators: _, ...rest } = settings;
  return login ? { ...rest, loginAdministrators: { ...login.administrators, issuer: login.issuer } } : rest;
}

function ofFile(file: ConfigFile): Served {
  return {
    models: file.model_list,
    unusable: new Map(),
    credentials: byName(file.credential_list),
    mcpServers: toolServersOf(file),
  };
}

/** The tool servers of a file, with their names. */
export function toolServersOf({ mcp_servers: servers }: Pick<ConfigFile, "mcp_servers">): McpServer[] {
  return Object.entries(servers).map(([name, entry]) => ({ ...entry, name }));
}

/** The issuers whose people the settings admit without an entry in `issuers`. */
function otherIssuers(
  environment: Environment,
  general: ConfigFile["general_settings"],
  login: StoredLogin | undefined,
): Settings["otherIssuers"] {
  const { jwtPublicKeyUrl, jwtIssuer, oidc } = environment;
  const named = splitList(jwtIssuer);
  if (splitList(jwtPublicKeyUrl).length > 0 && named.length === 0) return "any";
  const first = oidc ?? login;
  const logins = [...(first ? [first] : []), ...(general?.console_login ?? [])].map(({ issuer }) => issuer);
  // Entra ID's shared logins are those of every tenant.
  return logins.some((issuer) => /\/(?:common|organizations|consumers)\//.test(issuer)) ? "any" : [...named, ...logins];
}

/** The providers' keys that the environment has in their usual variables. */
function usualKeys(environment: Environment): ReadonlyMap<string, Secret> {
  const keys = new Map<string, Secret>();
  for (const { name, keyVariables } of PROVIDERS) {
    const found = keyVariables.map((variable) => environment.lookup(variable)?.trim()).find((value) => value);
    if (found !== undefined) keys.set(name, new Secret(found));
  }
  return keys;
}

/** Those variables that are set and say where providers are. */
function providerVariables(environment: Environment): ReadonlyMap<string, string> {
  const names = PROVIDERS.flatMap(({ variables = [] }) => variables);
  return new Map(
    names.flatMap((name) => {
      const value = environment.lookup(name)?.trim();
      return value ? [[name, value] as const] : [];
    }),
  );
}

/** Freezes plain objects and lists at every depth. Secrets cannot be changed anyway. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || value instanceof Secret || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
