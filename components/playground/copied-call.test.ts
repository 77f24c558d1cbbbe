import { execFileSync } from "node:child_process";
import ts from "typescript";
import { expect, test } from "vitest";
import { copiedCall } from "./copied-call";

const REQUEST = {
  model: "house",
  messages: [{ role: "user", content: `It's "5 > 3"\n$(id) \\ é` }],
  logprobs: true,
  stop: null,
};
const ASK = { as: { user_id: "ada", team_id: "ml" }, request: REQUEST };
const SENT = { ...REQUEST, stream: true };

test("a shell passes the copied curl call exactly the body and the headers", () => {
  const printed = copiedCall("curl", "https://gw.example", ASK).replace(/^curl/, "printf '%s\\0'");
  const words = execFileSync("sh", ["-c", printed], { encoding: "utf8" }).split("\0");
  expect(words.slice(0, 2)).toEqual(["-N", "https://gw.example/v1/chat/completions"]);
  expect(words).toContain("Authorization: Bearer YOUR_KEY");
  expect(words).toContain("x-gateway-team-id: ml");
  expect(JSON.parse(words[words.indexOf("-d") + 1] ?? "")).toEqual(SENT);
});

test("the copied TypeScript has no syntax error and holds the body", () => {
  const code = copiedCall("typescript", "https://gw.example", ASK);
  const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  const body = /create\(([\s\S]*?)\);\nfor/.exec(code)?.[1] ?? "";
  expect(JSON.parse(body)).toEqual(SENT);
});

test("the copied Python writes its values as Python does", () => {
  const code = copiedCall("python", "https://gw.example", ASK);
  expect(code).toContain('    "logprobs": True,\n    "stop": None,\n    "stream": True,\n');
  expect(code).toContain('default_headers={"x-gateway-team-id": "ml"}');
  expect(code).toContain('api_key="YOUR_KEY"');
});

test("a team that calls by itself sends no header for it", () => {
  const call = copiedCall("curl", "https://gw.example", { ...ASK, as: { team_id: "ml" } });
  expect(call).not.toContain("x-gateway-team-id");
});

test("one's own call names the team that pays, if one was chosen", () => {
  expect(copiedCall("curl", "https://gw.example", { as: undefined, team: "ml", request: REQUEST })).toContain(
    "x-gateway-team-id: ml",
  );
  expect(copiedCall("curl", "https://gw.example", { as: undefined, request: REQUEST })).not.toContain("x-gateway");
});
