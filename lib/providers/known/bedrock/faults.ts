import type { Fault } from "@/lib/config/finding";
import type { ModelEntry } from "@/lib/config/schema";
import { bedrockRegion, modelBehind } from "./region";

/** Faults of an entry for Bedrock. `variable`: reads one of the environment; undefined: it is not known here. */
export function bedrockFaults(entry: ModelEntry, variable?: (name: string) => string | undefined): Fault[] {
  return [...keyFaults(entry), ...(variable ? regionFaults(entry, variable) : []), ...modelFaults(entry)];
}

function keyFaults({ gateway_params: params }: ModelEntry): Fault[] {
  const { aws_access_key_id: id, aws_secret_access_key: secret, aws_role_name: role } = params;
  if (params.aws_web_identity_token !== undefined && role === undefined)
    return [missing("aws_web_identity_token", "aws_role_name")];
  if ((id === undefined) !== (secret === undefined))
    return id
      ? [missing("aws_access_key_id", "aws_secret_access_key")]
      : [missing("aws_secret_access_key", "aws_access_key_id")];
  return [];
}

function missing(given: string, needed: string): Fault {
  return {
    number: "C221",
    path: [given],
    at: "key",
    message: `also needs ${needed}`,
    fix: `add ${needed}, or remove ${given}`,
  };
}

/** Without a region there is no address, and nothing can be signed. */
function regionFaults({ gateway_params: params }: ModelEntry, variable: (name: string) => string | undefined): Fault[] {
  const hasAddress = params.api_base !== undefined || params.aws_bedrock_runtime_endpoint !== undefined;
  if (bedrockRegion(params, variable) !== undefined || (hasAddress && params.api_key !== undefined)) return [];
  const message = "names a model of Bedrock without a region";
  const fix = "add aws_region_name below gateway_params, or set AWS_REGION";
  return [{ number: "C220", path: ["model"], at: "value", message, fix }];
}

function modelFaults({ gateway_params: { model }, model_info: info }: ModelEntry): Fault[] {
  const arn = model.slice(model.indexOf("/") + 1).replace(/^(?:converse|invoke)\//, "");
  if (info?.base_model !== undefined || !arn.startsWith("arn:") || modelBehind(arn) !== undefined) return [];
  const message = "is an ARN that does not say which model it is, so its calls will be booked as unpriced";
  const fix = "add base_model below model_info, such as anthropic.claude-sonnet-4-5-20250929-v1:0";
  return [{ number: "C222", path: ["model"], at: "value", message, fix }];
}
