import type { StoredRevision } from "@/lib/store/settings/revisions";
import { LIST_FINDINGS } from "../access/issuer-list-faults";
import { ACCESS_FINDINGS } from "../access-checks";
import { PROOF_SETTINGS } from "@/lib/config/access-settings/proof";
import { hasErrors, quote, toFinding, type Finding, type FindingNumber } from "@/lib/config/finding";
import type { Credentials } from "@/lib/config/provider-settings/named-credentials";
import { MAKERS_OF_KEYS, type CheckedOverrides } from "../overrides";
import { checkEntryRouting, checkRouting } from "../routing-checks";
import { ACCESS_SETTINGS, type AccessOverrides, type ModelEntry, type Settings } from "@/lib/config/schema";
import type { DecodedCredential } from "../credentials/stored-credentials";
import type { DecodedModel } from "../stored-models";

export interface Usable {
  readonly newest: StoredRevision | undefined;
  readonly used: StoredRevision | undefined;
  readonly checked: CheckedOverrides;
  readonly findings: readonly Finding[];
}

/** The latest revision that this version can read: settings written by another version must never stop the gateway. */
export function newestUsable(
  revisions: readonly StoredRevision[],
  check: (draft: unknown) => CheckedOverrides,
): Usable {
  const newest = revisions[0];
  const findings: Finding[] = [];
  for (const revision of revisions) {
    const checked = check(revision.settings);
    if (checked.overrides) return { newest, used: revision, checked, findings };
    if (revision === newest) findings.push(unusableRevision(revision, checked.findings));
  }
  return { newest, used: undefined, checked: { overrides: {}, findings: [] }, findings };
}

function unusableRevision(revision: StoredRevision, reasons: readonly Finding[]): Finding {
  const reason = reasons.find((finding) => hasErrors([finding]));
  const because = reason ? ` (${reason.path}: ${reason.message})` : "";
  return {
    number: "C047",
    severity: "warning",
    path: "",
    message: `revision ${revision.id} cannot be used by this version of the gateway${because}; an earlier one is in force`,
    fix: "save the settings again, or roll back to another revision",
  };
}

/**
 * Replaces the file's findings about access settings by those about the settings in force. Findings keep their line
 * while the file still decides. Findings about issuers stay the file's until a revision has issuers.
 */
export function mergeFindings(
  inFile: readonly Finding[],
  inForce: readonly Finding[],
  overrides: AccessOverrides,
): Finding[] {
  const names = ACCESS_SETTINGS.filter((name) => name !== "issuers");
  const isAccess = ({ number, path }: Finding): boolean =>
    ACCESS_FINDINGS.has(number) && names.some((name) => path.split(".").includes(name));
  const isOfIssuers = ({ number, path }: Finding): boolean =>
    overrides.issuers !== undefined && (LIST_FINDINGS.has(number) || path.split(".").includes("issuers"));
  const saysWhoMakesKeys = MAKERS_OF_KEYS.some((name) => overrides[name] !== undefined);
  const isOfMakers = ({ number }: Finding): boolean => number === "C095" && saysWhoMakesKeys;
  // The settings that decide whether a token is proven are judged again only where a revision has them.
  const isProven = ({ path }: Finding): boolean => {
    const segments = path.split(".");
    const setting = segments[segments.indexOf("gateway_jwtauth") + 1] ?? "";
    return Object.hasOwn(PROOF_SETTINGS, setting) && Object.hasOwn(overrides, setting);
  };
  const placed = inForce.map((finding) => {
    const overridden = Object.hasOwn(overrides, finding.path.split(".")[0] ?? "");
    const same = inFile.find((other) => other.number === finding.number && other.path.endsWith(finding.path));
    return overridden ? finding : (same ?? finding);
  });
  const isReplaced = (finding: Finding): boolean =>
    [isAccess, isOfIssuers, isOfMakers, isProven].some((isSo) => isSo(finding));
  return [...inFile.filter((finding) => !isReplaced(finding)), ...placed];
}

/** The findings about the model list as a whole. */
const ROUTING_FINDINGS: ReadonlySet<FindingNumber> = new Set([
  "C050",
  "C051",
  "C052",
  "C053",
  "C054",
  "C055",
  "C056",
  "C057",
  "C197",
]);

/**
 * Replaces the file's findings about its models by those about the models in force. Findings of the file keep their
 * line; entries of the database are named by their ids.
 */
export function withRoutingFindings(
  findings: readonly Finding[],
  { models, general, jwtAuth }: Pick<Settings, "models" | "general" | "jwtAuth">,
  {
    isStored,
    isPriced,
  }: {
    /** Whether the entry at a position comes from the database. */
    readonly isStored: (index: number) => boolean;
    readonly isPriced: ((entry: ModelEntry) => boolean) | undefined;
  },
): Finding[] {
  const faults = checkRouting(models, {
    general,
    access: jwtAuth,
    isPriced,
    listPath: ["model_list"],
    fallbacksPath: ["general_settings", "fallbacks"],
  });
  // A map by content, because a list of thousands of entries can have a finding about each.
  const known = new Map(findings.map((finding) => [identityOf(finding), finding]));
  const about = faults.map((fault) => {
    const [list, index, ...rest] = fault.path;
    const isOfDatabase = list === "model_list" && typeof index === "number" && isStored(index);
    const found = toFinding(fault);
    const inFile = isOfDatabase ? undefined : known.get(identityOf(found));
    if (inFile) return inFile;
    return isOfDatabase ? { ...found, path: ["models", models[index]?.model_info?.id, ...rest].join(".") } : found;
  });
  return [...findings.filter(({ number }) => !ROUTING_FINDINGS.has(number)), ...about];
}

/** What `withRoutingFindings` says of an entry of the database, by its id, without judging the others. */
export function routingFindingsOf(
  id: string,
  { models, general, jwtAuth }: Pick<Settings, "models" | "general" | "jwtAuth">,
  isPriced: ((entry: ModelEntry) => boolean) | undefined,
): Finding[] {
  const position = models.findIndex(({ model_info: info }) => info?.id === id);
  const faults = checkEntryRouting(models, position, { general, access: jwtAuth, isPriced, listPath: ["model_list"] });
  return faults.map((fault) => ({ ...toFinding(fault), path: ["models", id, ...fault.path.slice(2)].join(".") }));
}

/**
 * The model list in force: the entries of the file, then those of the database. An entry of the database that has the
 * id of one of the file has taken it over and stands in its place.
 */
export function mergeModels(
  fileModels: readonly ModelEntry[],
  stored: readonly ModelEntry[],
): { readonly models: readonly ModelEntry[]; readonly isStored: (index: number) => boolean } {
  const byId = new Map(stored.map((entry) => [entry.model_info?.id, entry]));
  const inFile = new Set(fileModels.map((entry) => entry.model_info?.id));
  const models = [
    ...fileModels.map((entry) => byId.get(entry.model_info?.id) ?? entry),
    ...stored.filter((entry) => !inFile.has(entry.model_info?.id)),
  ];
  return {
    models,
    isStored: (index) => index >= fileModels.length || byId.has(models[index]?.model_info?.id),
  };
}

function identityOf({ number, path, message }: Finding): string {
  return `${number} ${path}\n${message}`;
}

/** Findings about stored entries that serve no calls. */
export function unusableFindings(decoded: readonly DecodedModel[]): Finding[] {
  return decoded.flatMap(({ entry, unusable }): Finding[] => {
    if (unusable === undefined) return [];
    return [
      {
        number: "C060",
        severity: "warning",
        path: `models.${entry.model_info?.id ?? ""}`,
        message: `this entry of the database serves no calls here: ${unusable}`,
      },
    ];
  });
}

/** The credentials by their names; those of the file count before those of the database. */
export function mergeCredentials(inFile: Credentials, stored: readonly DecodedCredential[]): Credentials {
  const usable = stored.flatMap(({ name, values }) => (values ? [[name, values] as const] : []));
  return new Map([...usable, ...inFile]);
}

/** An entry that names a credential which this node does not have serves no calls. */
export function withoutUnknown(decoded: DecodedModel, credentials: Credentials): DecodedModel {
  const { credential_name: name } = decoded.entry.gateway_params;
  if (decoded.unusable !== undefined || name === undefined || credentials.has(name)) return decoded;
  return { ...decoded, unusable: `this node has no credential named ${quote(name)} that it can use` };
}
