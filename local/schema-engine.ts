import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine, __wbg_set_wasm } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

let loaded: Promise<void> | undefined;

/** The SQL that turns the database at `url` into what `schemaPath` describes; empty when it already is. */
export async function schemaDifference(url: string, schemaPath: string): Promise<string> {
  await (loaded ??= loadEngine());
  const content = await readFile(schemaPath, "utf8");
  const files = [{ path: "schema.prisma", content }];
  const pool = new pg.Pool({ connectionString: url });
  const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPg(readingCharacters(pool)));
  const engine = await SchemaEngine.new({ datamodels: [["schema.prisma", content]] }, () => {}, factory);
  try {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: "." },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout?.includes("This is an empty migration") ? "" : (stdout ?? "");
  } finally {
    engine.free();
    await pool.end();
  }
}

/** The catalog's type "char" (18), which the driver adapter does not know, goes to the engine as text (25). */
function readingCharacters(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, property) {
      if (property !== "query") return Reflect.get(target, property, target);
      return async (config: pg.QueryArrayConfig, values: unknown[]) => {
        const result = await target.query(config, values);
        for (const field of result.fields) if (field.dataTypeID === 18) field.dataTypeID = 25;
        return result;
      };
    },
  });
}

/** Prisma's schema engine as WebAssembly: the native one is a download that not every machine can make. */
async function loadEngine(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const imports = { "./schema_engine_bg.js": { ...(await import("@prisma/schema-engine-wasm/schema_engine_bg")) } };
  const { instance } = await WebAssembly.instantiate(await readFile(glue.replace(/\.js$/, ".wasm")), imports);
  __wbg_set_wasm(instance.exports);
  const { __wbindgen_start: begin } = instance.exports;
  if (typeof begin === "function") begin();
}
