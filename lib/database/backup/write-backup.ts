import { createHash } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { syncFolder } from "../data-folder";
import { FIRST_VERSION, isAtLeast } from "../oldest-version";
import { readState } from "../migrate";
import { BackupError } from "./backup-error";
import { copyOut } from "./copy-out";
import { type BackupHeader, type BackupRecord, encodeRecord, END_OF_ROWS, FORMAT, FORMAT_VERSION } from "./file-format";
import { copiedFrom, ownTables, type OwnTable } from "./own-tables";
import { countRows, reportRows, type TableProgress } from "./progress";
import { type BackupDatabase, inBackupSession, rowsOf } from "./session";

/** Bytes of one write to the file. */
const WRITE_BYTES = 256 * 1024;

export interface WriteBackupOptions {
  readonly database: BackupDatabase;
  /** The path of the file. An older file there is replaced, once the new one is whole. */
  readonly file: string;
  /** The version of this gateway. */
  readonly version: string;
  /** Written into the file only if it is given. */
  readonly encryptionKey?: string | undefined;
  /** Whether prompts and answers are written too, encrypted as they are; default: no. */
  readonly withContent?: boolean;
  readonly onProgress?: (progress: TableProgress) => void;
  /** Ends the backup, which then leaves no file. */
  readonly signal?: AbortSignal;
}

export interface WrittenBackup {
  readonly header: BackupHeader;
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes everything in the database to a file, as of one moment, while gateways go on using it. Only the owner may read
 * the file. It has another name until it is whole and on disk, so a file at its path is always whole.
 * @throws BackupError or DatabaseSetupError with one line for the operator
 */
export async function writeBackup(options: WriteBackupOptions): Promise<WrittenBackup> {
  const { database, file, signal } = options;
  if ((await stat(file).catch(() => undefined))?.isDirectory())
    throw new BackupError(`${file} is a folder: name a file in it`);
  const temporary = `${file}.partial-${process.pid}`;
  try {
    const target = await open(temporary, "wx", 0o600);
    try {
      const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
      const written = await inBackupSession(database, begin, async (client) => {
        const content = new BackupContent(client, options);
        await pipeline(
          Readable.from(content.pieces()),
          createGzip({ chunkSize: WRITE_BYTES }),
          new Writable({ write: (piece, _, done) => void target.writeFile(piece).then(() => done(), done) }),
          { ...(signal && { signal }) },
        );
        return content.written();
      });
      await target.sync();
      const { size } = await target.stat();
      await rename(temporary, file);
      await syncFolder(dirname(file));
      return { ...written, bytes: size };
    } finally {
      await target.close();
    }
  } catch (error) {
    await rm(temporary, { force: true });
    throw explainFileError(error, file);
  }
}

/** The content of a backup before it is zipped. */
class BackupContent {
  readonly #hash = createHash("sha256");
  readonly #total = { tables: 0, rows: 0 };
  #header: BackupHeader | undefined;

  constructor(
    readonly client: pg.Client,
    readonly options: WriteBackupOptions,
  ) {}

  written(): Omit<WrittenBackup, "bytes"> {
    if (!this.#header) throw new Error("The backup has not been written yet");
    return { header: this.#header, ...this.#total };
  }

  async *pieces(): AsyncGenerator<Buffer> {
    this.#header = await readHeader(this.client, this.options.version);
    yield this.#record({ kind: "header", header: this.#header });
    const { encryptionKey } = this.options;
    if (encryptionKey !== undefined) yield this.#record({ kind: "secrets", value: { encryption_key: encryptionKey } });
    const tables = await ownTables(this.client, this.options.withContent);
    // A migration that changes a table waits for this transaction, so all tables are locked before the first is read.
    await this.client.query(
      `LOCK TABLE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(", ")} IN ACCESS SHARE MODE`,
    );
    for (const table of tables) yield* this.#table(table);
    yield this.#record({ kind: "sequences", value: await readSequences(this.client) });
    yield encodeRecord({ kind: "end", value: { ...this.#total, sha256: this.#hash.digest("hex") } });
  }

  async *#table(table: OwnTable): AsyncGenerator<Buffer> {
    const { name, columns, partitions } = table;
    yield this.#record({
      kind: "table",
      value: { name, columns: [...columns], ...(partitions && { partitions: [...partitions] }) },
    });
    const ofRows = table.estimatedRows < 0 ? undefined : table.estimatedRows;
    const report = reportRows(table.name, ofRows, this.options.onProgress ?? (() => {}));
    const statement = `COPY ${copiedFrom(table, pg.escapeIdentifier)} TO STDOUT`;
    for await (const piece of copyOut(this.client, statement)) {
      const rows: Buffer = piece;
      report.count(countRows(rows));
      yield this.#counted(rows);
    }
    const rows = report.done();
    yield this.#counted(END_OF_ROWS);
    yield this.#record({ kind: "rows", value: rows });
    this.#total.tables++;
    this.#total.rows += rows;
  }

  #record(record: BackupRecord): Buffer {
    return this.#counted(encodeRecord(record));
  }

  #counted(piece: Buffer): Buffer {
    this.#hash.update(piece);
    return piece;
  }
}

async function readHeader(client: pg.Client, version: string): Promise<BackupHeader> {
  const { applied } = await readState(client);
  if (!applied || applied.length === 0)
    throw new BackupError("No gateway has used this database yet: there is nothing to back up");
  const unfinished = applied.find(({ finished }) => !finished);
  if (unfinished)
    throw new BackupError(
      `The migration "${unfinished.name}" did not finish: repair the database before you back it up`,
    );
  const [hasName] = await rowsOf<{ exists: boolean }>(
    client,
    "SELECT to_regclass('installation') IS NOT NULL AS exists",
  );
  const names = hasName?.exists ? await rowsOf<{ epoch: string }>(client, "SELECT epoch FROM installation") : [];
  const [clock] = await rowsOf<{ now: Date }>(client, "SELECT now()");
  return {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    version,
    oldest_version: applied
      .map(({ oldestVersion = FIRST_VERSION }) => oldestVersion)
      .reduce((newest, other) => (isAtLeast(newest, other) ? newest : other)),
    created_at: (clock?.now ?? new Date()).toISOString(),
    installation: names[0]?.epoch ?? null,
    migrations: applied.map(({ name, checksum }) => ({ name, checksum })),
  };
}

/** Read after the rows, so that no number in a row is higher than its sequence. */
async function readSequences(client: pg.Client): Promise<(BackupRecord & { kind: "sequences" })["value"]> {
  return rowsOf(
    client,
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS last_value, last_value IS NOT NULL AS is_called
     FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename`,
  );
}

/** Turns an error of the file system into one line for the operator. */
function explainFileError(error: unknown, file: string): unknown {
  const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : undefined;
  const reasons: Record<string, string> = {
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    EFBIG: "the file system takes no file of this size",
    EACCES: "this user has no permission",
    EPERM: "this user has no permission",
    EROFS: "the file system is read-only",
    ENOENT: "its folder does not exist",
    ENOTDIR: "a part of the path is not a folder",
    EIO: "the disk has a fault",
  };
  const reason = code === undefined ? undefined : reasons[code];
  return reason === undefined
    ? error
    : new BackupError(`The backup cannot be written to ${file} (${reason}): nothing was left there`, { cause: error });
}
