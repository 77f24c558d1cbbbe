import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";
import { CLIENTS, UPSTREAMS } from "../../lib/providers/dialects/halves";
import type { ClientHalf, UpstreamHalf } from "../../lib/providers/form/halves";
import { treatmentOf, type Parameter } from "../../lib/providers/form/parameters";
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
  return fillGeneratedParts("docs/reference/parameters.md", text, { pairs: pairs.join("\n\n") });
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
