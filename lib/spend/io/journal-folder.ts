import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { segmentOwner } from "./journal";
import type { Environment } from "@/lib/config/environment-variables";

/** The path of the folder of the spend journals. */
export function journalFolder(environment: Environment): string {
  return join(environment.dataDirectory, "journal");
}

/** Counts of calls and lines. Calls that were already in the database are not counted. */
export interface RecoveryReport {
  readonly booked: number;
  readonly interrupted: number;
  readonly rejected: number;
  readonly damaged: number;
}

/**
 * The report of the last recovery. It lies beside the folder, so that the folder is empty when all calls are booked.
 */
const reportPath = (directory: string): string => `${directory}-recovery.json`;

const report = z.object({
  at: z.string(),
  processes: z.number(),
  booked: z.number(),
  interrupted: z.number(),
  rejected: z.number(),
  damaged: z.number(),
});

/** The last recovery that found a journal: when it ended, and how many processes it recovered. */
export type LastRecovery = z.infer<typeof report>;

export interface JournalFile {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** The content of a journal folder, from all processes. */
export interface JournalFolder {
  readonly segments: readonly JournalFile[];
  /** Files with unreadable lines and with rows that the database refused, kept for the operator to look at. */
  readonly setAside: readonly JournalFile[];
  readonly lastRecovery: LastRecovery | undefined;
}

/**
 * Lists a journal folder. Files that disappear meanwhile are left out.
 * @throws NodeJS.ErrnoException if it cannot be read
 */
export async function readJournalFolder(directory: string): Promise<JournalFolder> {
  const names = (await readdir(directory)).sort();
  const files = (await Promise.all(names.map((name) => describe(directory, name)))).filter(
    (file) => file !== undefined,
  );
  return {
    segments: files.filter(({ name }) => segmentOwner(name) !== undefined),
    setAside: files.filter(({ name }) => name.endsWith(".damaged") || name.endsWith(".rejected.jsonl")),
    lastRecovery: await readReport(directory),
  };
}

/** Writes the report of a recovery, for this process and others to read. @throws NodeJS.ErrnoException */
export async function writeRecoveryReport(
  directory: string,
  found: RecoveryReport & Pick<LastRecovery, "at" | "processes">,
): Promise<void> {
  const path = reportPath(directory);
  await writeFile(`${path}.${process.pid}`, JSON.stringify(found), { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
}

async function describe(directory: string, name: string): Promise<JournalFile | undefined> {
  const found = await stat(join(directory, name)).catch(() => undefined);
  return found && { name, bytes: found.size, modifiedAt: found.mtime };
}

async function readReport(directory: string): Promise<LastRecovery | undefined> {
  try {
    return report.parse(JSON.parse(await readFile(reportPath(directory), "utf8")));
  } catch {
    return undefined; // there is no file, or it is not a report
  }
}
