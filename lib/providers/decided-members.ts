import { isObject } from "@/lib/is-object";
import { GatewayError } from "@/lib/errors";
import { scanMembers, type MemberRange } from "./json-members";

/**
 * The members of a call's body that the gateway reads to decide, to limit or to book, and those in them. What it has
 * read must be what the upstream reads.
 */
const DECIDED: Readonly<Record<string, readonly string[]>> = {
  model: [],
  stream: [],
  stream_options: ["include_usage"],
  max_tokens: [],
  max_completion_tokens: [],
  max_output_tokens: [],
  n: [],
  best_of: [],
  thinking: ["budget_tokens"],
  reasoning: ["max_tokens"],
  thread: ["type"],
  user: [],
  safety_identifier: [],
  metadata: [],
  prompt: [],
  input: [],
  messages: [],
  system: [],
  tools: [],
  mcp_servers: [],
  web_search_options: [],
  search_parameters: [],
  background: [],
  previous_response_id: [],
  conversation: [],
};

const NAMES: ReadonlySet<string> = new Set(Object.keys(DECIDED));
/** The names in those with members of their own. */
const INNER_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(DECIDED).flatMap(([outer, inner]) => (inner.length > 0 ? [[outer, new Set(inner)]] : [])),
);

/** A name of these characters alone is no other spelling of one. Most names are, and each call has some. */
const PLAIN = /^[a-z\d_]*$/;

/**
 * Refuses a member that is not one of those that the gateway decides about, but that an upstream may take for one: Go
 * and .NET ignore case, and the last of two members counts. @throws GatewayError invalid_request that names it
 */
export function refuseLookalike(name: string, names: ReadonlySet<string> = NAMES, within = ""): void {
  if (PLAIN.test(name)) return;
  const folded = fold(name);
  if (folded !== name && names.has(folded))
    throw invalid(within + name, `"${within}${shown(name)}" must be spelled "${within}${folded}".`);
}

/** As `refuseLookalike`, for a whole body and the members in its members. `value`: the parsed `bytes`. */
export function refuseLookalikes(
  { bytes, value }: { readonly bytes: Buffer; readonly value: Readonly<Record<string, unknown>> },
  members: ReadonlyMap<string, MemberRange>,
): void {
  for (const [name, { start, end }] of members) {
    const decided = INNER_NAMES.get(name);
    if (!decided) refuseLookalike(name);
    else if (isObject(value[name])) refuseInner(name, decided, bytes.subarray(start, end));
  }
}

function refuseInner(outer: string, decided: ReadonlySet<string>, bytes: Buffer): void {
  const { members, duplicates } = scanMembers(bytes);
  const twice = duplicates.find((name) => decided.has(name));
  if (twice !== undefined) throw invalid(`${outer}.${twice}`, `"${outer}.${twice}" occurs in the body more than once.`);
  for (const name of members.keys()) refuseLookalike(name, decided, `${outer}.`);
}

/** Without what some parser ignores: case, forms of one letter such as the Kelvin sign, and the dots of an i. */
function fold(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("\u0307", "");
}

function shown(name: string): string {
  return name.slice(0, 60);
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError("invalid_request", message, { param: shown(param) });
}
