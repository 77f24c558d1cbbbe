import type { Environment } from "@/lib/config/environment-variables";

/**
 * A page of the documents: an address, or a path of this gateway. By default the one that explains errors, for a link
 * relative to the request (RFC 8288). `published`: `docs_url`, which counts first. Undefined: there is no such page.
 */
export function helpPage(
  { console: hasConsole, basePath }: Pick<Environment, "console" | "basePath">,
  published: string | undefined,
  page = "reference/errors",
): string | undefined {
  if (published !== undefined) return `${published}/${page}`;
  return hasConsole ? `${basePath}/console/docs/${page}` : undefined;
}
