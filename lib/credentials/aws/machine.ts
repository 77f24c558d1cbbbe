import { CredentialError, type CredentialAnswer, type CredentialPorts, type FetchedCredential } from "../source";
import type { AwsKeys } from "./sign";
import { keysInJson } from "./sts";

const CONTAINER = "http://169.254.170.2";
const INSTANCE = "http://169.254.169.254";
const TOKEN_SECONDS = "21600";

/** The keys in the usual variables; undefined: they are not both set. */
export function environmentKeys(ports: Pick<CredentialPorts, "variable">): FetchedCredential<AwsKeys> | undefined {
  const accessKeyId = ports.variable("AWS_ACCESS_KEY_ID");
  const secretAccessKey = ports.variable("AWS_SECRET_ACCESS_KEY");
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    value: { accessKeyId, secretAccessKey, sessionToken: ports.variable("AWS_SESSION_TOKEN") },
    endsAt: undefined,
  };
}

/**
 * The keys of the container's role, on ECS or by EKS Pod Identity; undefined: the environment names none.
 * @throws CredentialError
 */
export async function containerKeys(
  ports: CredentialPorts,
  signal: AbortSignal,
): Promise<FetchedCredential<AwsKeys> | undefined> {
  const relative = ports.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
  const full = ports.variable("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  const url = relative === undefined ? full : `${CONTAINER}${relative}`;
  if (url === undefined) return undefined;
  if (!URL.canParse(url)) throw new CredentialError("AWS_CONTAINER_CREDENTIALS_FULL_URI is not an address");
  const file = ports.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
  const token =
    file === undefined ? ports.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN") : (await ports.readFile(file)).trim();
  const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
  // Any other host may only be asked where nobody can read the token on its way.
  const ask = url.startsWith("https:") ? ports.ask : ports.askMachine;
  const answer = await ask({ method: "GET", url, headers }, signal);
  return keysInJson(textOf(answer, "the container's credentials"));
}

/**
 * The keys of the machine's role, by version 2 of its metadata service: version 1 gives them to whoever makes the
 * gateway ask, and is never asked. @throws CredentialError
 */
export async function instanceKeys(ports: CredentialPorts, signal: AbortSignal): Promise<FetchedCredential<AwsKeys>> {
  if (ports.variable("AWS_EC2_METADATA_DISABLED")?.toLowerCase() === "true")
    throw new CredentialError("AWS_EC2_METADATA_DISABLED is set");
  const base = ports.variable("AWS_EC2_METADATA_SERVICE_ENDPOINT")?.replace(/\/$/, "") ?? INSTANCE;
  if (!URL.canParse(base)) throw new CredentialError("AWS_EC2_METADATA_SERVICE_ENDPOINT is not an address");
  const asked = await ports.askMachine(
    {
      method: "PUT",
      url: `${base}/latest/api/token`,
      headers: { "x-aws-ec2-metadata-token-ttl-seconds": TOKEN_SECONDS },
    },
    signal,
  );
  const headers = { "x-aws-ec2-metadata-token": textOf(asked, "the machine's metadata service").trim() };
  const path = `${base}/latest/meta-data/iam/security-credentials/`;
  const named = await ports.askMachine({ method: "GET", url: path, headers }, signal);
  if (named.status === 404) throw new CredentialError("the machine has no role");
  const [role = ""] = textOf(named, "the machine's metadata service").trim().split("\n");
  const answer = await ports.askMachine({ method: "GET", url: path + encodeURIComponent(role), headers }, signal);
  return keysInJson(textOf(answer, "the machine's metadata service"));
}

function textOf({ status, text }: CredentialAnswer, what: string): string {
  if (status !== 200) throw new CredentialError(`${what} answer${what.endsWith("s") ? "" : "s"} ${status}`);
  return text;
}
