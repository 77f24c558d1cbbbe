const NAME = "GATEWAY_BASE_PATH";

/**
 * The base path in force for the console: "" or a path such as `/llm/gateway`. The same in the browser and where pages
 * are rendered.
 */
export function basePath(): string {
  const published: unknown = Reflect.get(globalThis, NAME);
  return typeof published === "string" ? published : "";
}

/** Makes the base path known in the thread that renders pages. Next.js's bundles and ours meet on globalThis. */
export function publishBasePath(base: string): void {
  Reflect.set(globalThis, NAME, base);
}

/**
 * The script that makes the base path known in a browser. It must run before the scripts of the build, which then load
 * each other from below the base path: their loader reads TURBOPACK_CHUNK_BASE_PATH.
 */
export function basePathScript(base: string): string {
  return `self.${NAME}=${JSON.stringify(base)};self.TURBOPACK_CHUNK_BASE_PATH=${JSON.stringify(`${base}/_next/`)};\n`;
}
