import { expect, test } from "vitest";
import { readModelBody } from "@/lib/providers/model-body";
import { sessionOf } from "./call-session";

const CLAUDE_CODE = `user_${"a".repeat(64)}_account__session_1f0e9c8b-0000-4000-8000-000000000000`;

const cases: [what: string, headers: Record<string, string>, members: object, session: string | undefined][] = [
  ["a call that names no session has none", {}, {}, undefined],
  ["the gateway's own header names it", { "x-gateway-session-id": "agent-7" }, {}, "agent-7"],
  ["Claude Code's header names it", { "x-claude-code-session-id": "cc" }, {}, "cc"],
  ["LiteLLM's header names it", { "x-litellm-session-id": "l" }, {}, "l"],
  ["OpenRouter's header names it", { "x-session-id": "o" }, {}, "o"],
  ["Codex's header names it", { "session-id": "c" }, {}, "c"],
  ["the header of older Codex names it", { session_id: "old" }, {}, "old"],
  ["LiteLLM's member names it", {}, { litellm_session_id: "l" }, "l"],
  ["OpenRouter's member names it", {}, { session_id: "o" }, "o"],
  ["LiteLLM's member in the metadata names it", {}, { metadata: { litellm_session_id: "m" } }, "m"],
  ["a session in the metadata names it", {}, { metadata: { session_id: "m" } }, "m"],
  ["a conversation of the Responses API names it", {}, { conversation: "conv_1" }, "conv_1"],
  ["the object of a conversation names it", {}, { conversation: { id: "conv_2" } }, "conv_2"],
  [
    "Claude Code's id of a user has it at its end",
    {},
    { metadata: { user_id: CLAUDE_CODE } },
    "1f0e9c8b-0000-4000-8000-000000000000",
  ],
  [
    "Claude Code's id of a user has it as JSON",
    {},
    { metadata: { user_id: JSON.stringify({ device_id: "d", account_uuid: "", session_id: "s" }) } },
    "s",
  ],
  ["a header counts before the body", { "x-session-id": "h" }, { session_id: "b" }, "h"],
  ["our header counts before others'", { "x-session-id": "h", "x-gateway-session-id": "ours" }, {}, "ours"],
  ["an empty header names none", { "x-gateway-session-id": "" }, { session_id: "b" }, "b"],
  ["a member that is not a text names none", {}, { session_id: 7, conversation: [], metadata: ["x"] }, undefined],
  ["an ordinary id of a user names none", {}, { metadata: { user_id: "ada" } }, undefined],
  [
    "an id of a user that ends where a session would begin names none",
    {},
    { metadata: { user_id: "u_session_" } },
    undefined,
  ],
  ["an id of a user that is broken JSON names none", {}, { metadata: { user_id: "{session_id" } }, undefined],
  [
    "an id of a user of that length is not looked through",
    {},
    { metadata: { user_id: `${"x".repeat(1_100)}_session_s` } },
    undefined,
  ],
];
test.each(cases)("%s", (_what, headers, members, session) => {
  const body = readModelBody(Buffer.from(JSON.stringify({ model: "m", ...members })));
  expect(sessionOf({ headers }, body)).toBe(session);
});

test("a request whose body is not read names its session by a header alone", () => {
  expect(sessionOf({ headers: { "x-session-id": "h" } })).toBe("h");
  expect(sessionOf({ headers: {} })).toBeUndefined();
});
