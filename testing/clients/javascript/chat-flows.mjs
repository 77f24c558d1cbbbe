import { collect, INPUTS, leave, PAGE_ADDRESS, PARAMETERS, PICTURE, PICTURE_ADDRESS } from "./asked.mjs";
import { QUESTION, refusal, RESULT, WEATHER } from "./asked.mjs";

const asked = [{ role: "user", content: QUESTION }];
const tools = [{ type: "function", function: { name: "get_weather", parameters: PARAMETERS } }];
const callsOf = (message) =>
  (message.tool_calls ?? []).map((call) => [call.function.name, JSON.parse(call.function.arguments)]);

/** What every class of OpenAI's client does, of whatever year. `once`: the same client without retries of its own. */
export function chatFlows({ client, once }) {
  const create = (body, by = once) => by.chat.completions.create(body);
  const withTools = async (model, ask) => {
    const messages = [{ role: "user", content: WEATHER }];
    const first = await ask({ model, messages, tools });
    messages.push(first, ...first.tool_calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: RESULT })));
    const second = await ask({ model, messages, tools });
    return { calls: callsOf(first), text: second.content };
  };
  const about = async (model, part) => {
    const messages = [{ role: "user", content: [{ type: "text", text: QUESTION }, part] }];
    return { text: (await create({ model, messages })).choices[0].message.content };
  };
  return {
    chat: async (model) => ({ text: (await create({ model, messages: asked })).choices[0].message.content }),
    stream: async (model) =>
      collect(await create({ model, messages: asked, stream: true }), (chunk) => chunk.choices[0]?.delta.content),
    tools: (model) => withTools(model, async (body) => (await create(body)).choices[0].message),
    streamedTools: (model) =>
      withTools(model, async (body) => {
        const stream = once.chat.completions.stream ?? once.beta.chat.completions.stream;
        const owner = once.chat.completions.stream ? once.chat.completions : once.beta.chat.completions;
        return (await stream.call(owner, body).finalChatCompletion()).choices[0].message;
      }),
    structured: async (model) => {
      const json_schema = { name: "place", schema: PARAMETERS, strict: true };
      const answer = await create({ model, messages: asked, response_format: { type: "json_schema", json_schema } });
      return { object: JSON.parse(answer.choices[0].message.content) };
    },
    thoughts: async (model) => {
      const messages = [...asked];
      const first = await create({ model, messages, reasoning_effort: "low", max_completion_tokens: 3_000 });
      messages.push(first.choices[0].message, { role: "user", content: "And now?" });
      const second = await create({ model, messages, reasoning_effort: "low", max_completion_tokens: 3_000 });
      return { text: second.choices[0].message.content };
    },
    picture: (model) => about(model, { type: "image_url", image_url: { url: PICTURE_ADDRESS } }),
    page: (model) => about(model, { type: "file", file: { filename: "page.pdf", file_data: PAGE_ADDRESS } }),
    leave: (model) =>
      leave((signal) => once.chat.completions.create({ model, messages: asked, stream: true }, { signal })),
    embeddings: async (model) => {
      const { data } = await once.embeddings.create({ model, input: INPUTS });
      return { lengths: data.map(({ embedding }) => embedding.length) };
    },
    images: async (model) => {
      const { data } = await once.images.generate({ model, prompt: "A dot." });
      return { isPicture: data[0].b64_json.length > 10 };
    },
    error: (model) => refusal(() => create({ model, messages: asked })),
    // With the client's own retries, as it comes.
    retries: (model) => refusal(() => create({ model, messages: asked }, client)),
  };
}

/** What the Responses API does, in OpenAI's client of whatever year. */
export function responsesFlows(once) {
  const tool = { type: "function", name: "get_weather", parameters: PARAMETERS, strict: true };
  const create = (body, options) => once.responses.create({ store: false, ...body }, options);
  const about = async (model, part) => {
    const input = [{ role: "user", content: [{ type: "input_text", text: QUESTION }, part] }];
    return { text: (await create({ model, input })).output_text };
  };
  return {
    responses: async (model) => ({ text: (await create({ model, input: QUESTION })).output_text }),
    streamedResponses: async (model) =>
      collect(await create({ model, input: QUESTION, stream: true }), ({ type, delta }) =>
        type === "response.output_text.delta" ? delta : "",
      ),
    responsesTools: async (model) => {
      const input = [{ role: "user", content: WEATHER }];
      const first = await create({ model, input, tools: [tool] });
      const calls = first.output.filter(({ type }) => type === "function_call");
      input.push(...first.output);
      input.push(...calls.map(({ call_id }) => ({ type: "function_call_output", call_id, output: RESULT })));
      const second = await create({ model, input, tools: [tool] });
      return { calls: calls.map((call) => [call.name, JSON.parse(call.arguments)]), text: second.output_text };
    },
    responsesPicture: (model) => about(model, { type: "input_image", image_url: PICTURE_ADDRESS }),
    responsesPage: (model) => about(model, { type: "input_file", filename: "page.pdf", file_data: PAGE_ADDRESS }),
    leaveResponses: (model) => leave((signal) => create({ model, input: QUESTION, stream: true }, { signal })),
    responsesStructured: async (model) => {
      const format = { type: "json_schema", name: "place", schema: PARAMETERS, strict: true };
      return { object: JSON.parse((await create({ model, input: QUESTION, text: { format } })).output_text) };
    },
  };
}

/** What else OpenAI's API has, in its client of whatever year. */
export function otherFlows(once) {
  const sound = () => new File([Buffer.from("sound")], "a.mp3", { type: "audio/mpeg" });
  const heard = async (route, model) => ({ text: (await route.create({ model, file: sound() })).text });
  return {
    imageEdits: async (model) => {
      const image = new File([Buffer.from(PICTURE, "base64")], "dot.png", { type: "image/png" });
      const { data } = await once.images.edit({ model, image, prompt: "A red dot." });
      return { isPicture: data[0].b64_json.length > 10 };
    },
    speech: async (model) => {
      const answer = await once.audio.speech.create({ model, voice: "alloy", input: QUESTION });
      return { isSound: (await answer.arrayBuffer()).byteLength > 10 };
    },
    transcriptions: (model) => heard(once.audio.transcriptions, model),
    translations: (model) => heard(once.audio.translations, model),
    moderations: async (model) => ({
      isFlagged: (await once.moderations.create({ model, input: QUESTION })).results[0].flagged,
    }),
    models: async (model) => {
      const listed = [];
      for await (const { id } of once.models.list()) listed.push(id);
      return { isListed: listed.length > 0, isNamed: (await once.models.retrieve(model)).id === model };
    },
  };
}
