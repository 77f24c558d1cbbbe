import { policyTestFaults } from "@/lib/auth/policy/policy-test-faults";
import { databaseFaults } from "./database-checks";
import { alertFaults } from "./alerts/alert-checks";
import { addressFault } from "./address-checks";
import { claimFaults } from "./access/claim-checks";
import { unprovenFaults } from "./access/issuer-list-faults";
import type { KnownRoute } from "./access/named-routes";
import { checkAccess } from "./access-checks";
import type { Environment } from "@/lib/config/environment-variables";
import type { Fault, Path } from "@/lib/config/finding";
import { consoleAddressFaults } from "./console/console-address-checks";
import { consoleFaults } from "./console/console-checks";
import { masterKeyFaults } from "./console/master-key-checks";
import { loginIssuer } from "./issuer-defaults";
import { credentialFaults } from "./credentials/credential-checks";
import { mcpFaults } from "./mcp-checks";
import { checkModels } from "./model-checks";
import { keyMakerFaults, keyParameterFaults, madeBudgetFaults, userDefaultFaults } from "./rights-checks";
import { opaqueTokenFaults } from "./token-checks/opaque-token-checks";
import { checkRouting } from "./routing-checks";
import { peopleFaults } from "./people-checks";
import { providerFaults } from "./provider-checks";
import { quotedFaults } from "./upstreams/quoted-values";
import { proofFaults } from "./proof-checks";
import { sinkFaults } from "./sinks/sink-checks";
import { issuerFaults } from "./issuer-checks";
import { tokenReadingFaults } from "./token-checks/token-reading-checks";
import { ownAddressFaults } from "./upstreams/upstream-checks";
import { byName } from "@/lib/config/provider-settings/named-credentials";
import { generalSettings, jwtAuth, type ConfigFile, type JwtAuthSettings, type ModelEntry } from "@/lib/config/schema";

/** What a file is checked against, besides itself. */
export interface FileContext {
  readonly environment: Environment;
  /** The environment without the file's `environment_variables`. */
  readonly processEnvironment: Environment;
  /** Whether a provider prefix needs no `api_base`. */
  readonly isKnownProvider: (name: string) => boolean;
  /** Whether any model of an entry has a price; undefined if that is not checked. */
  readonly isPriced: ((entry: ModelEntry) => boolean) | undefined;
  /** Undefined if route lists are not checked. */
  readonly routes: readonly KnownRoute[] | undefined;
}

/** Where the file has `gateway_jwtauth`: in `general_settings` (spec 2.1) or at the top level. */
export function jwtAuthPath(file: ConfigFile): Path {
  return file.gateway_jwtauth && !file.general_settings?.gateway_jwtauth
    ? ["gateway_jwtauth"]
    : ["general_settings", "gateway_jwtauth"];
}

/** The JWT settings of the file alone, with its `role_permissions` from either place. */
export function fileJwtAuth(file: ConfigFile): JwtAuthSettings {
  const settings = file.general_settings?.gateway_jwtauth ?? file.gateway_jwtauth ?? jwtAuth.parse({});
  const general = file.general_settings?.role_permissions;
  return settings.role_permissions.length === 0 && general ? { ...settings, role_permissions: general } : settings;
}

/**
 * Every fault of a file that the schema cannot express. `cutLists` names the lists from which faulty entries were
 * removed; references into those lists are not judged.
 */
export function checkFile(file: ConfigFile, context: FileContext, cutLists: ReadonlySet<string>): Fault[] {
  const modelNames = cutLists.has("model_list") ? undefined : file.model_list.map((entry) => entry.model_name);
  const modelFaults = checkModels(file.model_list, context.isKnownProvider, {
    variable: (name) => context.environment.lookup(name),
    credentials: byName(file.credential_list),
  });
  const faulty = new Set(modelFaults.map(({ path }) => JSON.stringify(path)));
  return [
    ...placementFaults(file),
    ...modelFaults,
    ...credentialFaults(file),
    ...(cutLists.has("model_list")
      ? []
      : routingFaults(file, context).filter(({ path }) => !faulty.has(JSON.stringify(path)))),
    ...ownAddressFaults(file.model_list, context.environment, ["model_list"]),
    ...jwtFaults(file, context),
    ...environmentFaults(file, context),
    ...issuerFaults(fileJwtAuth(file), { modelNames, routes: context.routes }, [...jwtAuthPath(file), "issuers"]),
    ...proofFaults(fileJwtAuth(file), splitList(context.environment.jwtAudience), jwtAuthPath(file)),
    ...consoleFaults(file.general_settings ?? generalSettings.parse({}), fileJwtAuth(file), context.environment),
    ...alertFaults(file.general_settings ?? generalSettings.parse({}), context.environment, (name) =>
      sourceOf(file, context, name),
    ),
    ...masterKeyFaults(
      context.environment.masterKey ?? file.general_settings?.master_key?.reveal(),
      context.environment.masterKey === undefined
        ? { path: ["general_settings", "master_key"], at: "value" }
        : sourceOf(file, context, "GATEWAY_MASTER_KEY"),
    ),
    ...keyMakerFaults(fileJwtAuth(file), file.general_settings?.user_key_max_days, jwtAuthPath(file)),
    ...keyParameterFaults(file.general_settings ?? {}),
    ...userDefaultFaults(file.general_settings ?? {}),
    ...madeBudgetFaults(file.general_settings ?? {}),
    ...sinkFaults(file.general_settings?.sinks ?? []),
    ...mcpFaults(file),
    ...peopleFaults(fileJwtAuth(file), context.routes, jwtAuthPath(file)),
    ...policyTestFaults(fileJwtAuth(file), jwtAuthPath(file)),
    ...checkAccess(fileJwtAuth(file), { modelNames, routes: context.routes }, jwtAuthPath(file)).map((fault) =>
      fromGeneral(file, fault),
    ),
  ];
}

function routingFaults(file: ConfigFile, { isPriced }: FileContext): Fault[] {
  const general = file.general_settings ?? generalSettings.parse({});
  const paths = { listPath: ["model_list"], fallbacksPath: ["general_settings", "fallbacks"] };
  return checkRouting(file.model_list, { general, access: fileJwtAuth(file), isPriced, ...paths });
}

function placementFaults(file: ConfigFile): Fault[] {
  const faults: Fault[] = [];
  const general = file.general_settings;
  if (file.gateway_jwtauth && general?.gateway_jwtauth) {
    const message = "is given at the top level and in general_settings";
    faults.push({
      number: "C016",
      path: ["gateway_jwtauth"],
      at: "key",
      message,
      fix: "keep the one in general_settings",
    });
  }
  const inner = general?.gateway_jwtauth ?? file.gateway_jwtauth;
  if (general?.role_permissions && inner && inner.role_permissions.length > 0) {
    const message = "is also given in gateway_jwtauth, which takes precedence";
    faults.push({
      number: "C043",
      path: ["general_settings", "role_permissions"],
      at: "key",
      message,
      fix: "keep one of the two",
    });
  }
  return faults;
}

/** Moves faults of `role_permissions` that are given directly in `general_settings` to their place there. */
function fromGeneral(file: ConfigFile, fault: Fault): Fault {
  const base = jwtAuthPath(file);
  const own = file.general_settings?.gateway_jwtauth ?? file.gateway_jwtauth;
  if (fault.path[base.length] !== "role_permissions" || (own && own.role_permissions.length > 0)) return fault;
  return { ...fault, path: ["general_settings", ...fault.path.slice(base.length)] };
}

function jwtFaults(file: ConfigFile, context: FileContext): Fault[] {
  const { environment } = context;
  const settings = fileJwtAuth(file);
  const path = ["general_settings", "enable_jwt_auth"];
  if (!file.general_settings?.enable_jwt_auth) {
    if (!file.general_settings?.gateway_jwtauth && !file.gateway_jwtauth) return [];
    const message = "has no effect while enable_jwt_auth is off";
    return [
      {
        number: "C042",
        path: jwtAuthPath(file),
        at: "key",
        message,
        fix: "set enable_jwt_auth: true in general_settings",
      },
    ];
  }
  const known = { hasKeys: Boolean(environment.jwtPublicKeyUrl), hasAudience: Boolean(environment.jwtAudience) };
  const base = jwtAuthPath(file);
  const publicKeyUrls = splitList(environment.jwtPublicKeyUrl);
  return [
    ...unprovenFaults(settings, known, path),
    ...claimFaults(settings, base),
    ...opaqueTokenFaults(settings, { base, hasAudience: splitList(environment.jwtAudience).length > 0 }),
    ...tokenReadingFaults(settings, base),
    ...providerFaults(settings, {
      base,
      publicKeyUrls,
      consoleIssuer: loginIssuer(environment, file.general_settings),
      sourceOf: (name) => sourceOf(file, context, name),
    }),
  ];
}

/** The place where a variable is set: in the file, unless the real environment has it. */
function sourceOf(file: ConfigFile, { processEnvironment }: FileContext, name: string): Pick<Fault, "path" | "at"> {
  const inFile = Object.hasOwn(file.environment_variables, name) && !processEnvironment.lookup(name)?.trim();
  return inFile ? { path: ["environment_variables", name], at: "value" } : { path: [], at: "nowhere" };
}

function environmentFaults(file: ConfigFile, context: FileContext): Fault[] {
  const { environment } = context;
  const faults: Fault[] = [];
  const checkAddress = (name: string, address: string | undefined): void => {
    if (!address) return;
    const { path, at } = sourceOf(file, context, name);
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
      faults.push({
        number: "C017",
        path,
        at,
        message: `${name} must be an http or https address`,
        fix: "write https://host/path",
      });
    }
    const fault = addressFault(address, path);
    if (fault) faults.push({ ...fault, at, message: `${name} ${fault.message}` });
  };
  const lists = {
    JWT_PUBLIC_KEY_URL: environment.jwtPublicKeyUrl,
    JWT_AUDIENCE: environment.jwtAudience,
    JWT_ISSUER: environment.jwtIssuer,
  };
  // A list of nothing but commas would silently turn the check off.
  for (const [name, value] of Object.entries(lists)) {
    if (!value || splitList(value).length > 0) continue;
    faults.push({
      number: "C017",
      ...sourceOf(file, context, name),
      message: `${name} must name at least one value`,
      fix: "give it a value, or remove it",
    });
  }
  splitList(environment.jwtPublicKeyUrl).forEach((url) => checkAddress("JWT_PUBLIC_KEY_URL", url));
  checkAddress("OIDC_ISSUER", environment.lookup("OIDC_ISSUER")?.trim());
  checkAddress("NEXTAUTH_URL", environment.nextAuthUrl);
  faults.push(...quotedFaults(environment.lookup, (name) => sourceOf(file, context, name)));
  faults.push(...databaseFaults(environment, (name) => sourceOf(file, context, name)));
  faults.push(...consoleAddressFaults(environment, context.routes ?? [], (name) => sourceOf(file, context, name)));

  const [issuer, client] = ["OIDC_ISSUER", "OIDC_CLIENT_ID"].map((name) => environment.lookup(name)?.trim());
  if (Boolean(issuer) !== Boolean(client)) {
    const [set, unset] = issuer ? ["OIDC_ISSUER", "OIDC_CLIENT_ID"] : ["OIDC_CLIENT_ID", "OIDC_ISSUER"];
    faults.push({
      number: "C018",
      ...sourceOf(file, context, set),
      message: `${set} is set, but ${unset} is not`,
      fix: `set ${unset} too`,
    });
  }
  if (environment.oidc && !file.general_settings?.enable_jwt_auth) {
    faults.push({
      number: "C049",
      ...sourceOf(file, context, "OIDC_ISSUER"),
      message: "OIDC_ISSUER has no effect while enable_jwt_auth is off: nobody can log in to the console through it",
      fix: "set enable_jwt_auth: true in general_settings",
    });
  }
  if (Object.hasOwn(file.environment_variables, "GATEWAY_CONFIG")) {
    const path = ["environment_variables", "GATEWAY_CONFIG"];
    faults.push({
      number: "C017",
      path,
      at: "key",
      message: "GATEWAY_CONFIG says where this file is, so it cannot be set in the file",
      fix: "remove it",
    });
  }
  return faults;
}

/** The parts of a comma-separated list, without blank ones. */
export function splitList(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
