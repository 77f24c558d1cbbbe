import { z } from "zod";
import { Secret } from "../secret";
import type { ProviderSettings } from "./provider-settings";

const text = z.string().trim().min(1);
const secret = text.transform((value) => new Secret(value));
const address = z.url({ protocol: /^https?$/ });

/** What an entry says for Amazon Bedrock. */
export const bedrockSettings = {
  providers: ["bedrock"],
  shape: {
    aws_region_name: z
      .string()
      .trim()
      .regex(/^[a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/, "must be a region of AWS, such as eu-central-1")
      .optional()
      .describe(
        "The region of Bedrock. Unset: that of the model's ARN, else `AWS_REGION`, else `AWS_DEFAULT_REGION`, else that of the profile.",
      ),
    aws_access_key_id: secret
      .optional()
      .describe(
        "A key of AWS, with `aws_secret_access_key`. Without keys, role, profile and `api_key`, the gateway finds credentials as AWS's own clients do: in the environment, in AWS's files, or by the identity of the pod, the container or the machine.",
      ),
    aws_secret_access_key: secret.optional().describe("The secret of that key, preferably as `os.environ/NAME`."),
    aws_session_token: secret.optional().describe("The session token of a temporary key."),
    aws_role_name: text.optional().describe("The ARN of a role that the gateway assumes for the calls."),
    aws_session_name: text.optional().describe("The name of the session with that role. Unset: `model-gateway`."),
    aws_external_id: secret.optional().describe("The external id that the role's account requires."),
    aws_web_identity_token: text
      .optional()
      .describe(
        "The path of a file with an OpenID provider's token, with which the gateway assumes the role, or `oidc/file/PATH`.",
      ),
    aws_profile_name: text.optional().describe("A profile of AWS's files (`~/.aws`, `AWS_CONFIG_FILE`)."),
    aws_sts_endpoint: address
      .optional()
      .describe("The address at which the gateway assumes roles. Unset: that of AWS in the region."),
    aws_bedrock_runtime_endpoint: address
      .optional()
      .describe("The address of Bedrock, such as that of a VPC endpoint. Unset: that of AWS in the region."),
  },
  locations: ["aws_region_name", "aws_bedrock_runtime_endpoint"],
  destinations: ["aws_sts_endpoint", "aws_bedrock_runtime_endpoint"],
  files: { aws_web_identity_token: () => false },
} satisfies ProviderSettings;
