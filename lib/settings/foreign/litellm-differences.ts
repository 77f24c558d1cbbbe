import type { Fault, Path } from "@/lib/config/finding";
import { isObject } from "@/lib/is-object";

/**
 * Warnings about settings that a file of LiteLLM has under a name that is known here too, but that mean something else
 * or have another default. `data`: the configuration before its schema, of which a setting of LiteLLM is known to be.
 */
export function litellmDifferences(data: unknown): Fault[] {
  return [
    ...timeouts(member(data, "model_list")),
    ...defaults(data, []),
    ...defaults(member(data, GENERAL), [GENERAL]),
  ];
}

const GENERAL = "general_settings";

/** Names of one section, ours and LiteLLM's: a file is often renamed before it is checked. */
const PARAMETERS = ["gateway_params", "litellm_params"];
const JWT_SECTIONS = ["gateway_jwtauth", "litellm_jwtauth"];

function timeouts(entries: unknown): Fault[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown, index) =>
    PARAMETERS.filter((section) => {
      const given = member(entry, section);
      return member(given, "timeout") !== undefined && member(given, "first_byte_timeout") === undefined;
    }).map((section): Fault => ({
      number: "C200",
      path: ["model_list", index, section, "timeout"],
      at: "key",
      message: "ends each attempt in LiteLLM, and here the whole call with its retries and its stream",
      fix: "rename it to first_byte_timeout if an attempt is meant",
    })),
  );
}

function defaults(parent: unknown, path: Path): Fault[] {
  return JWT_SECTIONS.filter((section) => {
    const given = member(parent, section);
    return isObject(given) && given["admin_jwt_scope"] === undefined;
  }).map((section): Fault => ({
    number: "C200",
    path: [...path, section],
    at: "key",
    message: "admin_jwt_scope is left out: LiteLLM's default is litellm_proxy_admin, and that here gateway_proxy_admin",
    fix: "set admin_jwt_scope to the scope that the tokens of administrators have",
  }));
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
