import { fillGeneratedParts } from "./generated-parts";
import { markdownTable, nameTable } from "./markdown-table";
import { CLIENTS, UPSTREAMS } from "../../lib/providers/dialects/halves";
import type { ClientHalf, UpstreamHalf } from "../../lib/providers/form/halves";
import { MARK, NEEDLESS, READ, type InnerMember, type Shape } from "../../lib/providers/form/inner-members";
import { treatmentOf, type CarriedMembers, type Parameter } from "../../lib/providers/form/parameters";
import type { DialectId } from "../../lib/providers/form/request";

const TITLES: Readonly<Record<DialectId, string>> = {
  chat: "Chat Completions",
  messages: "Messages",
  responses: "Responses",
  google: "generateContent",
  cohere: "Cohere",
  converse: "Converse",
};

/**
 * docs/reference/parameters.md with a table for each pair of dialects. @throws Error for a part that is missing or
 * unknown
 */
export function renderParameters(text: string): string {
  const pairs = Object.values(CLIENTS).flatMap((client) =>
    Object.values(UPSTREAMS)
      .filter(({ dialect }) => dialect !== client.dialect)
      .map((upstream) => pairOf(client, upstream)),
  );
  const insides = Object.values(CLIENTS).map(insideOf);
  return fillGeneratedParts("docs/reference/parameters.md", text, {
    inside: insides.join("\n\n"),
    pairs: pairs.join("\n\n"),
  });
}

/** How every upstream's half treats what stands inside a client's parameters. */
function insideOf(client: ClientHalf): string {
  const members = Object.entries(client.inner).flatMap(([name, shape]) => membersOf(shape, name));
  const upstreams = Object.values(UPSTREAMS).filter(({ dialect }) => dialect !== client.dialect);
  const rows = members
    .filter(([, { member, asksNothing }]) => member !== READ.member && asksNothing !== NEEDLESS.asksNothing)
    .map(([path, member]) => [
      `\`${path}\``,
      ...upstreams.map(({ carried }) => insideTreatment(member, carried)),
      member.says ?? "",
    ]);
  const read = members.filter(([, { member }]) => member === READ.member).map(([path]) => path);
  const headings = ["Inside", ...upstreams.map(({ dialect }) => TITLES[dialect]), ""];
  return [
    `### Inside the parameters of ${TITLES[client.dialect]}`,
    markdownTable(headings, distinct(rows)),
    "Read, and sent in the upstream's form:",
    nameTable(
      [...new Set(read)].filter((path) => !read.some((other) => other.startsWith(`${path}.`))),
      2,
    ),
  ].join("\n\n");
}

function insideTreatment({ member, otherwise }: InnerMember, carried: CarriedMembers): string {
  const found = member && carried[member];
  if (!found) return otherwise;
  const last = found.as.slice(found.as.lastIndexOf(".") + 1);
  return `\`${last}\`${found.says === undefined ? "" : `: ${found.says}`}`;
}

/** One row for each path, where several kinds have it. */
function distinct(rows: readonly string[][]): string[][] {
  return [...new Map(rows.map((row) => [row.join("|"), row])).values()];
}

/** The members inside a parameter, with their paths. */
function membersOf(shape: Shape, path: string): [string, InnerMember][] {
  if ("each" in shape) return membersOf(shape.each, `${path}.*`);
  return Object.values(shape.kinds).flatMap((members) =>
    Object.entries(members).flatMap(([name, member]): [string, InnerMember][] => [
      [`${path}.${name}`, member],
      // A mark of the cache has the same inside everywhere; its own parameter shows it.
      ...(member.inside && member !== MARK ? membersOf(member.inside, `${path}.${name}`) : []),
    ]),
  );
}

/** How an upstream's half treats each parameter of a client's half. */
function pairOf(client: ClientHalf, upstream: UpstreamHalf): string {
  const rows = Object.entries(client.parameters).map(([name, parameter]) => {
    const treatment = treatmentOf(name, parameter, upstream.carried);
    const carried = parameter.member && upstream.carried[parameter.member];
    return [
      `\`${name}\``,
      treatment === "refused" && parameter.keepsForm ? "refused, or dropped with `drop_params`" : treatment,
      treatment === "mapped" && carried ? `\`${carried.as}\`` : "",
      notesOf(parameter, upstream).join(" "),
    ];
  });
  const heading = `## ${TITLES[client.dialect]} to ${TITLES[upstream.dialect]}`;
  return `${heading}\n\n${markdownTable(["Parameter", "Treatment", "Sent as", ""], rows)}`;
}

function notesOf({ says, member }: Parameter, { carried, families }: UpstreamHalf): string[] {
  const isCarried = member !== undefined && carried[member] !== undefined;
  const rules = isCarried ? families.map(({ name, rules }) => rules[member] && `${name}: ${rules[member]}`) : [];
  return [says, isCarried ? carried[member]?.says : undefined, ...rules].filter((note) => note !== undefined);
}
