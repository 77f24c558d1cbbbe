import { markdownTable } from "./markdown-table";
import { PARAMETERS as ANTHROPIC_PARAMETERS } from "../../lib/providers/anthropic-to-openai/parameters";
import { PARAMETERS as OPENAI_PARAMETERS } from "../../lib/providers/openai-to-anthropic/parameters";
import { PROVIDERS } from "../../lib/providers/table";

/**
 * docs/dialects.md with its generated parts as the tables say: what stands between `<!-- generated: NAME -->` and
 * `<!-- end -->` is replaced, the rest is prose and stays. @throws Error for a part that is missing or not known
 */
export function renderDialects(text: string): string {
  const parts: Readonly<Record<string, string>> = {
    providers: providerTable(),
    openai_parameters: parameterTable(OPENAI_PARAMETERS),
    anthropic_parameters: parameterTable(ANTHROPIC_PARAMETERS),
  };
  const found: string[] = [];
  const rendered = text.replace(
    /(<!-- generated: (\w+) -->)[\s\S]*?(<!-- end -->)/g,
    (_whole, start: string, name: string, end: string) => {
      const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
      if (part === undefined)
        throw new Error(`docs/dialects.md names the generated part "${name}", which there is not`);
      found.push(name);
      return `${start}\n\n${part}\n\n${end}`;
    },
  );
  const missing = Object.keys(parts).filter((name) => !found.includes(name));
  if (missing.length > 0) throw new Error(`docs/dialects.md lacks the generated part ${missing.join(", ")}`);
  return rendered;
}

const DIALECTS = { openai: "OpenAI", azure: "Azure", anthropic: "Anthropic" } as const;

function providerTable(): string {
  const rows = PROVIDERS.map(({ name, dialect, apiBase, keyVariables }) => [
    `\`${name}/\``,
    DIALECTS[dialect],
    apiBase === undefined ? "the entry's `api_base`" : `\`${apiBase}\``,
    keyVariables.map((variable) => `\`${variable}\``).join(", ") || "none needed",
  ]);
  return markdownTable(["Prefix", "Dialect", "Address", "Key, the first that is set"], rows);
}

function parameterTable(parameters: Readonly<Record<string, readonly [treatment: string, says: string]>>): string {
  return markdownTable(
    ["Parameter", "What becomes of it", ""],
    Object.entries(parameters).map(([name, [treatment, says]]) => [`\`${name}\``, treatment, says]),
  );
}
