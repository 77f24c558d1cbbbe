import type { Adapter, AskedModel } from "../../adapter";
import { chatClient } from "../../dialects/chat/client/half";
import { googleClient } from "../../dialects/google/client/half";
import { embeddingsOver } from "../../dialects/google/embeddings";
import { GOOGLE_ROUTES } from "../../dialects/google/routes";
import { messagesClient } from "../../dialects/messages/client/half";
import { responsesClient } from "../../dialects/responses/client/half";
import type { ClientHalf } from "../../form/halves";
import { translated } from "../../form/translated";
import type { Provider } from "../provider";
import { converseUpstream } from "./converse";
import { bedrockCredential } from "./credential";
import { embeddingsAdapter } from "./embeddings";
import { bedrockFaults } from "./faults";
import { countAdapter, invokeAdapter, invokeUpstream } from "./invoke";
import { bedrockAddress, bedrockRegion, REGION_SOURCES } from "./region";
import { bedrockRefusal } from "./refusal";
import { rerankAdapter } from "./rerank";

/** Adapters for callers of one dialect, by how the model is asked. */
interface Pair {
  readonly converse: Adapter;
  readonly invoke: Adapter;
}

const pair = (client: ClientHalf): Pair => ({
  converse: translated(client, converseUpstream),
  invoke: translated(client, invokeUpstream),
});

const messages: Pair = { converse: translated(messagesClient, converseUpstream), invoke: invokeAdapter };
const chat = pair(chatClient);
const responses = pair(responsesClient);
const google = pair(googleClient);
const googleEmbeddings = embeddingsOver(embeddingsAdapter);

/** Amazon Bedrock. Converse speaks to every model; InvokeModel takes Claude's own bodies. */
export const bedrock: Provider = {
  label: "Bedrock",
  name: "bedrock",
  apiBase: undefined,
  address(params, variable) {
    const region = bedrockRegion(params, variable);
    return params.aws_bedrock_runtime_endpoint ?? (region === undefined ? undefined : bedrockAddress(region));
  },
  credential: bedrockCredential,
  variables: REGION_SOURCES,
  keyVariables: ["AWS_BEARER_TOKEN_BEDROCK"],
  domains: [".amazonaws.com", ".amazonaws.com.cn"],
  apis: ["converse", "invoke"],
  traceName: "aws.bedrock",
  adapterFor(route, asked) {
    switch (route) {
      case "/messages":
        return messages[apiOf(asked, "invoke")];
      case "/messages/count_tokens":
        return isClaude(asked) ? countAdapter : undefined;
      case "/chat/completions":
        return chat[apiOf(asked, "converse")];
      case "/responses":
        return responses[apiOf(asked, "converse")];
      case GOOGLE_ROUTES.generate:
      case GOOGLE_ROUTES.stream:
        return google[apiOf(asked, "converse")];
      case "/embeddings":
        return embeddingsAdapter;
      case GOOGLE_ROUTES.embed:
      case GOOGLE_ROUTES.embedBatch:
        return googleEmbeddings;
      case "/rerank":
        return rerankAdapter;
      default:
        return undefined;
    }
  },
  refusal: bedrockRefusal,
  entryFaults: bedrockFaults,
};

/** How a model is asked: as the entry says, else as suits the caller. InvokeModel takes only Claude's bodies here. */
function apiOf(asked: AskedModel, usual: keyof Pair): keyof Pair {
  if (!isClaude(asked)) return "converse";
  return asked.api === "converse" || asked.api === "invoke" ? asked.api : usual;
}

function isClaude({ model = "", baseModel = model }: AskedModel): boolean {
  return baseModel.includes("claude");
}
