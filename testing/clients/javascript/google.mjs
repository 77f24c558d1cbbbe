import { GoogleGenAI } from "@google/genai";
import { collect, INPUTS, leave, PAGE, PICTURE, QUESTION, refusal, RESULT, WEATHER } from "./asked.mjs";

const schema = { type: "OBJECT", properties: { city: { type: "STRING" } }, required: ["city"] };
const tools = [{ functionDeclarations: [{ name: "get_weather", parameters: schema }] }];

export function googleClients({ url, key }) {
  const { models, chats } = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
  const withTools = async (model, ask) => {
    const contents = [{ role: "user", parts: [{ text: WEATHER }] }];
    const parts = await ask({ model, contents, config: { tools } });
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    const results = calls.map(({ id, name }) => ({ functionResponse: { id, name, response: { output: RESULT } } }));
    contents.push({ role: "model", parts }, { role: "user", parts: results });
    const said = await ask({ model, contents, config: { tools } });
    return { calls: calls.map(({ name, args }) => [name, args]), text: said.map(({ text }) => text ?? "").join("") };
  };
  const about = async (model, mimeType, data) => {
    const contents = [{ role: "user", parts: [{ text: QUESTION }, { inlineData: { mimeType, data } }] }];
    return { text: (await models.generateContent({ model, contents })).text };
  };
  const flows = {
    chat: async (model) => ({ text: (await models.generateContent({ model, contents: QUESTION })).text }),
    stream: async (model) =>
      collect(await models.generateContentStream({ model, contents: QUESTION }), ({ text }) => text),
    tools: (model) =>
      withTools(model, async (body) => (await models.generateContent(body)).candidates[0].content.parts),
    streamedTools: (model) =>
      withTools(model, async (body) => {
        const parts = [];
        for await (const { candidates } of await models.generateContentStream(body))
          parts.push(...(candidates?.[0]?.content?.parts ?? []));
        return parts;
      }),
    structured: async (model) => {
      const config = { responseMimeType: "application/json", responseSchema: schema };
      return { object: JSON.parse((await models.generateContent({ model, contents: QUESTION, config })).text) };
    },
    thoughts: async (model) => {
      const thinkingConfig = { includeThoughts: true, thinkingBudget: 1_024 };
      const chat = chats.create({ model, config: { thinkingConfig, maxOutputTokens: 3_000 } });
      await chat.sendMessage({ message: QUESTION });
      return { text: (await chat.sendMessage({ message: "And now?" })).text };
    },
    picture: (model) => about(model, "image/png", PICTURE),
    page: (model) => about(model, "application/pdf", PAGE),
    leave: (model) =>
      leave((abortSignal) => models.generateContentStream({ model, contents: QUESTION, config: { abortSignal } })),
    embeddings: async (model) => {
      const { embeddings } = await models.embedContent({ model, contents: INPUTS });
      return { lengths: embeddings.map(({ values }) => values.length) };
    },
    count: async (model) => ({ isCounted: (await models.countTokens({ model, contents: QUESTION })).totalTokens > 0 }),
    error: (model) => refusal(() => models.generateContent({ model, contents: QUESTION })),
    retries: (model) => refusal(() => models.generateContent({ model, contents: QUESTION })),
  };
  return [{ name: "google-genai", flows }];
}
