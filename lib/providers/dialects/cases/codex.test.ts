import { describe, expect, test } from "vitest";
import { ExactNumbers } from "../../exact-numbers";
import { translateRequest } from "../../form/translated";
import { CLIENTS, UPSTREAMS } from "../halves";

const PARAMETERS = { type: "object", properties: { cmd: { type: "string" } }, required: ["cmd"] };
const CALL = {
  type: "function_call",
  call_id: "call_1",
  name: "spawn",
  namespace: "agents",
  arguments: '{"cmd":"ls"}',
};
/** What Codex 0.17x sends, but for its search of the web. */
const ASKED = {
  model: "m",
  stream: true,
  input: [
    { type: "message", id: "msg_1", role: "developer", content: [{ type: "input_text", text: "You help." }] },
    { type: "message", role: "user", content: [{ type: "input_text", text: "List the files." }] },
    CALL,
    { type: "function_call_output", call_id: "call_1", output: "a b" },
  ],
  tools: [
    { type: "function", name: "exec_command", description: "Runs it.", strict: false, parameters: PARAMETERS },
    {
      type: "namespace",
      name: "agents",
      description: "Agents.",
      tools: [{ type: "function", name: "spawn", description: "Starts one.", strict: false, parameters: PARAMETERS }],
    },
  ],
  tool_choice: "auto",
  parallel_tool_calls: true,
  reasoning: { summary: "auto" },
  store: false,
  include: ["reasoning.encrypted_content"],
  prompt_cache_key: "k",
  client_metadata: { session_id: "s" },
};
const MODELS = {
  chat: "gpt-4o",
  messages: "claude-opus-4-6",
  google: "gemini-2.5-flash",
  cohere: "command-a",
  converse: "anthropic.claude-sonnet-4-5-20250929-v1:0",
} as const;

describe.each(Object.entries(MODELS))("Codex at an upstream of %s", (upstream, model) => {
  const half = UPSTREAMS[upstream as keyof typeof MODELS];

  test("its functions are called by name, those of a namespace with that of the group", () => {
    const dropped = new Set<string>();
    const sent = translateRequest(CLIENTS.responses, half, ASKED, { model, provider: "p" }, { dropped });
    const text = JSON.stringify(sent);
    expect(text).toContain('"name":"exec_command"');
    // The tool, and the call of an earlier turn.
    expect(text.match(/"name":"agents__spawn"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(dropped).toContain("client_metadata");
    // As everywhere without asking.
    expect(dropped).not.toContain("parallel_tool_calls");
  });
});

test("a call of a tool in a namespace comes back with both names, whole and streamed", () => {
  const call = { model: "m", body: ASKED, startedAt: 0 };
  const parts = [{ kind: "call", id: "call_2", name: "agents__spawn", arguments: '{"cmd":"ls"}', at: "" }] as const;
  const written = CLIENTS.responses.writeAnswer(
    { id: "r", model: "m", parts, end: "calls", usage: undefined },
    call,
    new ExactNumbers(),
  );
  const named = { type: "function_call", call_id: "call_2", name: "spawn", namespace: "agents" };
  expect(written["output"]).toMatchObject([named]);
  const writer = CLIENTS.responses.writer(call);
  const stream =
    writer.write({ kind: "start", id: "r", model: "m" }) +
    writer.write({ kind: "call", call: 0, id: "call_2", name: "agents__spawn" }) +
    writer.write({ kind: "arguments", call: 0, text: "{}" }) +
    writer.write({ kind: "close" });
  const items = stream
    .split("\n")
    .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6)) as { item?: object }] : []))
    .flatMap(({ item }) => item ?? []);
  expect(items).toMatchObject([named, named]);
});
