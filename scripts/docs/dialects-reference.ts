import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";
import { PARAMETERS as ANTHROPIC_PARAMETERS } from "../../lib/providers/anthropic-to-openai/parameters";
import { PARAMETERS as OPENAI_PARAMETERS } from "../../lib/providers/openai-to-anthropic/parameters";
import { DIALECTS } from "../../lib/providers/dialect";
import { PROVIDERS } from "../../lib/providers/table";

/**
 * docs/dialects.md with its generated parts filled in from the tables. @throws Error for a part that is missing or
 * unknown
 */
export function renderDialects(text: string): string {
  return fillGeneratedParts("docs/dialects.md", text, {
    providers: providerTable(),
    openai_parameters: parameterTable(OPENAI_PARAMETERS),
    anthropic_parameters: parameterTable(ANTHROPIC_PARAMETERS),
  });
}

function providerTable(): string {
  const rows = PROVIDERS.map(({ name, dialect, apiBase, keyVariables }) => [
    `\`${name}/\``,
    DIALECTS[dialect].label,
    apiBase === undefined ? "the entry's `api_base`" : `\`${apiBase}\``,
    keyVariables.map((variable) => `\`${variable}\``).join(", ") || "none needed",
  ]);
  return markdownTable(["Prefix", "Dialect", "Address", "Key: the first variable that is set"], rows);
}

function parameterTable(parameters: Readonly<Record<string, readonly [treatment: string, says: string]>>): string {
  return markdownTable(
    ["Parameter", "Treatment", ""],
    Object.entries(parameters).map(([name, [treatment, says]]) => [`\`${name}\``, treatment, says]),
  );
}
