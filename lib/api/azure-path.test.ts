import { expect, test } from "vitest";
import { readAzurePath } from "./azure-path";

test.each([
  ["/openai/deployments/gpt-4o/chat/completions", { route: "/chat/completions", model: "gpt-4o" }],
  ["/openai/deployments/gpt-4o/completions", { route: "/completions", model: "gpt-4o" }],
  ["/openai/deployments/openai/gpt-4o/embeddings", { route: "/embeddings", model: "openai/gpt-4o" }],
  ["/openai/deployments/openai%2Fgpt-4o/audio/speech", { route: "/audio/speech", model: "openai/gpt-4o" }],
  ["/openai/v1/chat/completions", { route: "/chat/completions", model: undefined }],
  ["/openai/responses", { route: "/responses", model: undefined }],
  ["/openai/deployments//chat/completions", undefined],
  ["/openai/deployments/gpt-4o/team/new", undefined],
  ["/openai/deployments/%E0%A4%A/embeddings", undefined],
  ["/openai", undefined],
  ["/openaix/responses", undefined],
  ["/v1/chat/completions", undefined],
])("the path %s of Azure's clients is %j", (path, read) => {
  expect(readAzurePath(path)).toEqual(read);
});
