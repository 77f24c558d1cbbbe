import { isShowableKey, quote, type Fault, type Path } from "@/lib/config/finding";
import { isObject } from "@/lib/is-object";
import { knownPaths } from "../schema-walk";
import { LITELLM_SECTIONS, litellmSectionAdvice } from "./litellm-settings";

/** A longer list of names would bury the other findings. */
const MOST_LISTED = 15;
/** In characters. A longer map is written by hand. */
const LONGEST_MAP = 300;

/**
 * The faults for a section of LiteLLM that has settings: one for each setting that is known, and one that lists the
 * others. Undefined if there is nothing to say about single settings.
 */
export function litellmSectionFaults(schema: unknown, path: Path, value: unknown): Fault[] | undefined {
  const section = String(path.at(-1));
  if (!LITELLM_SECTIONS.has(section) || !isObject(value)) return undefined;
  const members = Object.entries(value).map(([key, given]) => ({ key, fix: adviceAbout(schema, key, given) }));
  if (members.length === 0) return undefined;
  const known = members.flatMap(({ key, fix }): Fault[] => {
    const message = `"${key}" is not read in ${section}, which is a section of LiteLLM`;
    return fix === undefined ? [] : [{ number: "C184", path: [...path, key], at: "key", message, fix }];
  });
  const unknown = members.filter(({ fix }) => fix === undefined).map(({ key }) => key);
  return unknown.length === 0 ? known : [...known, unknownFault(section, path, unknown)];
}

function unknownFault(section: string, path: Path, keys: readonly string[]): Fault {
  const listed = keys.filter(isShowableKey).slice(0, MOST_LISTED).map(quote);
  const others = keys.length - listed.length;
  const names = [...listed, ...(others > 0 ? [`${others} more`] : [])].join(", ");
  return {
    number: "C184",
    path,
    at: "key",
    message: `${section} is a section of LiteLLM, and these of its settings have no counterpart that is known: ${names}`,
    fix: "remove them; docs/reference/configuration.md lists what there is",
  };
}

function adviceAbout(schema: unknown, key: string, given: unknown): string | undefined {
  const map = key === "fallbacks" ? fallbacksAsMap(given) : undefined;
  if (map !== undefined) return `write it in general_settings as one map: fallbacks: ${map}`;
  const advice = litellmSectionAdvice(key);
  if (advice !== undefined) return advice;
  const paths = knownPaths(schema).filter((path) => path.key === key);
  const parents = PLACES.find((place) => paths.some((known) => known.parents.join(".") === place));
  if (parents === undefined) return undefined;
  return parents === "" ? "move it to the top level" : `move it to ${parents}`;
}

/** Where a setting of LiteLLM's sections can have the same name here. */
const PLACES = ["general_settings", "", "general_settings.gateway_jwtauth"] as const;

/**
 * LiteLLM's list of one-key maps as the one map that is meant, in YAML; undefined if it is something else, or has names
 * that must not be repeated.
 */
export function fallbacksAsMap(given: unknown): string | undefined {
  if (!Array.isArray(given) || !given.every(isObject)) return undefined;
  const map: Record<string, string[]> = Object.create(null);
  for (const [model, others] of given.flatMap((entry) => Object.entries(entry))) {
    if (Object.hasOwn(map, model) || !Array.isArray(others) || !others.every((other) => typeof other === "string"))
      return undefined;
    map[model] = others;
  }
  const names = Object.entries(map).flat(2);
  if (names.length === 0 || !names.every((name) => quote(name) === JSON.stringify(name))) return undefined;
  const pairs = Object.entries(map).map(([model, others]) => `"${model}": [${others.map(quote).join(", ")}]`);
  const text = `{${pairs.join(", ")}}`;
  return text.length <= LONGEST_MAP ? text : undefined;
}
