import { CLIENT_NAMES } from "@/testing/clients/client-names";
import { CLIENTS, type ClientName, type Flow, type Language } from "@/testing/clients/expected";
import { markdownTable } from "./markdown-table";

/** The files that say which version of each client is tested, by language and then by the name of a lock. */
const CLIENT_LOCKS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  javascript: { "": "javascript/package.json", "of-2024": "javascript/of-2024/package.json" },
  python: { "": "python/requirements.txt", older: "python/older/requirements.txt" },
  go: { "": "go/go.mod" },
  java: { "": "java/pom.xml" },
};

const LANGUAGES: Readonly<Record<Language, string>> = {
  javascript: "JavaScript and TypeScript",
  python: "Python",
  go: "Go",
  java: "Java",
};

/** What a column shows: that a client does one of these flows. */
const COLUMNS: Readonly<Record<string, readonly Flow[]>> = {
  Answers: ["chat", "responses"],
  Streams: ["stream", "streamedResponses"],
  Tools: ["tools", "responsesTools"],
  "Tools in streams": ["streamedTools"],
  Objects: ["structured", "responsesStructured"],
  Images: ["picture", "responsesPicture"],
  PDF: ["page", "responsesPage"],
  Reasoning: ["thoughts", "thoughtsBeforeCalls"],
  "Hand-off": ["handoff"],
  "Leaving early": ["leave", "leaveResponses"],
  Embeddings: ["embeddings"],
  Errors: ["error"],
  Retries: ["retries"],
};
const ALSO: Partial<Record<Flow, string>> = {
  images: "pictures made",
  imageEdits: "pictures edited",
  speech: "speech",
  transcriptions: "transcripts",
  translations: "recordings translated",
  moderations: "moderation",
  models: "models listed",
  rerank: "rerank",
  count: "tokens counted",
  toolRunner: "tool runner",
};

/** The clients and flows that the foreign tier runs, by language. `read`: the text of a file below testing/clients. */
export function testedClients(read: (path: string) => string): string {
  return (Object.keys(CLIENTS) as Language[])
    .map((language) => `**${LANGUAGES[language]}**\n\n${tableOf(language, read)}`)
    .join("\n\n");
}

function tableOf(language: Language, read: (path: string) => string): string {
  const clients = Object.entries(CLIENTS[language]) as [ClientName, readonly Flow[]][];
  const rows = clients.flatMap(([name, flows]) => {
    const { title, from, lock = "" } = CLIENT_NAMES[name];
    const version = versionOf(language, from, read(CLIENT_LOCKS[language][lock] ?? ""));
    const named = (what: string): string => `${what} (\`${from}\` ${version})`;
    const byResponses = flows.filter((flow) => /responses/i.test(flow));
    const others = flows.filter((flow) => !byResponses.includes(flow));
    return byResponses.length === 0
      ? [rowOf(named(title), flows)]
      : [rowOf(named(title), others), rowOf(named(`${title} by Responses`), byResponses)];
  });
  const headings = Object.keys(COLUMNS);
  const used = headings.map((_, column) => rows.some((cells) => cells[column + 1] !== ""));
  const shown = (cells: readonly string[]): string[] =>
    cells.filter((_, at) => at === 0 || at > headings.length || used[at - 1]);
  return markdownTable(shown(["Client", ...headings, "Also"]), rows.map(shown));
}

function rowOf(name: string, flows: readonly Flow[]): string[] {
  const cells = Object.values(COLUMNS).map((shown) => (shown.some((flow) => flows.includes(flow)) ? "✓" : ""));
  return [name, ...cells, flows.flatMap((flow) => ALSO[flow] ?? []).join(", ")];
}

/** @throws Error if the lock does not have the package */
function versionOf(language: Language, name: string, lock: string): string {
  const at = PATTERNS[language](name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const version = at.exec(lock)?.[1];
  if (version === undefined) throw new Error(`No lock of ${language} has ${name}`);
  return version;
}

const PATTERNS: Readonly<Record<Language, (name: string) => RegExp>> = {
  javascript: (name) => new RegExp(`"${name}": "\\^?([^"]+)"`),
  python: (name) => new RegExp(`^${name}==(\\S+)$`, "m"),
  go: (name) => new RegExp(`^\\t${name} v(\\S+)`, "m"),
  java: (name) => new RegExp(`<artifactId>${name}</artifactId><version>([^<]+)`),
};
