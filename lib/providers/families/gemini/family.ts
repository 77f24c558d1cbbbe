import type { Family } from "../../form/parameters";

/** Google's Gemini models (ai.google.dev/gemini-api/docs/models). */
export const GEMINI: Family = {
  name: "Gemini",
  rules: {
    format:
      "A schema becomes Google's own: see `tools`. Models before Gemini 3 accept none beside tools, so there it is requested in the system prompt.",
    effort:
      "From Gemini 3 on `thinkingLevel`; `xhigh` and `max` are `high`, and `none` is the lowest level. Gemini 2.5: `thinkingBudget`, of 1024 (`minimal`, `low`), 8192 (`medium`), 24576 (`high`) or up to 32768 (`xhigh`, `max`) tokens; `none` is 0, for Pro models 128. Left out before. Thoughts are requested as well, unless it is `none`.",
    thinking:
      "A budget stays one for Gemini 2.5, and becomes a level from Gemini 3 on: `low` below 4096 tokens, `medium` below 16384, otherwise `high`. If there is an effort too, that counts. Left out before Gemini 2.5.",
  },
};
