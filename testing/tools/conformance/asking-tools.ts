import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequest,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ELICITED } from "./asked-schemas";
import { text } from "./content";
import type { ConformanceTool, ConformanceTools } from "./tool";

/** A tool that asks its caller in the middle of a call, as servers of the legacy era do. */
const asking = (message: string, requestedSchema: object): ConformanceTool => ({
  call: async ({ mcpReq }, given) => {
    const params = { message: typeof given["message"] === "string" ? given["message"] : message, requestedSchema };
    const { action, content } = await mcpReq.send({ method: "elicitation/create", params });
    return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)] };
  },
});

/** A tool that wants something of its caller before it answers, as servers of the modern era do. */
const needing = (
  key: string,
  request: InputRequest,
  answer: (given: unknown) => string | undefined,
): ConformanceTool => ({
  call: ({ mcpReq }) => {
    const said = answer(mcpReq.inputResponses?.[key]);
    return said === undefined ? inputRequired({ inputRequests: { [key]: request } }) : { content: [text(said)] };
  },
});

/** A question with one field. */
export function question(message: string, property: string, type: "string" | "boolean" = "string"): InputRequest {
  const properties = type === "string" ? { [property]: { type } } : { [property]: { type } };
  return inputRequired.elicit({ message, requestedSchema: { type: "object", properties, required: [property] } });
}

export function sampling(words: string): InputRequest {
  return inputRequired.createMessage({ messages: [{ role: "user", content: text(words) }], maxTokens: 100 });
}

/** What a caller has filled in. */
export function filledIn(response: unknown, name: string): unknown {
  const { action, content } = (response ?? {}) as { action?: string; content?: Record<string, unknown> };
  return action === "accept" ? content?.[name] : undefined;
}

const repeated = (given: unknown): string | undefined => JSON.stringify(given);

/** Tools that want something of their caller. */
export const askingTools: ConformanceTools = {
  test_sampling: {
    properties: { prompt: { type: "string" } },
    call: async ({ mcpReq }, { prompt }) => {
      const messages = [{ role: "user", content: text(String(prompt)) }];
      const said = await mcpReq.send({ method: "sampling/createMessage", params: { messages, maxTokens: 100 } });
      return { content: [text(`LLM response: ${JSON.stringify(said.content)}`)] };
    },
  },
  test_elicitation: { ...asking("", ELICITED.response), properties: { message: { type: "string" } } },
  test_elicitation_sep1034_defaults: asking("Please review the values", ELICITED.defaults),
  test_elicitation_sep1330_enums: asking("Please choose", ELICITED.choices),
  test_missing_capability: {
    call: ({ mcpReq }) => {
      if (!capabilitiesOf(mcpReq)["sampling"])
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      return { content: [text("You can sample.")] };
    },
  },
  test_streaming_elicitation: needing("name", question("What is your name?", "name"), repeated),
  test_input_required_result_elicitation: needing("user_name", question("What is your name?", "name"), (given) => {
    const name = filledIn(given, "name");
    return typeof name === "string" ? `Hello, ${name}!` : undefined;
  }),
  test_input_required_result_sampling: needing(
    "capital_question",
    sampling("What is the capital of France?"),
    repeated,
  ),
  test_input_required_result_list_roots: needing("client_roots", inputRequired.listRoots(), repeated),
  test_input_required_result_capabilities: {
    call: ({ mcpReq }) => {
      const { sampling: canSample, elicitation } = capabilitiesOf(mcpReq);
      return inputRequired({
        inputRequests: {
          ...(canSample !== undefined && { greeting: sampling("Greet me.") }),
          ...(elicitation !== undefined && { name: question("What is your name?", "name") }),
        },
      });
    },
  },
};

function capabilitiesOf({ envelope }: ServerContext["mcpReq"]): Readonly<Record<string, unknown>> {
  const { [CLIENT_CAPABILITIES_META_KEY]: given = {} } = (envelope ?? {}) as Record<string, Record<string, unknown>>;
  return given;
}
