import type { CarriedMembers } from "../../../form/parameters";

/** What Bedrock's Converse takes (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html). */
export const CONVERSE_CARRIED: CarriedMembers = {
  model: { as: "modelId", says: "The upstream's name of the model, in the path." },
  turns: {
    as: "messages",
    says: "System and developer messages become `system`, wherever they are. Adjacent messages of one role become one turn. A conversation that the user does not begin gets a first turn `.`. Texts that are only white space are left out, and a document without a text beside it gets `.`, because Bedrock refuses both. Images must be in base64.",
  },
  limit: { as: "inferenceConfig.maxTokens" },
  isStreamed: { as: "stream", says: "The path says so: `converse-stream`." },
  stop: { as: "inferenceConfig.stopSequences", says: "Sequences that are only white space are left out." },
  temperature: { as: "inferenceConfig.temperature" },
  topP: { as: "inferenceConfig.topP" },
  topK: { as: "additionalModelRequestFields.top_k", says: "For Claude and Nova; dropped for other models." },
  tools: {
    as: "toolConfig.tools",
    says: "Tools that earlier turns call and the request no longer has are declared without parameters, because Bedrock refuses the calls otherwise.",
  },
  choice: { as: "toolConfig.toolChoice", says: "`required` is `any`; with `none` the tools are left out." },
  isSingle: {
    as: "additionalModelRequestFields.tool_choice.disable_parallel_tool_use",
    says: "For Claude from version 4 on; dropped for other models.",
  },
  format: {
    as: "outputConfig.textFormat",
    says: "JSON without a schema is requested in the system prompt. Nova is made to call a tool with the schema, and what it calls it with is the answer.",
  },
  effort: {
    as: "additionalModelRequestFields",
    says: "For Claude, Nova 2 and gpt-oss, by their own names; dropped for other models. Nova's greatest effort takes no maximum and no sampling: beside a maximum it is `medium`, and sampling is left out.",
  },
  thinking: { as: "additionalModelRequestFields.thinking", says: "For Claude; dropped for other models." },
  thoughts: {
    as: "messages.*.content.*.reasoningContent",
    says: "Only what Claude signed; the rest is left out.",
  },
  strict: { as: "toolConfig.tools.*.toolSpec.strict", says: "For Claude; dropped for other models." },
  title: { as: "messages.*.content.*.document.name", says: "Limited to the characters that Bedrock accepts." },
  context: {
    as: "messages.*.content.*.document.context",
    says: "Only for a document, and only for Claude; other models do not get it.",
  },
  citing: {
    as: "messages.*.content.*.document.citations",
    says: "Only for a document or a `searchResult`, and only for Claude; other models do not get it.",
  },
  display: { as: "additionalModelRequestFields.thinking.display", says: "For Claude." },
  cache: {
    as: "cachePoint",
    says: "It works on parts of messages and on tools, for Claude, and except on tools for Nova. Other models do not get it.",
  },
  cacheTime: { as: "cachePoint.ttl", says: "For Claude from version 4.5 on; dropped for other models." },
};
