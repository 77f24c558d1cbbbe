/** How many tools a server of the bench has. */
export const TOOLS_OF_SERVER = 50;

const COMMON = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const TOOLS = Array.from({ length: TOOLS_OF_SERVER }, (_, place) => ({
  name: `tool_${place}`,
  description: `Does the work ${place}.`,
  inputSchema: { type: "object", properties: { what: { type: "string" } } },
  annotations: { readOnlyHint: true },
}));

/** What a tool server answers, by the method that it is asked. */
const RESULTS: Readonly<Record<string, object>> = {
  "server/discover": { ...COMMON, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
  "tools/list": { ...COMMON, tools: TOOLS },
  "tools/call": { ...COMMON, content: [{ type: "text", text: "Paris has two million people." }] },
};

/** The answer of a tool server. Only what is needed of the message is looked for, because that is quick. */
export function toolAnswer(message: string): object {
  const id = /"id":("[^"]*"|\d+)/.exec(message)?.[1] ?? "null";
  const method = /"method":"([^"]+)"/.exec(message)?.[1] ?? "";
  return { jsonrpc: "2.0", id: JSON.parse(id), result: RESULTS[method] ?? {} };
}
