/** What the palette can begin on the page of an entity: the value of `act` in its address. */
export type Act = "block" | "edit" | "rotate";

/** A verb with what it can be done to, by the groups of results. */
export interface Verb {
  readonly act: Act;
  /** The verb before the name: "Block". */
  readonly label: string;
  readonly words: readonly string[];
  readonly groups: readonly string[];
}

const VERBS: readonly Verb[] = [
  {
    act: "block",
    label: "Block",
    words: ["block", "stop", "disable"],
    groups: ["Teams", "Users", "Organisations", "End users"],
  },
  {
    act: "edit",
    label: "Edit",
    words: ["edit", "change", "rename"],
    groups: ["Teams", "Users", "Organisations", "End users", "Keys"],
  },
  { act: "rotate", label: "Rotate", words: ["rotate", "renew", "regenerate"], groups: ["Keys"] },
];

/** The verb that a text begins with and the name behind it; undefined: one of them is missing. */
export function verbIn(text: string): { readonly verb: Verb; readonly name: string } | undefined {
  const [first = "", ...rest] = text.trim().split(/\s+/);
  const name = rest.join(" ");
  const verb = VERBS.find(({ words }) => words.includes(first.toLowerCase()));
  return verb === undefined || name === "" ? undefined : { verb, name };
}

/** The act that an address asks for; undefined: none, as an address may hold any string. */
export function actIn(text: string): Act | undefined {
  return VERBS.find(({ act }) => act === text)?.act;
}
