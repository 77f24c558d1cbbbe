import {
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { embedded, picture, text } from "./content";
import { filledIn, question } from "./asking-tools";

/** A prompt as the official conformance suite wants it. */
export interface ConformancePrompt {
  readonly needs?: readonly string[];
  readonly get: (
    context: ServerContext,
    given: Readonly<Record<string, string>>,
  ) => GetPromptResult | InputRequiredResult;
}

const told = (...content: GetPromptResult["messages"][number]["content"][]): GetPromptResult => ({
  messages: content.map((one) => ({ role: "user", content: one })),
});

export const PROMPTS: Readonly<Record<string, ConformancePrompt>> = {
  test_simple_prompt: { get: () => told(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    needs: ["arg1", "arg2"],
    get: (_, { arg1, arg2 }) => told(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    needs: ["resourceUri"],
    get: (_, { resourceUri = "" }) =>
      told(embedded(resourceUri, "Embedded resource content for testing."), text("Please process the resource above.")),
  },
  test_prompt_with_image: { get: () => told(picture, text("Please analyze the image above.")) },
  test_input_required_result_prompt: {
    get: ({ mcpReq }) => {
      const context = filledIn(mcpReq.inputResponses?.["user_context"], "context");
      if (typeof context === "string") return told(text(`Use this: ${context}`));
      const inputRequests = { user_context: question("What context should the prompt use?", "context") };
      return inputRequired({ inputRequests });
    },
  },
};
