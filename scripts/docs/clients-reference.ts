import type { ClientGuide, ClientSnippet, ClientTarget } from "@/lib/wire/clients/client-guide";
import { CLIENT_GUIDES } from "@/lib/wire/clients/clients";
import { fillGeneratedParts } from "./generated-parts";
import { testedClients } from "./tested-clients";

const TARGET: ClientTarget = {
  gateway: "https://gateway.example",
  model: "openai/gpt-4o-mini",
};

/**
 * The pages of docs/clients: path → text. `index`: the index as it stands; `read`: the text of a file below
 * testing/clients. @throws Error for a part that is missing
 */
export function renderClients(index: string, read: (path: string) => string): ReadonlyMap<string, string> {
  const guides = Object.values(CLIENT_GUIDES).flat();
  const parts = { clients: list(), tested: testedClients(read) };
  return new Map([
    ["docs/clients/README.md", fillGeneratedParts("docs/clients/README.md", index, parts)],
    ...guides.map((guide): [string, string] => [`docs/clients/${guide.id}.md`, page(guide)]),
  ]);
}

function list(): string {
  return Object.entries(CLIENT_GUIDES)
    .map(([group, guides]) => [`**${group}**`, "", ...guides.map(({ id, name }) => `- [${name}](${id}.md)`)].join("\n"))
    .join("\n\n");
}

function page(guide: ClientGuide): string {
  const { name, speaks, withKey, withToken, notes, faults } = guide;
  const how = speaks === "several" ? "It can use every API of the gateway." : `It speaks ${speaks}.`;
  return `${[
    `# ${name}`,
    `For developers who want to call models through the gateway from ${name}. ${how} ${proofOf(guide)}`,
    "Replace the address and the model with your own; the variable `GATEWAY_KEY` has your key. [Clients](README.md) says where to get them.",
    "## With a key",
    ...withKey(TARGET).map(block),
    "## With a token",
    ...(withToken
      ? [
          "`gateway-token` is [a command that prints a token](README.md#a-command-that-prints-a-token).",
          ...withToken(TARGET).map(block),
        ]
      : [`${name} cannot refresh a token. Give it a key with an expiry date and a budget instead.`]),
    "## Good to know",
    notes.map((note) => `- ${note}`).join("\n"),
    "## When it fails",
    faults.map(({ symptom, cure }) => `- **${symptom}** ${cure}`).join("\n"),
    "[Errors](../reference/errors.md) explains every code.",
  ].join("\n\n")}\n`;
}

/** @throws Error if the guide says neither what proves it nor why nothing does */
function proofOf({ id, test, tried, untried }: ClientGuide): string {
  if (test !== undefined) return `\`${test}\` runs it.`;
  if (tried) return `Tried by hand with version ${tried.version} on ${tried.on}; no test runs it.`;
  if (untried === undefined) throw new Error(`The guide of ${id} does not say why nobody has tried it`);
  return `These lines follow its documentation. Not tried here, because ${untried}.`;
}

function block({ place, language, text }: ClientSnippet): string {
  return `In ${place}:\n\n\`\`\`${language} norun: needs the client\n${text}\n\`\`\``;
}
