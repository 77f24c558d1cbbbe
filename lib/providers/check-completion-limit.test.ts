import { expect, test } from "vitest";
import { GOOGLE_ROUTES } from "./dialects/google/routes";
import { limitOfCall } from "./check-completion-limit";

test.each([
  [{}, undefined, 1],
  [{ generationConfig: { maxOutputTokens: 50, candidateCount: 2 } }, 50, 2],
  [{ generation_config: { max_output_tokens: 50, candidate_count: 2 } }, 50, 2],
  // Nobody upstream obeys another dialect's names.
  [{ max_tokens: 50, n: 3 }, undefined, 1],
])("a call of Google's dialect is limited by its own members: %j", (body, tokens, answers) => {
  expect(limitOfCall(GOOGLE_ROUTES.stream, body)).toEqual({ tokens, answers, fault: undefined });
});

test.each([
  [{ maxOutputTokens: "50" }, "generationConfig.maxOutputTokens"],
  [{ maxOutputTokens: 1.5 }, "generationConfig.maxOutputTokens"],
  [{ candidateCount: -1 }, "generationConfig.candidateCount"],
])("a limit of Google's dialect that is not a whole number is a fault: %j", (generationConfig, param) => {
  expect(limitOfCall(GOOGLE_ROUTES.generate, { generationConfig }).fault).toMatchObject({ param });
});

test("other calls keep their names", () => {
  expect(limitOfCall("/chat/completions", { max_tokens: 50, generationConfig: { maxOutputTokens: 9 } })).toMatchObject({
    tokens: 50,
  });
});
