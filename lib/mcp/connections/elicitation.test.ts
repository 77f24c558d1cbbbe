import { describe, expect, test } from "vitest";
import { connectionQuestion, type ToldCaller, withoutConnectionAnswer } from "./elicitation";

const PAGE = { server: "github", url: "https://gateway.example/console/connections?server=github", id: "e1" };
const OPENS = { elicitation: { url: {} } };
const MODERN: ToldCaller = { era: "modern", version: undefined, capabilities: OPENS, method: "tools/call", params: {} };
const LEGACY: ToldCaller = { ...MODERN, era: "legacy", version: "2025-11-25" };

const answered = (action: string) => ({ inputResponses: { "model-gateway/connect": { action }, other: { action } } });

describe("a caller whose user must connect first", () => {
  test("is asked to open the page where its client does so", () => {
    const question = expect.objectContaining({ mode: "url", url: PAGE.url, elicitationId: "e1" });
    for (const method of ["tools/call", "prompts/get", "resources/read"])
      expect(connectionQuestion({ ...MODERN, method }, PAGE)).toEqual({
        result: {
          resultType: "input_required",
          inputRequests: { "model-gateway/connect": { method: "elicitation/create", params: question } },
        },
      });
    for (const method of ["tools/call", "tools/list"])
      expect(connectionQuestion({ ...LEGACY, method }, PAGE)).toMatchObject({
        error: { code: -32042, data: { elicitations: [question] } },
      });
  });

  test.each<[why: string, caller: ToldCaller]>([
    ["its client opens no pages", { ...MODERN, capabilities: {} }],
    ["its client fills in forms alone", { ...MODERN, capabilities: { elicitation: { form: {} } } }],
    ["its version has no such question", { ...LEGACY, version: "2025-06-18" }],
    ["it has begun no session", { ...LEGACY, version: undefined, capabilities: {} }],
    ["its user has declined", { ...MODERN, params: answered("decline") }],
  ])("is told in words where %s", (_, caller) => {
    expect(connectionQuestion(caller, PAGE)).toEqual({
      result: { isError: true, content: [{ type: "text", text: expect.stringContaining(PAGE.url) }] },
    });
  });

  test("is told by an error of the gateway where a list cannot ask", () => {
    expect(connectionQuestion({ ...MODERN, method: "tools/list" }, PAGE)).toEqual({
      error: {
        code: -31001,
        message: expect.stringContaining(PAGE.url),
        data: { code: "connection_required", url: PAGE.url },
      },
    });
  });

  test("is asked again after it has said that the page is open, and sent to nobody without a console", () => {
    expect(connectionQuestion({ ...MODERN, params: answered("accept") }, PAGE)).toHaveProperty("result.inputRequests");
    const without = connectionQuestion(MODERN, { ...PAGE, url: undefined });
    expect(JSON.stringify(without)).toContain("ask its administrators");
  });
});

test("the answer to the gateway's question goes to no server, and the others stay", () => {
  expect(withoutConnectionAnswer({ name: "a", ...answered("accept") })).toEqual({
    name: "a",
    inputResponses: { other: { action: "accept" } },
  });
  const own = { inputResponses: { "model-gateway/connect": { action: "accept" } } };
  expect(withoutConnectionAnswer({ name: "a", ...own })).toEqual({ name: "a" });
  expect(withoutConnectionAnswer({ name: "a" })).toEqual({ name: "a" });
});
