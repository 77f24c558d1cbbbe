import Anthropic from "@anthropic-ai/sdk";
import { collect, leave, PAGE, PARAMETERS, PICTURE, QUESTION, refusal, RESULT, WEATHER } from "./asked.mjs";

const max_tokens = 3_000;
const asked = [{ role: "user", content: QUESTION }];
const tools = [{ name: "get_weather", input_schema: PARAMETERS }];
const textOf = ({ content }) => content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");

export function anthropicClients({ url, key }) {
  const client = new Anthropic({ apiKey: key, baseURL: url });
  const once = new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0 });
  const create = (body, by = once) => by.messages.create({ max_tokens, ...body });
  const withTools = async (model, ask) => {
    const messages = [{ role: "user", content: WEATHER }];
    const first = await ask({ model, messages, tools });
    const calls = first.content.filter(({ type }) => type === "tool_use");
    const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: RESULT }));
    messages.push({ role: "assistant", content: first.content }, { role: "user", content: results });
    const second = await ask({ model, messages, tools });
    return { calls: calls.map(({ name, input }) => [name, input]), text: textOf(second) };
  };
  const about = async (model, type, media_type, data) => {
    const content = [
      { type, source: { type: "base64", media_type, data } },
      { type: "text", text: QUESTION },
    ];
    return { text: textOf(await create({ model, messages: [{ role: "user", content }] })) };
  };
  const flows = {
    chat: async (model) => ({ text: textOf(await create({ model, messages: asked })) }),
    stream: async (model) =>
      collect(await create({ model, messages: asked, stream: true }), ({ type, delta }) =>
        type === "content_block_delta" ? delta.text : "",
      ),
    tools: (model) => withTools(model, create),
    streamedTools: (model) => withTools(model, (body) => once.messages.stream({ max_tokens, ...body }).finalMessage()),
    toolRunner: async (model) => {
      const inputs = [];
      const tool = {
        ...tools[0],
        parse: (input) => input,
        run: (input) => (inputs.push(["get_weather", input]), RESULT),
      };
      const runner = once.beta.messages.toolRunner({
        model,
        max_tokens,
        messages: [{ role: "user", content: WEATHER }],
        tools: [tool],
      });
      return { text: textOf(await runner), calls: inputs };
    },
    structured: async (model) => {
      const output_config = { format: { type: "json_schema", schema: PARAMETERS } };
      return { object: JSON.parse(textOf(await create({ model, messages: asked, output_config }))) };
    },
    thoughts: async (model) => {
      const thinking = { type: "enabled", budget_tokens: 1_024 };
      const messages = [...asked];
      const first = await create({ model, messages, thinking });
      messages.push({ role: "assistant", content: first.content }, { role: "user", content: "And now?" });
      return { text: textOf(await create({ model, messages, thinking })) };
    },
    picture: (model) => about(model, "image", "image/png", PICTURE),
    page: (model) => about(model, "document", "application/pdf", PAGE),
    leave: (model) =>
      leave((signal) => once.messages.create({ model, max_tokens, messages: asked, stream: true }, { signal })),
    count: async (model) => ({
      isCounted: (await once.messages.countTokens({ model, messages: asked })).input_tokens > 0,
    }),
    error: (model) => refusal(() => create({ model, messages: asked })),
    retries: (model) => refusal(() => create({ model, messages: asked }, client)),
  };
  return [{ name: "anthropic", flows }];
}
