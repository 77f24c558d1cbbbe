import { isDeepStrictEqual } from "node:util";
import type { Fault, Finding } from "@/lib/config/finding";
import { ACCESS_SETTINGS, type AccessOverrides, type AccessSetting, type ConfigFile } from "@/lib/config/schema";
import { fileJwtAuth, jwtAuthPath } from "../file-checks";
import type { ParsedConfig } from "../parse";

/** Settings of the file that have no effect. `told` changes when another value of the file or of a revision does. */
export interface Overridden {
  readonly findings: readonly Finding[];
  readonly told: string;
}

/**
 * The settings that the file gives and the revision in force replaces with another value: whoever edits one there
 * changes nothing. `revision`: its number.
 */
export function overriddenSettings(
  { file, given, locate }: Pick<ParsedConfig, "given" | "locate"> & { readonly file: ConfigFile },
  overrides: AccessOverrides,
  revision: number | undefined,
): Overridden {
  const inFile = fileJwtAuth(file);
  const names = ACCESS_SETTINGS.filter(
    (name) =>
      given.has(name) &&
      overrides[name] !== undefined &&
      !isDeepStrictEqual(plain(overrides[name]), plain(inFile[name])),
  );
  const faults = names.map((name): Fault => ({
    number: "C201",
    path: pathOf(name, file),
    at: "key",
    message: `revision ${revision ?? ""}, saved in the console or by the API, replaces this setting, so what the file says has no effect`,
    fix: "reset it to the file under Access, or roll back under Access → Revisions",
  }));
  const values = names.map((name) => [name, inFile[name]]);
  return { findings: locate(faults), told: names.length === 0 ? "" : JSON.stringify([revision, values]) };
}

/** Without prototypes, which differ between the file and the database, and without secrets. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function pathOf(name: AccessSetting, file: ConfigFile): Fault["path"] {
  const own = file.general_settings?.gateway_jwtauth ?? file.gateway_jwtauth;
  const isGeneral = name === "role_permissions" && !own?.role_permissions.length;
  return isGeneral ? ["general_settings", name] : [...jwtAuthPath(file), name];
}
