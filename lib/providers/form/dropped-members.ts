import { COMMA, OPEN_BRACE, OPEN_BRACKET } from "@/lib/json/bytes";
import { isObject } from "@/lib/is-object";
import { scanElements, scanMembers, type MemberRange } from "../json-members";
import type { JsonObject } from "../json-value";

/** A path in a JSON object: names, and `*` or a number for the elements of a list. */
type Steps = readonly string[];

/** The steps of a dotted path. LiteLLM writes the elements of a list in brackets, as in `tools[*].strict`. */
export function stepsOf(path: string): Steps {
  return path.replaceAll(/\[(\*|\d+)\]/g, ".$1").split(".");
}

/**
 * The bytes of a JSON object without the members at these dotted paths; all other bytes stay as they came. The paths
 * that were found are added to `dropped`.
 */
export function dropPaths(bytes: Buffer, paths: readonly string[], dropped: Set<string>): Buffer {
  let left = bytes;
  for (const path of paths) {
    const after = dropPath(left, stepsOf(path));
    if (after !== left) dropped.add(path);
    left = after;
  }
  return left;
}

/** The same bytes if the path leads nowhere. */
function dropPath(bytes: Buffer, [step, ...rest]: Steps): Buffer {
  if (step === undefined) return bytes;
  if (bytes[0] === OPEN_BRACKET) {
    const elements = scanElements(bytes);
    const meant = step === "*" ? elements : elements.slice(Number(step), Number(step) + 1);
    return /^(\*|\d+)$/.test(step) && rest.length > 0 ? withinEach(bytes, meant, rest) : bytes;
  }
  const opening = bytes.indexOf(OPEN_BRACE);
  if (opening === -1 || bytes.subarray(0, opening).toString().trim() !== "") return bytes;
  const { members } = scanMembers(bytes);
  const meant = members.get(step);
  if (!meant) return bytes;
  return rest.length > 0 ? withinEach(bytes, [meant], rest) : withoutMember(bytes, opening + 1, members, step);
}

function withinEach(bytes: Buffer, ranges: readonly MemberRange[], rest: Steps): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  let isChanged = false;
  for (const { start, end } of ranges) {
    const inner = bytes.subarray(start, end);
    const after = dropPath(inner, rest);
    if (after === inner) continue;
    isChanged = true;
    pieces.push(bytes.subarray(from, start), after);
    from = end;
  }
  return isChanged ? Buffer.concat([...pieces, bytes.subarray(from)]) : bytes;
}

/** `first`: where the first member may begin. */
function withoutMember(bytes: Buffer, first: number, members: ReadonlyMap<string, MemberRange>, name: string): Buffer {
  const ends = [...members.values()].map(({ end }) => end);
  const end = members.get(name)?.end ?? first;
  const at = ends.indexOf(end);
  if (at > 0) return Buffer.concat([bytes.subarray(0, ends[at - 1]), bytes.subarray(end)]);
  // The first member takes the comma after it along.
  const isAlone = ends.length === 1;
  return Buffer.concat([bytes.subarray(0, first), bytes.subarray(isAlone ? end : bytes.indexOf(COMMA, end) + 1)]);
}

/** A parsed body without the members at these paths, where they lead through objects. */
export function withoutMembers(value: JsonObject, paths: readonly string[]): JsonObject {
  return paths.reduce((left, path) => withoutMemberAt(left, stepsOf(path)), value);
}

function withoutMemberAt(value: JsonObject, [step, ...rest]: Steps): JsonObject {
  if (step === undefined || !Object.hasOwn(value, step)) return value;
  const { [step]: inner, ...others } = value;
  if (rest.length === 0) return others;
  return isObject(inner) ? { ...value, [step]: withoutMemberAt(inner, rest) } : value;
}

/** The longest list of names in the header, in characters. */
const LONGEST = 1_000;
const MORE = "...";

/** The names for the header `x-gateway-dropped`; three dots stand for those that have no room. */
export function droppedHeader(names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    // Callers choose the names of members, and a header has room for few characters.
    const written = name.replaceAll(/[^\w.$*[\]-]/g, "?");
    if (text.length + written.length + MORE.length + 4 > LONGEST) return `${text}, ${MORE}`;
    text += text === "" ? written : `, ${written}`;
  }
  return text;
}
