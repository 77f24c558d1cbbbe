import { createHash } from "node:crypto";
import { BackupError } from "./backup-error";
import { type BackupRecord, decodeHeader, decodeRecord, END_OF_ROWS, FORMAT_VERSION } from "./file-format";

/** A part of a backup: one of its lines or, between `table` and `rows`, whole rows of that table. */
export type BackupPart = BackupRecord | { readonly kind: "data"; readonly data: Buffer };

const LINE_FEED = 0x0a;
/**
 * The longest line in bytes: far more than the list of migrations will ever take, and little enough to notice a file
 * that is not a backup.
 */
const LONGEST_RECORD = 4 * 1024 * 1024;

/**
 * Reads the unzipped content of a backup piece by piece and proves it on the way: the order of its lines, the number
 * of rows of each table, and the SHA-256 of everything before the last line.
 */
export class BackupParser {
  readonly #hash = createHash("sha256");
  #rest: Buffer = Buffer.alloc(0);
  #state: "header" | "records" | "rows" | "count" | "over" = "header";
  #rows = 0;
  #table = "";
  readonly #total = { tables: 0, rows: 0 };

  /** The parts that are complete with this piece. @throws BackupError if the content is not a backup, or damaged */
  *push(piece: Buffer): Generator<BackupPart> {
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    while (this.#rest.length > 0) {
      if (this.#state === "over") throw damaged("something follows its end");
      const part = this.#state === "rows" ? this.#takeRows() : this.#takeRecord();
      if (!part) return;
      yield part;
    }
  }

  /** @throws BackupError if the content has no end */
  finish(): void {
    if (this.#state !== "over") throw damaged("its end is missing");
  }

  #takeRecord(): BackupRecord | undefined {
    const end = this.#rest.indexOf(LINE_FEED) + 1;
    if (end === 0) {
      if (this.#rest.length > LONGEST_RECORD)
        throw this.#state === "header" ? noBackup() : damaged("a line is too long");
      return undefined;
    }
    const bytes = this.#rest.subarray(0, end);
    const record = this.#decode(bytes.toString("utf8", 0, end - 1));
    if (record.kind !== "end") this.#hash.update(bytes);
    this.#rest = this.#rest.subarray(end);
    this.#follow(record);
    return record;
  }

  #decode(line: string): BackupRecord {
    if (this.#state === "header") {
      const header = decodeHeader(line);
      if (!header) throw noBackup();
      if (header.format_version > FORMAT_VERSION)
        throw new BackupError(
          `The file has the format ${header.format_version}, which this version of the gateway cannot read: restore it with version ${header.version} or newer`,
        );
      return { kind: "header", header };
    }
    const record = decodeRecord(line);
    if (!record) throw damaged("a line cannot be read");
    return record;
  }

  #follow(record: BackupRecord): void {
    const expected = this.#state === "count" ? record.kind === "rows" : record.kind !== "rows";
    if (!expected) throw damaged("its lines are out of order");
    switch (record.kind) {
      case "table":
        this.#rows = 0;
        this.#table = record.value.name;
        this.#state = "rows";
        return;
      case "rows":
        if (record.value !== this.#rows)
          throw damaged(`its table ${this.#table} has ${this.#rows} rows where ${record.value} were written`);
        this.#total.tables++;
        this.#total.rows += this.#rows;
        break;
      case "end": {
        const { tables, rows, sha256 } = record.value;
        if (tables !== this.#total.tables || rows !== this.#total.rows) throw damaged("tables are missing");
        if (this.#hash.digest("hex") !== sha256) throw damaged("its SHA-256 is another one");
        this.#state = "over";
        return;
      }
      case "header":
      case "secrets":
      case "sequences":
        break;
    }
    this.#state = "records";
  }

  /** Whole rows, up to the last line feed or the end of the table. */
  #takeRows(): BackupPart | undefined {
    const end = this.#endOfRows();
    const data = this.#rest.subarray(0, end === -1 ? this.#rest.lastIndexOf(LINE_FEED) + 1 : end);
    const taken = end === -1 ? data : this.#rest.subarray(0, end + END_OF_ROWS.length);
    if (taken.length === 0) return undefined;
    this.#hash.update(taken);
    this.#rest = this.#rest.subarray(taken.length);
    for (let at = data.indexOf(LINE_FEED); at !== -1; at = data.indexOf(LINE_FEED, at + 1)) this.#rows++;
    if (end !== -1) this.#state = "count";
    return { kind: "data", data };
  }

  /** Where the line that ends the table begins; -1: it is not in these bytes. */
  #endOfRows(): number {
    let at = this.#rest.indexOf(END_OF_ROWS);
    while (at > 0 && this.#rest[at - 1] !== LINE_FEED) at = this.#rest.indexOf(END_OF_ROWS, at + 1);
    return at;
  }
}

function noBackup(): BackupError {
  return new BackupError("The file is not a backup of the gateway: name a file that `backup` has written");
}

function damaged(how: string): BackupError {
  return new BackupError(`The backup is damaged or was cut off (${how}): take another one; nothing was changed`);
}
