import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { BackupError } from "./backup-error";
import { BackupParser, type BackupPart } from "./backup-parser";
import type { BackupHeader } from "./file-format";
import { countRows, reportRows, type TableProgress } from "./progress";

/** A backup that has been read to its end and is whole. */
export interface CheckedBackup {
  readonly header: BackupHeader;
  readonly tables: number;
  readonly rows: number;
  /** Undefined: the file has no secrets. */
  readonly encryptionKey: string | undefined;
}

/**
 * The parts of a backup, in constant memory. @throws BackupError with one line for the operator if the file cannot be
 * read, is not a backup, or is damaged. Damage may be found only after the last part.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const source = createReadStream(file);
  const content = createGunzip();
  source.on("error", (error) => content.destroy(error));
  source.pipe(content);
  const parser = new BackupParser();
  try {
    for await (const piece of content) yield* parser.push(piece);
    parser.finish();
  } catch (error) {
    throw explain(error, file);
  } finally {
    source.destroy();
  }
}

/** Reads a whole backup and changes nothing. @throws BackupError as `readBackup` does */
export async function checkBackup(
  file: string,
  onProgress: (progress: TableProgress) => void = () => {},
): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let encryptionKey: string | undefined;
  let report: ReturnType<typeof reportRows> | undefined;
  for await (const part of readBackup(file)) {
    switch (part.kind) {
      case "header":
        header = part.header;
        break;
      case "secrets":
        encryptionKey = part.value.encryption_key;
        break;
      case "table":
        report = reportRows(part.value.name, undefined, onProgress);
        break;
      case "data":
        report?.count(countRows(part.data));
        break;
      case "rows":
      case "sequences":
        break;
      case "end":
        if (header) return { header, tables: part.value.tables, rows: part.value.rows, encryptionKey };
    }
  }
  throw new BackupError("The backup is empty");
}

function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "ENOENT":
      return new BackupError(`There is no file ${file}`);
    case "EISDIR":
      return new BackupError(`${file} is a folder: name the file of a backup`);
    case "EACCES":
    case "EPERM":
      return new BackupError(`${file} may not be read by this user`);
    case "Z_BUF_ERROR":
      return new BackupError("The backup was cut off: take another one; nothing was changed");
    case "Z_DATA_ERROR":
      return new BackupError(
        "The file is not a backup of the gateway, or is damaged: name a file that `backup` has written; nothing was changed",
      );
    default:
      return error;
  }
}
