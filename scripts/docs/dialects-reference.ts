import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";
import { PROVIDERS } from "../../lib/providers/table";

/**
 * docs/reference/dialects.md with its generated parts filled in from the tables. @throws Error for a part that is
 * missing or unknown
 */
export function renderDialects(text: string): string {
  return fillGeneratedParts("docs/reference/dialects.md", text, {
    providers: providerTable(),
  });
}

function providerTable(): string {
  const rows = PROVIDERS.map(({ name, label, apiBase, address, keyVariables }) => [
    `\`${name}/\``,
    label,
    apiBase === undefined
      ? address
        ? "by the entry's settings or its `api_base`"
        : "the entry's `api_base`"
      : `\`${apiBase}\``,
    keyVariables.map((variable) => `\`${variable}\``).join(", ") || "none needed",
  ]);
  return markdownTable(["Prefix", "Dialect", "Address", "Key: the first variable that is set"], rows);
}
