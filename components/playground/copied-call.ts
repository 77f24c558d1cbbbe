import type { Ask } from "./draft";

const LANGUAGES = ["curl", "python", "typescript"] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = "YOUR_KEY";

/** The call as code to run elsewhere, with a placeholder for the key. `gateway`: its address, without `/v1`. */
export function copiedCall(language: Language, gateway: string, { as, team, request }: Ask): string {
  // A team alone is the caller itself. Beside another identity, a header chooses the team.
  const isTeam = as !== undefined && Object.keys(as).every((name) => name === "team_id" || name === "organization_id");
  const paying = isTeam ? undefined : (team ?? as?.team_id);
  const headers = {
    ...(paying !== undefined && { "x-gateway-team-id": paying }),
    ...(as?.organization_id !== undefined && { "x-gateway-organization-id": as.organization_id }),
  };
  const body = { ...request, stream: true };
  switch (language) {
    case "curl":
      return curl(gateway, headers, body);
    case "python":
      return python(gateway, headers, body);
    case "typescript":
      return typescript(gateway, headers, body);
  }
}

function curl(gateway: string, headers: Readonly<Record<string, string>>, body: object): string {
  const all = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json", ...headers };
  return [
    `curl -N ${shell(`${gateway}/v1/chat/completions`)}`,
    ...Object.entries(all).map(([name, value]) => `  -H ${shell(`${name}: ${value}`)}`),
    `  -d ${shell(JSON.stringify(body, null, 2))}`,
  ].join(" \\\n");
}

/** A word for a POSIX shell. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function python(gateway: string, headers: Readonly<Record<string, string>>, body: object): string {
  const entries = Object.entries(body).map(([name, value]) => `    ${JSON.stringify(name)}: ${pythonValue(value)},`);
  const extra = Object.keys(headers).length === 0 ? "" : `, default_headers=${pythonValue(headers)}`;
  return `from openai import OpenAI

client = OpenAI(base_url=${JSON.stringify(`${gateway}/v1`)}, api_key="${KEY}"${extra})
call = {
${entries.join("\n")}
}
for chunk in client.chat.completions.create(**call):
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`;
}

/** A JSON value as Python writes it. Its strings are JSON's. */
function pythonValue(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map((one) => pythonValue(one)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value);
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one)}`).join(", ")}}`;
}

function typescript(gateway: string, headers: Readonly<Record<string, string>>, body: object): string {
  const extra = Object.keys(headers).length === 0 ? "" : `,\n  defaultHeaders: ${JSON.stringify(headers)}`;
  return `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${JSON.stringify(`${gateway}/v1`)},
  apiKey: "${KEY}"${extra},
});
const stream = await client.chat.completions.create(${JSON.stringify(body, null, 2)});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");`;
}
