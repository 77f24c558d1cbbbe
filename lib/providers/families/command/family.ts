import type { Family } from "../../form/parameters";

/** Cohere's models (docs.cohere.com/reference/chat). */
export const COMMAND: Family = {
  name: "Command",
  rules: {
    temperature: "Capped at 1.",
    topP: "Kept between 0.01 and 0.99, because Cohere refuses 0 and 1.",
    topK: "Capped at 500.",
    frequencyPenalty: "Capped at 1. Left out below 0, because Cohere has no rewards.",
    presencePenalty: "Capped at 1. Left out below 0.",
    stop: "At most five: Cohere refuses more.",
    format: "Beside tools it is refused, because Cohere has one or the other.",
    effort:
      "For models whose names say `reasoning`; left out for others. `none` turns thinking off, `minimal` and `low` are 1024 tokens of it, `medium` 4096, above that there is no limit.",
    thinking: "For models whose names say `reasoning`; left out for others.",
  },
};
