import { ApiError, GoogleGenAI, ThinkingLevel, type Content } from "@google/genai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateFault, SIGNATURE } from "./generate-fault";
import { API_KEY, LocalGoogle } from "./local-google";

let google: LocalGoogle;
beforeAll(async () => {
  google = await new LocalGoogle().start();
});
afterAll(() => google?.stop());

const client = (apiKey = API_KEY): GoogleGenAI => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: google.url } });
const tools = [
  {
    functionDeclarations: [
      { name: "weather", parameters: { type: "OBJECT", properties: { city: { type: "STRING" } } } },
    ],
  },
];

/** What Google's own client sends must pass, or the local Google checks what Google does not. */
test("Google's own client is answered, plain and streamed", async () => {
  const config = {
    systemInstruction: "Be brief.",
    temperature: 0.5,
    maxOutputTokens: 9,
    thinkingConfig: { thinkingLevel: ThinkingLevel.LOW, includeThoughts: true },
  };
  const asked = { model: "gemini-3-flash-preview", contents: "Hi.", config };
  const answer = await client().models.generateContent(asked);
  expect([answer.text, answer.usageMetadata?.totalTokenCount]).toEqual(["Hello.", 105]);
  let text = "";
  for await (const piece of await client().models.generateContentStream(asked)) text += piece.text ?? "";
  expect(text).toBe("Hello.");
});

test("its conversations with calls pass, signatures included", async () => {
  const model = "gemini-3-flash-preview";
  const config = { tools: JSON.parse(JSON.stringify(tools)) as [] };
  const question: Content = { role: "user", parts: [{ text: "Weather?" }] };
  const called = await client().models.generateContent({ model, contents: [question], config });
  const [made] = called.functionCalls ?? [];
  expect(made).toMatchObject({ name: "weather", args: { city: "Oslo" } });
  const said = called.candidates?.[0]?.content ?? {};
  const result: Content = {
    role: "user",
    parts: [{ functionResponse: { name: "weather", response: { output: "sun" } } }],
  };
  const answered = await client().models.generateContent({ model, contents: [question, said, result], config });
  expect(answered.text).toBe("Hello.");
});

test("it counts, embeds and lists", async () => {
  expect((await client().models.countTokens({ model: "m", contents: "Hi." })).totalTokens).toBe(7);
  const { embeddings } = await client().models.embedContent({ model: "m", contents: ["a", "b"] });
  expect(embeddings?.map(({ values }) => values)).toEqual([
    [0.5, -1],
    [0.5, -1],
  ]);
  const names: (string | undefined)[] = [];
  for await (const { name } of await client().models.list()) names.push(name);
  expect(names).toEqual(["models/gemini-2.5-flash"]);
});

test("it gets the refusal of a wrong key, and of a body that Google would refuse", async () => {
  const asked = { model: "m", contents: "Hi." };
  await expect(client("wrong").models.generateContent(asked)).rejects.toThrow("API_KEY_INVALID");
  const refused: unknown = await client()
    .models.generateContent({ ...asked, contents: [{ role: "user", parts: [{ text: "" }] }] })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
});

const user = { role: "user", parts: [{ text: "Hi." }] };
const called = { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] };
const signed = { role: "model", parts: [{ functionCall: { name: "f", args: {} }, thoughtSignature: SIGNATURE }] };
const answered = { role: "user", parts: [{ functionResponse: { name: "f", response: {} } }] };
const declaring = (parameters: object) => ({
  contents: [user],
  tools: [{ functionDeclarations: [{ name: "f", parameters }] }],
});

test.each<readonly [object, string]>([
  [{ contents: [user], model: "m" }, 'Unknown name "model"'],
  [{ contents: [user], generationConfig: { reasoning: 1 } }, "at 'generation_config'"],
  [{ contents: [] }, "contents is not specified"],
  [{ contents: [{ role: "assistant", parts: [{ text: "Hi." }] }] }, "valid role"],
  [{ contents: [{ role: "user", parts: [] }] }, "must not be empty"],
  [{ contents: [user, signed, user] }, "number of function response parts"],
  [{ contents: [user, called, answered] }, "thought_signature"],
  [declaring({ $schema: "x" }), 'Unknown name "$schema"'],
  [declaring({ type: "OBJECT", properties: {} }), "should be non-empty"],
  [declaring({ type: "ARRAY" }), "items: missing field"],
  [declaring({ type: "OBJECT", anyOf: [] }), "must be the only field set"],
  [declaring({ description: "x" }), "didn't specify the schema type"],
])("the local Google refuses %j", (body, words) => {
  expect(generateFault({ ...body }, "gemini-3-flash-preview")).toContain(words);
});
