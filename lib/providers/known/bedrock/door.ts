import type { UpstreamRequest } from "../../adapter";
import type { Deployment } from "../../deployment";
import { invalid } from "../../form/parameters";

/** What of a model is asked, as the paths of Bedrock's API call it. */
type Action = "converse" | "converse-stream" | "invoke" | "invoke-with-response-stream" | "count-tokens";

/** A request to a model of Bedrock. @throws GatewayError invalid_request for a name that would lead elsewhere */
export function bedrockRequest(deployment: Deployment, action: Action, body: Buffer): UpstreamRequest {
  return bedrockRequestFor(deployment, deployment.model, action, body);
}

/** The same for another name of the model. */
export function bedrockRequestFor(
  { basePath, apiKey }: Deployment,
  model: string,
  action: Action,
  body: Buffer,
): UpstreamRequest {
  // A wildcard may take the name from the caller. A name of dots only would lead to another path.
  if (/^\.*$/.test(model)) throw invalid("model", `${JSON.stringify(model)} is not the name of a model.`);
  return {
    path: `${basePath}/model/${encodeURIComponent(model)}/${action}`,
    headers: {
      "content-type": "application/json",
      ...(apiKey && { authorization: `Bearer ${apiKey.reveal()}` }),
    },
    body,
  };
}
