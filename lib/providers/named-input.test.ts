import { describe, expect, test } from "vitest";
import { namedInput } from "./named-input";

const chat = (...content: object[]) => ({ messages: [{ role: "user", content }] });
const items = (...content: object[]) => ({ input: [{ role: "user", content }] });

describe("an input that is only named", () => {
  test.each<[string, object, string]>([
    ["/responses", { input: "go on", previous_response_id: "resp_1" }, "previous_response_id"],
    ["/responses", { input: "go on", conversation: { id: "conv_1" } }, "conversation"],
    ["/responses", { prompt: { id: "pmpt_1" } }, "prompt"],
    ["/responses", { input: [{ type: "item_reference", id: "msg_1" }] }, "item_reference"],
    ["/responses", items({ type: "input_file", file_id: "file_1" }), "file_id"],
    ["/responses", items({ type: "input_file", file_url: "https://x.test/a.pdf" }), "file_url"],
    ["/responses", items({ type: "input_image", image_url: "https://x.test/a.png" }), "image_url"],
    ["/chat/completions", chat({ type: "image_url", image_url: { url: "https://x.test/a.png" } }), "image_url"],
    ["/chat/completions", chat({ type: "file", file: { file_id: "file_1" } }), "file_id"],
    ["/messages", { thread: { type: "continue", id: "t" }, messages: [] }, "thread"],
    ["/messages", chat({ type: "image", source: { type: "url", url: "https://x.test/a.png" } }), "url"],
    ["/messages", chat({ type: "document", source: { type: "file", file_id: "file_1" } }), "file_id"],
    [
      "/messages",
      chat({ type: "tool_result", content: [{ type: "image", source: { type: "url", url: "https://x.test" } }] }),
      "url",
    ],
  ])("is found: %s %j", (route, body, name) => {
    expect(namedInput(route, { model: "m", ...body })).toBe(name);
  });

  test.each<[string, object]>([
    ["/chat/completions", { messages: [{ role: "user", content: "see https://x.test/a.png, file_id" }] }],
    ["/chat/completions", chat({ type: "image_url", image_url: { url: "data:image/png;base64,AA" } })],
    ["/chat/completions", { messages: [], previous_response_id: null }],
    ["/responses", { input: "hello", previous_response_id: null, prompt: null }],
    ["/messages", chat({ type: "image", source: { type: "base64", data: "AA" } })],
    ["/completions", { prompt: "hello" }],
    ["/embeddings", { input: ["https://x.test"] }],
  ])("is not seen where the body has all of its input: %s %j", (route, body) => {
    expect(namedInput(route, { model: "m", ...body })).toBeUndefined();
  });

  test("is found at any depth without a stack", () => {
    let content: object = { type: "input_file", file_id: "file_1" };
    for (let depth = 0; depth < 100_000; depth++) content = [content];
    expect(namedInput("/responses", { input: content })).toBe("file_id");
  });
});
