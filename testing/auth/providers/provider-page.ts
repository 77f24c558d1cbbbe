import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Claims } from "@/lib/auth/decision";

/** A page of docs/providers as its readers copy from it. */
export interface ProviderPage {
  readonly text: string;
  /** The blocks marked as yaml, by the name behind the mark: whole configuration files. */
  readonly configurations: ReadonlyMap<string, string>;
  /** Every block with settings; one without a name is called by its number among the yaml blocks. */
  readonly settings: ReadonlyMap<string, string>;
  /** The blocks marked as json, by the name behind the mark: the claims of tokens. */
  readonly tokens: ReadonlyMap<string, Claims>;
}

const FOLDER = join(import.meta.dirname, "../../../docs/providers");

/** Reads docs/providers/NAME.md. A block has a name in its first line: "```yaml people norun: REASON". */
export function readProviderPage(name: string): ProviderPage {
  const text = readFileSync(join(FOLDER, `${name}.md`), "utf8");
  const yaml = blocks(text, "yaml");
  const settings = yaml.map(([block, source], index) => [block || `block ${index + 1}`, source] as const);
  return {
    text,
    configurations: new Map(yaml.filter(([block]) => block !== "")),
    settings: new Map(settings.filter(([, source]) => source.includes("gateway_jwtauth:"))),
    tokens: new Map(blocks(text, "json").map(([token, source]) => [token, JSON.parse(source)])),
  };
}

/** The `gateway_jwtauth` of a configuration on a page, with the keys of its issuers at another address. */
export function jwtAuthOf(configuration: string, keysAddress: string): Record<string, unknown> {
  const { gateway_jwtauth: settings } = parse(configuration).general_settings;
  const issuers: object[] = settings.issuers;
  return { ...settings, issuers: issuers.map((entry) => ({ ...entry, jwks_url: keysAddress })) };
}

function blocks(text: string, language: string): [name: string, content: string][] {
  const fences = text.matchAll(new RegExp(`^\`\`\`${language} ?([\\w-]*) ?norun: .+\\n([^]*?)^\`\`\`$`, "gm"));
  return [...fences].map(([, name = "", content = ""]) => [name, content]);
}
