import type { Logger, SettingsStore } from "@/lib/gateway/services";
import type { Database } from "@/lib/store/database";
import { newestRevisions, type StoredRevision } from "@/lib/store/revisions";
import { ACCESS_FINDINGS, type KnownRoute } from "./access-checks";
import { fileJwtAuth } from "./file-checks";
import { formatFinding, hasErrors, type Finding } from "./finding";
import { checkOverrides, type CheckedOverrides } from "./overrides";
import type { ParsedConfig } from "./parse";
import { ACCESS_SETTINGS, type AccessOverrides, type ConfigFile, type Settings } from "./schema";
import type { Secret } from "./secret";
import { buildSettings } from "./settings";

/** How far back a usable revision is looked for when the newest was written by another version. */
const REVISIONS_TRIED = 20;

export interface SettingsSource {
  /** A parsed file without errors. */
  readonly config: ParsedConfig & { readonly file: ConfigFile };
  /** The master key of the data folder, for when the operator set none. */
  readonly keptMasterKey: Secret | undefined;
  readonly routes: readonly KnownRoute[] | undefined;
  readonly database: Database;
  readonly log: Logger;
}

interface InForce {
  readonly settings: Settings;
  readonly overrides: AccessOverrides;
  /** The revision the overrides are from. */
  readonly usedRevision: number | undefined;
  readonly newest: StoredRevision | undefined;
  readonly findings: readonly Finding[];
}

/** The settings in force, with the newest revision already read. @throws the database's error when it cannot be read */
export async function createSettingsStore(source: SettingsSource): Promise<SettingsStore> {
  const { file, environment, given } = source.config;
  const fromFile = fileJwtAuth(file);
  const modelNames = file.model_list.map((entry) => entry.model_name);
  const check = (draft: unknown): CheckedOverrides => checkOverrides(draft, fromFile, { modelNames, routes: source.routes });

  let generation = 0;
  let inForce = await read(undefined);
  let reading: Promise<unknown> = Promise.resolve();

  async function read(previous: InForce | undefined): Promise<InForce> {
    const { newest, used, checked, findings } = newestUsable(await newestRevisions(source.database.prisma, { skip: 0, take: REVISIONS_TRIED }), check);
    if (previous && previous.newest?.id === newest?.id && previous.usedRevision === used?.id) return previous;
    for (const finding of findings) source.log.warn("config.revision_unusable", { finding: formatFinding(finding) });
    const overrides = checked.overrides ?? {};
    const settings = buildSettings(file, environment, overrides, ++generation, source.keptMasterKey);
    const inFile = source.config.findings;
    const all = used ? mergeFindings(inFile, checked.findings, overrides) : inFile;
    return { settings, overrides, usedRevision: used?.id, newest, findings: [...findings, ...all] };
  }

  return {
    current: () => inForce.settings,
    source: (setting) => {
      if (inForce.overrides[setting] !== undefined) return "revision";
      return given.has(setting) ? "file" : "default";
    },
    fileValue: (setting) => fromFile[setting],
    overrides: () => inForce.overrides,
    revision: () => inForce.newest,
    findings: () => inForce.findings,
    check,
    // One after the other: a slow older read must never undo a newer one.
    refresh: () => {
      const turn = reading.then(async () => {
        inForce = await read(inForce);
      });
      reading = turn.catch(() => {});
      return turn;
    },
  };
}

/** The file's findings about access settings give way to those about the settings in force, which keep their line where the file still decides. */
function mergeFindings(inFile: readonly Finding[], inForce: readonly Finding[], overrides: AccessOverrides): Finding[] {
  const isAccess = (finding: Finding): boolean =>
    ACCESS_FINDINGS.has(finding.number) && ACCESS_SETTINGS.some((name) => finding.path.split(".").includes(name));
  const placed = inForce.map((finding) => {
    const overridden = Object.hasOwn(overrides, finding.path.split(".")[0] ?? "");
    const same = inFile.find((other) => other.number === finding.number && other.path.endsWith(finding.path));
    return overridden ? finding : (same ?? finding);
  });
  return [...inFile.filter((finding) => !isAccess(finding)), ...placed];
}

interface Usable {
  readonly newest: StoredRevision | undefined;
  readonly used: StoredRevision | undefined;
  readonly checked: CheckedOverrides;
  readonly findings: readonly Finding[];
}

/** The newest revision that this version understands: settings written by another must never stop the gateway. */
function newestUsable(revisions: readonly StoredRevision[], check: (draft: unknown) => CheckedOverrides): Usable {
  const newest = revisions[0];
  const findings: Finding[] = [];
  for (const revision of revisions) {
    const checked = check(revision.settings);
    if (checked.overrides) return { newest, used: revision, checked, findings };
    if (revision === newest) findings.push(unusable(revision, checked.findings));
  }
  return { newest, used: undefined, checked: { overrides: {}, findings: [] }, findings };
}

function unusable(revision: StoredRevision, reasons: readonly Finding[]): Finding {
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
