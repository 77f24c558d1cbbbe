import type { Family } from "../../form/parameters";

const WHILE_THINKING = "Left out for models that think: o1 and later, GPT-5, and from GPT-5.1 on beside an effort.";

/** OpenAI's models (platform.openai.com/docs/guides/reasoning, guides/latest-model). */
export const GPT: Family = {
  name: "GPT",
  rules: {
    temperature: WHILE_THINKING,
    topP: WHILE_THINKING,
    frequencyPenalty: WHILE_THINKING,
    presencePenalty: WHILE_THINKING,
    stop: WHILE_THINKING,
  },
};
