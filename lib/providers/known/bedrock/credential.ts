import { awsCredential } from "@/lib/credentials/aws/source";
import type { DeploymentCredential } from "@/lib/credentials/deployment-credential";
import type { Secret } from "@/lib/config/secret";
import type { EntryParams } from "../provider";
import { bedrockRegion } from "./region";

/**
 * What calls to Bedrock are signed with. Undefined: a key of Bedrock's own is sent, which the entry names, or the
 * environment for an entry that says nothing about AWS.
 */
export function bedrockCredential(
  params: EntryParams,
  variable: (name: string) => string | undefined,
  key: Secret | undefined,
): DeploymentCredential | undefined {
  const saysNothing = [
    params.aws_access_key_id,
    params.aws_role_name,
    params.aws_web_identity_token,
    params.aws_profile_name,
  ].every((setting) => setting === undefined);
  if (key && (params.api_key !== undefined || saysNothing)) return undefined;
  const region = bedrockRegion(params, variable);
  return awsCredential(
    {
      accessKeyId: params.aws_access_key_id?.reveal(),
      secretAccessKey: params.aws_secret_access_key?.reveal(),
      sessionToken: params.aws_session_token?.reveal(),
      roleName: params.aws_role_name,
      sessionName: params.aws_session_name,
      externalId: params.aws_external_id?.reveal(),
      webIdentityToken: params.aws_web_identity_token,
      profileName: params.aws_profile_name,
      stsEndpoint: params.aws_sts_endpoint,
      region,
    },
    { service: "bedrock", region: region ?? "us-east-1" },
  );
}
