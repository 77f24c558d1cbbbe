import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import {
  type DiagnoseMigrationHistoryOutput,
  SchemaEngine,
  __wbg_set_wasm,
} from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { readMigrations } from "@/lib/database/migrate";

let loaded: Promise<void> | undefined;

/** The SQL that turns the database at `url` into what `schemaPath` describes; empty if it already is that. */
export async function schemaDifference(url: string, schemaPath: string): Promise<string> {
  const content = await readFile(schemaPath, "utf8");
  const files = [{ path: "schema.prisma", content }];
  const { stdout } = await withEngine(url, content, (engine) =>
    engine.diff({
      from: { tag: "schemaDatasource", files, configDir: "." },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return stdout?.includes("This is an empty migration") ? "" : (stdout ?? "");
}

/** The answer of `prisma migrate status` about the migrations of a database. */
export async function migrationStatus(
  url: string,
  schemaPath: string,
  directory: string,
): Promise<DiagnoseMigrationHistoryOutput> {
  const migrations = await readMigrations(directory);
  return withEngine(url, await readFile(schemaPath, "utf8"), async (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: {
        baseDir: directory,
        lockfile: {
          path: "migration_lock.toml",
          content: await readFile(join(directory, "migration_lock.toml"), "utf8"),
        },
        shadowDbInitScript: "",
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
        })),
      },
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
}

async function withEngine<Result>(
  url: string,
  schema: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await (loaded ??= loadEngine());
  const pool = new pg.Pool({ connectionString: url });
  const factory = bindMigrationAwareSqlAdapterFactory(characterAwareFactory(pool));
  const panic = enginePanic();
  try {
    const engine = await Promise.race([
      panic,
      SchemaEngine.new({ datamodels: [["schema.prisma", schema]] }, () => {}, factory),
    ]);
    return await Promise.race([panic, work(engine)]);
  } finally {
    await pool.end();
  }
}

/** Loads Prisma's schema engine as WebAssembly, because not every machine can download the native engine. */
async function loadEngine(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const imports = { "./schema_engine_bg.js": { ...(await import("@prisma/schema-engine-wasm/schema_engine_bg")) } };
  const { instance } = await WebAssembly.instantiate(await readFile(glue.replace(/\.js$/, ".wasm")), imports);
  __wbg_set_wasm(instance.exports);
  const { __wbindgen_start: begin } = instance.exports;
  if (typeof begin === "function") begin();
}

/** Rejects if the engine panics. The engine's own promise would then never settle. */
function enginePanic(): Promise<never> {
  const panic = new Promise<never>((_, reject) => {
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => reject(new Error(message)) },
    });
  });
  panic.catch(() => {});
  return panic;
}

const CHARACTER = 18; // The catalogue's type "char", which the driver adapter does not know and the engine needs.
const TEXT = 25;

function characterAwareFactory(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const characters = new WeakMap<object, number[]>();
  const factory = new PrismaPg(
    replacing(pool, "query", async (config: pg.QueryArrayConfig, values: unknown[]) => {
      const result = await pool.query(config, values);
      const columns = result.fields.flatMap((field, index) => (field.dataTypeID === CHARACTER ? [index] : []));
      characters.set(result.rows, columns);
      for (const column of columns) Object.assign(result.fields[column] ?? {}, { dataTypeID: TEXT });
      return result;
    }),
  );
  return replacing(factory, "connect", async () => {
    const adapter: SqlDriverAdapter = await factory.connect();
    return replacing(adapter, "queryRaw", async (query: Parameters<SqlDriverAdapter["queryRaw"]>[0]) => {
      const result = await adapter.queryRaw(query);
      for (const column of characters.get(result.rows) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    });
  });
}

function replacing<Target extends object>(target: Target, method: keyof Target, replacement: unknown): Target {
  return new Proxy(target, {
    get: (_, property) => {
      if (property === method) return replacement;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
