import { AZURE_DOMAINS, azureCredential } from "./credential";
import { azureFaults } from "./entry-faults";
import type { Habits } from "../habits";
import { openAiLike } from "../../openai-like";
import type { Provider } from "../provider";
import { azureAdapter, azureDoor, azureKey, azureModelsPath } from "./azure";

const habits: Habits = { limitsCompletionTokens: true };

/** Azure OpenAI. Every resource has an address of its own. */
export const azure: Provider = {
  ...openAiLike("Azure", azureAdapter, azureDoor, habits),
  name: "azure",
  apiBase: undefined,
  keyVariables: ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"],
  domains: AZURE_DOMAINS,
  credential: azureCredential,
  entryFaults: azureFaults,
  apis: ["responses"],
  habits,
  traceName: "azure.ai.openai",
  // Its calls name deployments, and its list has models.
  list: (deployment) => ({
    path: azureModelsPath(deployment),
    headers: azureKey(deployment),
    namesWhatCallsUse: false,
  }),
};
