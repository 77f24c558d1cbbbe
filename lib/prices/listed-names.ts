import { findProvider, type MatchLogic, type Provider } from "@pydantic/genai-prices";

/** Names with a date written in eight digits. The list also looks for them with the date written with hyphens. */
const DATED = /20\d{6}/;

const patterns = new WeakMap<Provider, RegExp>();

/**
 * Whether the bundled list may have a model. False is certain, at a tenth of the cost of looking it up: the list asks
 * its models one by one, which callers would otherwise pay for with each new name below a pattern.
 * @param providerId the list's name of the provider
 */
export function mayBeListed(providerId: string, model: string): boolean {
  const name = model.toLowerCase().trim();
  // A provider that is not listed is found out at once.
  const provider = findProvider({ providerId });
  if (!provider || DATED.test(name)) return true;
  let pattern = patterns.get(provider);
  if (!pattern) patterns.set(provider, (pattern = compile(provider)));
  return pattern.test(name);
}

/** Matches every name that one of the provider's models matches, and perhaps more. */
function compile(provider: Provider): RegExp {
  const [providers, sources] = [new Set<Provider>(), new Set<string>()];
  const add = (one: Provider): void => {
    if (providers.has(one)) return;
    providers.add(one);
    for (const { match } of one.models) for (const source of sourcesOf(match)) sources.add(source);
    for (const providerId of one.fallback_model_providers ?? []) {
      const other = findProvider({ providerId });
      if (other) add(other);
    }
  };
  add(provider);
  // Without models nothing matches.
  // oxlint-disable-next-line house/linear-regex -- texts, and the list's own patterns, which it runs on each name too
  return new RegExp([...sources].map((source) => `(?:${source})`).join("|") || "(?!)");
}

/** Of the clauses of an "and" one is enough: it matches more than all of them. A text is likely to match the least. */
function sourcesOf(match: MatchLogic): string[] {
  if ("or" in match) return match.or.flatMap(sourcesOf);
  if ("and" in match) {
    const text = match.and.find((clause) => !("regex" in clause));
    return (text ? [text] : match.and.slice(0, 1)).flatMap(sourcesOf);
  }
  if ("equals" in match) return [`^${literal(match.equals)}$`];
  if ("starts_with" in match) return [`^${literal(match.starts_with)}`];
  if ("ends_with" in match) return [`${literal(match.ends_with)}$`];
  if ("contains" in match) return [literal(match.contains)];
  return [match.regex];
}

function literal(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9 _]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
