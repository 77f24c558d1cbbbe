import { expect, test } from "vitest";
import { estimatePromptTokens } from "./estimate-usage";
import { readModelBody } from "./model-body";

const LONG = "A".repeat(1_000_000);
const WORDS = "word ".repeat(10_000);
const PNG = `data:image/png;base64,${LONG}`;
const IMAGE = { type: "image", source: { type: "base64", media_type: "image/jpeg", data: LONG } };

/** The route whose bodies have this content. */
function routeOf(body: object): string {
  if ("contents" in body) return "/v1beta/models:generateContent";
  if ("input" in body) return "/responses";
  return JSON.stringify(body).includes('"source"') ? "/messages" : "/chat/completions";
}

function tokens(body: object, route = routeOf(body)): number {
  return estimatePromptTokens(route, readModelBody(Buffer.from(JSON.stringify({ model: "m", ...body }))));
}
const asMessage = (...content: object[]): object => ({ messages: [{ role: "user", content }] });
const asContents = (...parts: object[]): object => ({ contents: [{ role: "user", parts }] });
const asInput = (...content: object[]): object => ({ input: [{ role: "user", content }] });

test.each<[string, (...parts: object[]) => object, object]>([
  ["OpenAI's image", asMessage, { type: "image_url", image_url: { url: PNG } }],
  ["an image of Responses", asInput, { type: "input_image", image_url: PNG }],
  ["Anthropic's image", asMessage, IMAGE],
  ["an image in a result", asMessage, { type: "tool_result", tool_use_id: "t", content: [IMAGE] }],
  ["Google's image", asContents, { inlineData: { mimeType: "image/webp", data: LONG } }],
  ["Google's image, by its other spelling", asContents, { inline_data: { mime_type: "image/webp", data: LONG } }],
])("%s counts no more than an image may cost, and what stands beside it counts whole", (_, body, image) => {
  expect(tokens(body(image))).toBeGreaterThan(4_900);
  expect(tokens(body(image))).toBeLessThan(5_200);
  const beside = tokens(body(image, { type: "text", text: WORDS })) - tokens(body(image));
  expect(beside).toBeGreaterThanOrEqual(WORDS.length / 4);
});

test.each<[string, object]>([
  [
    "a PDF",
    asMessage({ type: "document", source: { type: "base64", media_type: "application/pdf", data: LONG } }, IMAGE),
  ],
  ["a recording", asMessage({ type: "input_audio", input_audio: { data: LONG, format: "wav" } }, IMAGE)],
  ["a text that looks like an image", asMessage({ type: "text", text: PNG })],
  ["a message that looks like an image", { messages: [{ role: "user", content: PNG }] }],
  ["arguments that look like an image", asMessage({ type: "tool_use", id: "t", name: "f", input: IMAGE.source })],
  ["a call of Google's that looks like an image", asContents({ functionCall: { name: "f", args: { data: PNG } } })],
  ["a tool that looks like an image", { ...asMessage(), tools: [{ default: IMAGE }] }],
])("%s counts whole", (_, body) => {
  expect(tokens(body)).toBeGreaterThanOrEqual(LONG.length / 4);
});

test("a small image counts by its length", () => {
  const small = { type: "image_url", image_url: { url: PNG.slice(0, 4_000) } };
  expect(tokens(asMessage(small))).toBeLessThan(1_100);
});
