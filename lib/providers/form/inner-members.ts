import { isObject } from "@/lib/is-object";
import type { JsonObject } from "../json-value";
import type { Carrier, FormMember, Parameter, ParameterTable } from "./parameters";

/** What of a client's half says how its parameters are called. */
export interface InnerTables {
  readonly parameters: ParameterTable;
  /** What its parameters may have inside. */
  readonly inner: InnerTable;
  /** The spelling of the tables for a name inside a parameter; absent: there is one spelling. */
  innerName?(name: string): string;
}

/** What a parameter may have inside: the elements of its list, or its members. */
export type Shape = ListShape | ObjectShape;

interface ListShape {
  readonly each: ObjectShape;
}

export interface ObjectShape {
  /** What becomes of each member. Those without a shape of their own are taken or lost as a whole. */
  members(value: JsonObject): InnerMembers | undefined;
  /** Every kind of the object that is known, by its name, for the documents. */
  readonly kinds: Readonly<Record<string, InnerMembers>>;
}

export type InnerMembers = Readonly<Record<string, InnerMember>>;

/** `inside`: absent for a value whose inside is not a matter of dialects, such as a schema. */
export interface InnerMember extends Parameter {
  readonly inside?: Shape;
}

/** The shapes of a client's parameters, by their names in its table. */
export type InnerTable = Readonly<Record<string, Shape>>;

/** A list whose elements are objects. What is no object is a matter of who reads it. */
export function listOf(each: ObjectShape): Shape {
  return { each };
}

export function objectOf(members: InnerMembers): ObjectShape {
  return { members: () => members, kinds: { "": members } };
}

/**
 * An object of which `kindOf` says what it is. One of an unknown kind is refused as a whole or stays with its own
 * dialect, so its members are not looked at.
 */
export function kindsOf(
  kinds: Readonly<Record<string, InnerMembers>>,
  kindOf: (value: JsonObject) => unknown,
): ObjectShape {
  const known: ReadonlyMap<unknown, InnerMembers> = new Map(Object.entries(kinds));
  return { kinds, members: (value) => known.get(kindOf(value)) };
}

/** Carried by every upstream, or refused by it in words that name it. */
export const READ: InnerMember = { member: "turns", otherwise: "refused" };
/** Says nothing that an upstream would need. */
export const NEEDLESS: InnerMember = { otherwise: "dropped", asksNothing: () => true };
/** Only upstreams of the client's own dialect have it. */
export const OWN: InnerMember = { otherwise: "dropped" };
/** What Anthropic's mark has. */
export const MARK_MEMBERS = objectOf({
  type: READ,
  ttl: { member: "cacheTime", otherwise: "dropped", asksNothing: (value) => value === "5m" },
  scope: { member: "cacheScope", otherwise: "dropped" },
});
/** Anthropic's mark: one in a whole request is named, wherever it stands. */
export const MARK: InnerMember = {
  member: "cache",
  otherwise: "dropped",
  asksNothing: () => true,
  inside: MARK_MEMBERS,
};

export function inside(shape: Shape, parameter: Parameter = READ): InnerMember {
  return { ...parameter, inside: shape };
}

/**
 * The paths of what a request loses inside its parameters: what the upstream has nothing like, and what the client's
 * own dialect does not know. `*` stands for the elements of a list, so that each name is listed once.
 */
export function lostInside(named: JsonObject, client: InnerTables, { carried }: Pick<Carrier, "carried">): Set<string> {
  const lost = new Set<string>();
  walk(
    named,
    client,
    (path, member, value) => {
      if (member && isCarried(member, carried)) return true;
      if (member?.asksNothing?.(value) !== true) lost.add(path);
      return false;
    },
    carried,
  );
  return lost;
}

/** The paths at which a request has something that stands for a member of the form. */
export function innerNamesOf(member: FormMember, named: JsonObject, client: InnerTables): Set<string> {
  const names = new Set<string>();
  walk(named, client, (path, found, value) => {
    if (found?.member === member && found.asksNothing?.(value) !== true) names.add(path);
    return found !== undefined;
  });
  return names;
}

type Visit = (path: string, member: InnerMember | undefined, value: unknown) => boolean;

/** Shows every member inside the parameters to `visit`, which says whether to look into it. */
function walk(
  named: JsonObject,
  { parameters, inner, innerName }: InnerTables,
  visit: Visit,
  carried?: Carrier["carried"],
) {
  const look = (value: unknown, shape: Shape, path: string): void => {
    if ("each" in shape) {
      const within = `${path}.*`;
      if (Array.isArray(value)) for (const element of value) look(element, shape.each, within);
      return;
    }
    const members = isObject(value) ? shape.members(value) : undefined;
    if (!members || !isObject(value)) return;
    for (const [written, one] of Object.entries(value)) {
      if (one === null || one === undefined) continue;
      const name = innerName ? innerName(written) : written;
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      const at = `${path}.${name.slice(0, 60)}`;
      if (visit(at, member, one) && member?.inside) look(one, member.inside, at);
    }
  };
  for (const [name, shape] of Object.entries(inner)) {
    const { [name]: value } = named;
    const parameter = parameters[name];
    if (value !== undefined && parameter && (!carried || isCarried(parameter, carried))) look(value, shape, name);
  }
}

function isCarried({ member }: Parameter, carried: Carrier["carried"]): boolean {
  return member !== undefined && carried[member] !== undefined;
}
