import { helpPage } from "@/lib/api/help-page";
import type { Environment } from "@/lib/config/environment-variables";
import { formatFinding, type Finding } from "@/lib/config/finding";

/** Where the findings of a configuration are explained that starts no gateway. */
export const FINDINGS_FILE = "docs/reference/findings.md";

/**
 * What is printed about the findings of a start: one line for each, and where each number is explained. `published`:
 * `docs_url`.
 */
export function findingLines(
  findings: readonly Finding[],
  environment: Pick<Environment, "console" | "basePath" | "host" | "port">,
  published: string | undefined,
): string[] {
  if (findings.length === 0) return [];
  const page = helpPage(environment, published, "reference/findings") ?? FINDINGS_FILE;
  const where = page.startsWith("/") ? `http://${environment.host}:${environment.port}${page}` : page;
  return [...findings.map(formatFinding), `${where} explains each number.`];
}
