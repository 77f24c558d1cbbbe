import { ENTRY_SECRETS } from "@/lib/config/provider-settings/table";
import type { KnownRoute } from "./access/named-routes";
import { litellmDifferences } from "./foreign/litellm-differences";
import { modelFactFaults } from "./foreign/model-facts";
import { readDocument, type ConfigDocument } from "./document";
import type { Environment } from "@/lib/config/environment-variables";
import { EnvironmentError } from "@/lib/config/environment-error";
import { withFileVariables } from "@/lib/config/environment-variables";
import { checkFile } from "./file-checks";
import {
  FINDINGS,
  hasErrors,
  MAXIMUM_FAULTS,
  toFinding,
  type Fault,
  type Finding,
  type FindingNumber,
  type Path,
} from "@/lib/config/finding";
import { redactFinding } from "./redact";
import { resolveReferences } from "./references";
import { salvage, type Salvage } from "./salvage";
import { ACCESS_SETTINGS, configFile, type AccessSetting, type ConfigFile, type ModelEntry } from "@/lib/config/schema";
import { schemaFaults, valueAt } from "./schema-faults";

/** What a configuration is checked against. */
export interface ConfigContext {
  readonly environment: Environment;
  /** Whether a provider prefix needs no `api_base`. */
  readonly isKnownProvider: (name: string) => boolean;
  /** Whether any model of an entry has a price; undefined if that is not checked. */
  readonly isPriced?: (entry: ModelEntry) => boolean;
  /** The operation table, for checking route lists; undefined if they are not checked. */
  readonly routes?: readonly KnownRoute[];
}

export interface ParsedConfig {
  /** Undefined if any finding is an error. */
  readonly file: ConfigFile | undefined;
  /** The environment together with the file's `environment_variables`. */
  readonly environment: Environment;
  /** The editable settings that the file itself gives, rather than leaving them at their defaults. */
  readonly given: ReadonlySet<AccessSetting>;
  /** All findings at once, in the order of the file. */
  readonly findings: readonly Finding[];
  /** Turns more faults of the file into findings, with their lines and without secrets. */
  readonly locate: (faults: readonly Fault[]) => readonly Finding[];
}

/**
 * Reads the text of a configuration file. Never throws: whatever is wrong becomes a finding. `name` is the file's name
 * in findings.
 */
export function parseConfig(source: string, name: string, context: ConfigContext): ParsedConfig {
  const document = readDocument(source);
  const raw = withoutEmptySections(document.value);
  const variables = fileVariables(raw, context.environment);
  const resolved = resolveReferences(withoutVariables(raw), variables.environment);
  const data = isMapping(resolved.value) ? { ...resolved.value, ...variables.section } : resolved.value;
  const unread = document.faults
    .filter((fault) => fault.number === "C004" || fault.number === "C008")
    .map((fault) => fault.path);
  const unresolved = [...unread, ...variables.unresolved, ...resolved.unresolved];
  const isUnresolved = withinAny(unresolved);

  const parsed = configFile.safeParse(data);
  const schema = parsed.success ? [] : schemaFaults(configFile, data, parsed.error.issues);
  const reported = withoutConsequences(schema.filter((fault) => isForeign(fault) || !isUnresolved(fault.path)));
  // Whoever drops a setting need not set its variable first.
  const isDropped = withinAny(reported.filter((fault) => isForeign(fault) && !fault.meant).map(({ path }) => path));
  const references = resolved.faults.filter((fault) => !isDropped(fault.path));
  const hopeless = document.brokenFrom !== undefined || schema.length >= MAXIMUM_FAULTS;
  const checked = hopeless
    ? []
    : checkRest(parsed.success ? whole(parsed.data) : salvage(configFile, data), context, variables.environment, [
        ...unresolved,
        ...reported.map((fault) => fault.path),
      ]);
  const all = [
    ...variables.faults,
    ...references,
    ...reported,
    ...modelFactFaults(data),
    ...(reported.some(isForeign) ? litellmDifferences(data) : []),
    ...unblamed(checked, [...reported, ...resolved.faults, ...variables.faults]),
  ];

  const faults = all.toSorted((a, b) => Number(isWarning(a)) - Number(isWarning(b))).slice(0, MAXIMUM_FAULTS);

  const secrets = secretsOf(data, [...variables.revealed, ...resolved.revealed]);
  const withoutSecrets = (finding: Finding): Finding => redactFinding(finding, secrets);
  const findings = order(place(document, name, faults)).map(withoutSecrets);
  const usable = parsed.success && !hasErrors(findings);
  return {
    file: usable ? parsed.data : undefined,
    environment: variables.environment,
    given: givenSettings(raw),
    findings,
    locate: (more) => more.map((fault) => placeFault(document, name, fault)).map(withoutSecrets),
  };
}

/** Treats `section:` with nothing below it as an empty section. All its lines may be commented out. */
function withoutEmptySections(value: unknown): unknown {
  if (value === null || value === undefined) return {};
  if (!isMapping(value)) return value;
  const sections = Object.entries(value).filter(
    ([key, section]) => section !== null || !Object.hasOwn(configFile.shape, key),
  );
  return Object.fromEntries(
    sections.map(([key, section]) => {
      if (key !== "general_settings" || !isMapping(section) || section["gateway_jwtauth"] !== null)
        return [key, section];
      const { gateway_jwtauth: _, ...rest } = section;
      return [key, rest];
    }),
  );
}

interface FileVariables {
  readonly environment: Environment;
  readonly section: { readonly environment_variables?: unknown };
  readonly faults: readonly Fault[];
  readonly revealed: readonly string[];
  readonly unresolved: readonly Path[];
}

/**
 * The environment with the file's variables. References within the file's variables can name only variables of the real
 * environment.
 */
function fileVariables(raw: unknown, environment: Environment): FileVariables {
  const section = valueAt(raw, ["environment_variables"]);
  if (section === undefined) return { environment, section: {}, faults: [], revealed: [], unresolved: [] };
  const resolved = resolveReferences(section, environment, ["environment_variables"]);
  const broken = new Set(resolved.unresolved.map((path) => path[1]));
  const entries = Object.entries(resolved.value ?? {}).filter(
    ([key, value]) => typeof value === "string" && !broken.has(key),
  );
  const variables: Record<string, string> = Object.fromEntries(entries);
  const common = {
    section: { environment_variables: resolved.value },
    revealed: resolved.revealed,
    unresolved: resolved.unresolved,
  };
  try {
    return { ...common, environment: withFileVariables(environment, variables), faults: resolved.faults };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const path = ["environment_variables", error.variable];
    const fault: Fault = { number: "C017", path, at: "value", message: `${error.variable} ${error.expected}` };
    return { ...common, environment, faults: [...resolved.faults, fault] };
  }
}

function withoutVariables(raw: unknown): unknown {
  if (!isMapping(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([key]) => key !== "environment_variables"));
}

/** A file that the schema accepts, out of which nothing is cut. */
function whole(value: ConfigFile): Salvage<ConfigFile> {
  return { value, originalPath: (path) => path, cutLists: new Set() };
}

/** Runs the checks that come after the schema, on what is left once everything that the schema refuses is cut out. */
function checkRest(
  rest: Salvage<ConfigFile> | undefined,
  context: ConfigContext,
  environment: Environment,
  faulty: readonly Path[],
): Fault[] {
  const isFaulty = withinAny(faulty);
  if (!rest) return [];
  const { isKnownProvider, isPriced, routes } = context;
  const fileContext = { environment, processEnvironment: context.environment, isKnownProvider, isPriced, routes };
  return checkFile(rest.value, fileContext, rest.cutLists)
    .map((fault) => ({ ...fault, path: rest.originalPath(fault.path) }))
    .filter((fault) => !isFaulty(fault.path));
}

/** Leaves out the fault of a missing key that is only misspelt: both are one fault. */
function withoutConsequences(faults: readonly Fault[]): Fault[] {
  const meant = new Set(
    faults.flatMap((fault) =>
      fault.meant === undefined ? [] : [JSON.stringify([...fault.path.slice(0, -1), fault.meant])],
    ),
  );
  return faults.filter((fault) => fault.number !== "C013" || !meant.has(JSON.stringify(fault.path)));
}

/** Findings that a setting is off or missing, each with the settings whose own faults may be the cause. */
const BLAMED: Readonly<Partial<Record<FindingNumber, readonly string[]>>> = {
  C024: ["issuers", "JWT_PUBLIC_KEY_URL"],
  C030: ["issuers", "JWT_AUDIENCE"],
  C031: ["enforce_rbac"],
  C032: ["enforce_scope_based_access"],
  C035: ["roles_jwt_field"],
  C042: ["enable_jwt_auth"],
  C049: ["enable_jwt_auth"],
  C070: ["issuers", "custom_validate", "id_prefix"],
  C072: ["allow_admin"],
  C073: ["team_id_upsert", "user_id_upsert"],
  C074: ["custom_validate", "required_claims"],
  C076: ["admin_jwt_role", "custom_validate"],
  C077: ["role_mappings", "roles_jwt_field"],
  C078: ["user_email_jwt_field"],
  C079: ["email_verified_required"],
  C107: ["team_ids_jwt_field", "enforce_rbac"],
  C109: ["enforce_rbac", "user_allowed_email_domain"],
  C110: ["required_claims"],
  C111: ["audience", "JWT_AUDIENCE"],
  C116: ["audience", "JWT_AUDIENCE"],
};

/** Leaves out faults that only follow from another fault. */
function unblamed(checks: readonly Fault[], reported: readonly Fault[]): Fault[] {
  const faulty = new Set(reported.flatMap((fault) => [...fault.path.map(String), fault.meant ?? ""]));
  return checks.filter((fault) => !BLAMED[fault.number]?.some((key) => faulty.has(key)));
}

/** Makes a test for whether a path is one of these, or below one. The empty path never counts. */
function withinAny(outer: readonly Path[]): (path: Path) => boolean {
  const known = new Set(outer.filter((path) => path.length > 0).map((path) => JSON.stringify(path)));
  return (path) => known.size > 0 && path.some((_, index) => known.has(JSON.stringify(path.slice(0, index + 1))));
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isForeign(fault: Fault): boolean {
  return fault.number === "C184";
}

function isWarning(fault: Fault): boolean {
  return FINDINGS[fault.number][0] === "warning";
}

/**
 * Turns faults into findings. After a syntax error the rest may have been read wrongly, so only unknown keys before it
 * are reported.
 */
function place(document: ConfigDocument, file: string, faults: readonly Fault[]): Finding[] {
  const placed = faults.flatMap((fault): Finding[] => {
    const finding = placeFault(document, file, fault);
    const sure =
      !document.brokenFrom ||
      finding.line === undefined ||
      (finding.line < document.brokenFrom.line && ["C010", "C011"].includes(fault.number));
    return sure ? [finding] : [];
  });
  const syntax = document.faults.map((fault) => toFinding(fault, { file, position: fault.position }));
  return [...syntax, ...placed];
}

function placeFault(document: ConfigDocument, file: string, fault: Fault): Finding {
  if (fault.at === "nowhere") return toFinding(fault);
  const missing = fault.number === "C013";
  const position = document.locate(missing ? fault.path.slice(0, -1) : fault.path, missing ? "key" : fault.at);
  return toFinding(fault, { file, position });
}

function order(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || a.number.localeCompare(b.number),
  );
}

const SECRET_NAMES: ReadonlySet<unknown> = new Set([
  ...ENTRY_SECRETS,
  "auth_value",
  "client_secret",
  "master_key",
  "access_key_id",
  "secret_access_key",
  "session_token",
  "signing_secret",
  "url",
]);
/** All values below these are secrets. */
const SECRET_SECTIONS: ReadonlySet<string> = new Set(["environment_variables", "headers", "static_headers"]);

/** All strings that must not be repeated: values of secret keys, and values that came from variables. */
function secretsOf(data: unknown, revealed: readonly string[]): string[] {
  const secrets = [...revealed];
  const walk = (node: unknown, key: string | number | undefined, inSecrets: boolean): void => {
    if (typeof node === "string" && (inSecrets || SECRET_NAMES.has(key))) secrets.push(node);
    if (typeof node !== "object" || node === null) return;
    for (const [inner, value] of Object.entries(node)) walk(value, inner, inSecrets || SECRET_SECTIONS.has(inner));
  };
  walk(data, undefined, false);
  return secrets;
}

function givenSettings(raw: unknown): ReadonlySet<AccessSetting> {
  const places = [["general_settings", "gateway_jwtauth"], ["gateway_jwtauth"]];
  const general = valueAt(raw, ["general_settings", "role_permissions"]) !== undefined;
  return new Set(
    ACCESS_SETTINGS.filter(
      (name) =>
        (general && name === "role_permissions") || places.some((path) => valueAt(raw, [...path, name]) !== undefined),
    ),
  );
}
