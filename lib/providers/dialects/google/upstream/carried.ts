import type { CarriedMembers } from "../../../form/parameters";

/** What `generateContent` takes (ai.google.dev/api/generate-content). */
export const GOOGLE_CARRIED: CarriedMembers = {
  model: { as: "model", says: "Goes into the path, as the upstream's name of the model." },
  turns: {
    as: "contents",
    says: "System and developer messages become `systemInstruction`, wherever they are. Results of calls come in the order of the calls, followed by what was said with them. The id of a call carries Google's signature of the thoughts before it; keep ids as they are. A call of another model is sent without one.",
  },
  limit: { as: "generationConfig.maxOutputTokens", says: "Thoughts count too." },
  count: { as: "generationConfig.candidateCount" },
  isStreamed: { as: "stream", says: "Goes into the path." },
  stop: { as: "generationConfig.stopSequences" },
  temperature: { as: "generationConfig.temperature" },
  topP: { as: "generationConfig.topP" },
  topK: { as: "generationConfig.topK" },
  seed: { as: "generationConfig.seed" },
  frequencyPenalty: { as: "generationConfig.frequencyPenalty" },
  presencePenalty: { as: "generationConfig.presencePenalty" },
  tools: {
    as: "tools",
    says: "Schemas become Google's own: references are resolved, lists of types and `oneOf` become `anyOf` and `nullable`, and what Google refuses, such as `exclusiveMinimum`, becomes a part of the description.",
  },
  search: {
    as: "tools",
    says: "`googleSearch`, which is refused beside functions: Google's models have one or the other. Allowed domains are refused, blocked ones too except on Vertex AI, and the other members are dropped.",
  },
  choice: { as: "toolConfig.functionCallingConfig", says: "`required` is `ANY`." },
  format: { as: "generationConfig.responseSchema" },
  effort: { as: "generationConfig.thinkingConfig" },
  thinking: { as: "generationConfig.thinkingConfig" },
};
