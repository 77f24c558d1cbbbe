import type { Environment } from "@/lib/config/environment-variables";

const PAGE = "reference/errors";

/**
 * The page that explains errors, for a link relative to the request (RFC 8288). `published`: `docs_url`, which counts
 * first. Undefined: there is no such page.
 */
export function helpPage(
  { console: hasConsole, basePath }: Pick<Environment, "console" | "basePath">,
  published: string | undefined,
): string | undefined {
  if (published !== undefined) return `${published}/${PAGE}`;
  return hasConsole ? `${basePath}/console/docs/${PAGE}` : undefined;
}
