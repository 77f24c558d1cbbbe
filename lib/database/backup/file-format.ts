import { z } from "zod";
import { partitionShape } from "./partitions";

/** The first words of every backup, and the version of the format that this gateway writes and reads. */
export const FORMAT = "model-gateway-backup";
export const FORMAT_VERSION = 1;

/** Ends the rows of a table, as in every dump of PostgreSQL. `COPY` writes no such row. */
export const END_OF_ROWS = Buffer.from("\\.\n");

const name = z.string().min(1).max(200);
const count = z.number().int().nonnegative();

const header = z.object({
  format: z.literal(FORMAT),
  format_version: z.number().int(),
  /** The version of the gateway that wrote the file. */
  version: z.string(),
  /** The oldest version that may run on this schema, and so restore it. */
  oldest_version: z.string(),
  created_at: z.iso.datetime(),
  /** Distinguishes one life of an installation from the next. Null: that life had no name yet. */
  installation: z.string().nullable(),
  /** The migrations of the database, the oldest first. */
  migrations: z.array(z.object({ name, checksum: z.string() })).min(1),
});

/** The first line of a backup. */
export type BackupHeader = z.infer<typeof header>;

/** The other lines of a backup. The rows stand between `table` and `rows`, as `COPY` writes text. */
const records = {
  secrets: z.object({ encryption_key: z.string().min(1) }),
  /** `partitions`: those of a partitioned table, whose rows stand together. */
  table: z.object({ name, columns: z.array(name), partitions: z.array(partitionShape).optional() }),
  rows: count,
  sequences: z.array(z.object({ name, last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })),
  end: z.object({ tables: count, rows: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
};

export type BackupRecord =
  | { readonly kind: "header"; readonly header: BackupHeader }
  | {
      [Kind in keyof typeof records]: { readonly kind: Kind } & Record<"value", z.infer<(typeof records)[Kind]>>;
    }[keyof typeof records];

/** A line of a backup. */
export function encodeRecord(record: BackupRecord): Buffer {
  const content = record.kind === "header" ? record.header : { [record.kind]: record.value };
  return Buffer.from(`${JSON.stringify(content)}\n`);
}

/** The first line of a file; undefined: the file is not a backup. */
export function decodeHeader(line: string): BackupHeader | undefined {
  return header.safeParse(parse(line)).data;
}

/** Any other line; undefined: it is damaged. */
export function decodeRecord(line: string): Exclude<BackupRecord, { kind: "header" }> | undefined {
  const content = parse(line);
  if (typeof content !== "object" || content === null) return undefined;
  const [kind, ...others] = Object.keys(content);
  if (others.length > 0) return undefined;
  const value: unknown = Reflect.get(content, kind ?? "");
  switch (kind) {
    case "secrets":
      return withValue(kind, records.secrets.safeParse(value).data);
    case "table":
      return withValue(kind, records.table.safeParse(value).data);
    case "rows":
      return withValue(kind, records.rows.safeParse(value).data);
    case "sequences":
      return withValue(kind, records.sequences.safeParse(value).data);
    case "end":
      return withValue(kind, records.end.safeParse(value).data);
    default:
      return undefined;
  }
}

function withValue<Kind, Value>(kind: Kind, value: Value | undefined): { kind: Kind; value: Value } | undefined {
  return value === undefined ? undefined : { kind, value };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
