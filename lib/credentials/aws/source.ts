import { deploymentCredential, type DeploymentCredential } from "../deployment-credential";
import { keyOf } from "../key-of";
import { CredentialError, type CredentialPorts, type CredentialSource, type FetchedCredential } from "../source";
import { containerKeys, environmentKeys, instanceKeys } from "./machine";
import { profileKeys } from "./profile-keys";
import { signAws, type AwsKeys, type SigningScope } from "./sign";
import { assumeRole, assumeRoleWithToken, type StsDoor } from "./sts";

/** What a configuration says about access to AWS. What it leaves open is found as AWS's own clients find it. */
export interface AwsAccess {
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  readonly sessionToken?: string | undefined;
  /** The ARN of a role to take on. */
  readonly roleName?: string | undefined;
  readonly sessionName?: string | undefined;
  readonly externalId?: string | undefined;
  /** The path of a file with the token of an OpenID provider, or `oidc/file/PATH`. */
  readonly webIdentityToken?: string | undefined;
  readonly profileName?: string | undefined;
  readonly stsEndpoint?: string | undefined;
  readonly region?: string | undefined;
}

const OIDC_FILE = "oidc/file/";

/** The keys for AWS by these settings. */
export function awsSource(access: AwsAccess): CredentialSource<AwsKeys> {
  const door: StsDoor = { endpoint: access.stsEndpoint, region: access.region };
  return {
    key: keyOf("aws", { ...access }),
    label: labelOf(access),
    async fetch(ports, signal) {
      const { roleName: arn, sessionName, externalId, webIdentityToken } = access;
      if (webIdentityToken !== undefined) {
        if (arn === undefined) throw new CredentialError("aws_web_identity_token needs an aws_role_name");
        const token = await tokenIn(ports, webIdentityToken);
        return assumeRoleWithToken(ports, signal, token, { arn, sessionName }, door);
      }
      const own = await ownKeys(access, ports, signal, door);
      return arn === undefined ? own : assumeRole(ports, signal, own.value, { arn, sessionName, externalId }, door);
    },
  };
}

/** How calls to a service of AWS are signed with these settings. */
export function awsCredential(access: AwsAccess, scope: SigningScope): DeploymentCredential {
  return deploymentCredential(
    awsSource(access),
    (keys, request, now) => signAws(keys, request, scope, now),
    (status, headers, body) => (status === 400 || status === 403) && saysEnded(headers, body),
  );
}

/** AWS's own words for keys that have ended, in a header or in the body. */
function saysEnded(headers: Readonly<Record<string, unknown>>, body: Buffer): boolean {
  const type = headers["x-amzn-errortype"];
  if (typeof type === "string" && type.startsWith("ExpiredToken")) return true;
  return (
    body.length < LONGEST_REFUSAL &&
    (body.includes("ExpiredToken") || body.includes("token included in the request is expired"))
  );
}

/** Bytes. */
const LONGEST_REFUSAL = 16 * 1024;

async function ownKeys(
  { accessKeyId, secretAccessKey, sessionToken, profileName }: AwsAccess,
  ports: CredentialPorts,
  signal: AbortSignal,
  door: StsDoor,
): Promise<FetchedCredential<AwsKeys>> {
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { value: { accessKeyId, secretAccessKey, sessionToken }, endsAt: undefined };
  if (profileName !== undefined) {
    const keys = await profileKeys(profileName, { ports, signal, door });
    if (keys) return keys;
    throw new CredentialError(`there is no profile ${profileName} in AWS's files`);
  }
  return usualKeys(ports, signal, door);
}

/** Where AWS's own clients look, in their order. */
async function usualKeys(
  ports: CredentialPorts,
  signal: AbortSignal,
  door: StsDoor,
): Promise<FetchedCredential<AwsKeys>> {
  const named = environmentKeys(ports);
  if (named) return named;
  const file = ports.variable("AWS_WEB_IDENTITY_TOKEN_FILE");
  const arn = ports.variable("AWS_ROLE_ARN");
  if (file !== undefined && arn !== undefined) {
    const token = await tokenIn(ports, file);
    return assumeRoleWithToken(
      ports,
      signal,
      token,
      { arn, sessionName: ports.variable("AWS_ROLE_SESSION_NAME") },
      door,
    );
  }
  const profile = ports.variable("AWS_PROFILE");
  const keys = await profileKeys(profile ?? "default", { ports, signal, door });
  if (keys) return keys;
  if (profile !== undefined) throw new CredentialError(`there is no profile ${profile} in AWS's files`);
  const contained = await containerKeys(ports, signal);
  if (contained) return contained;
  try {
    return await instanceKeys(ports, signal);
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    throw new CredentialError(
      `there are no keys in the settings, the environment or AWS's files, and ${error.message}`,
    );
  }
}

async function tokenIn(ports: CredentialPorts, file: string): Promise<string> {
  return (await ports.readFile(file.startsWith(OIDC_FILE) ? file.slice(OIDC_FILE.length) : file)).trim();
}

function labelOf({ roleName, profileName, accessKeyId }: AwsAccess): string {
  if (roleName !== undefined) return `the role ${roleName}`;
  if (profileName !== undefined) return `the AWS profile ${profileName}`;
  // The id is not secret, but whoever reads a log need not know all of it.
  return accessKeyId === undefined ? "the AWS credential of this machine" : `the AWS key …${accessKeyId.slice(-4)}`;
}
