import { signAt, signingTime } from "../aws/sign";
import { awsSource } from "../aws/source";
import { CredentialError, type CredentialPorts } from "../source";

const VERIFICATION = "https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15";
const OF_AWS = /^sts\.[a-z0-9.-]{1,60}\.amazonaws\.com(?:\.cn)?$/;

/** Where Google asks AWS who somebody is. */
export interface AwsSubject {
  readonly regional_cred_verification_url?: string | undefined;
}

/**
 * A request to AWS for who one is, signed but not sent: Google sends it, and learns who asks for a token
 * (google.aip.dev/auth/4117, "Determining the subject token in AWS"). `audience`: for whom alone it is signed.
 * @throws CredentialError
 */
export async function awsSubjectToken(
  { regional_cred_verification_url: template = VERIFICATION }: AwsSubject,
  audience: string,
  ports: CredentialPorts,
  signal: AbortSignal,
): Promise<string> {
  const region = ports.variable("AWS_REGION") ?? ports.variable("AWS_DEFAULT_REGION");
  if (region === undefined) throw new CredentialError("the region of AWS is not known: set AWS_REGION");
  const url = template.replaceAll("{region}", region);
  if (!URL.canParse(url) || !OF_AWS.test(new URL(url).hostname))
    throw new CredentialError("regional_cred_verification_url must be an address of AWS's token service");
  const { host, pathname, search } = new URL(url);
  const { accessKeyId, secretAccessKey, sessionToken } = (await awsSource({ region }).fetch(ports, signal)).value;
  const time = signingTime(ports.now());
  const headers = {
    host,
    "x-amz-date": time,
    ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }),
    "x-goog-cloud-target-resource": audience,
  };
  const request = {
    service: "sts",
    region,
    method: "POST",
    path: pathname + search,
    headers,
    doNotModifyHeaders: true,
  };
  const signed = signAt(time, request, { accessKeyId, secretAccessKey });
  const listed = Object.entries(signed).map(([key, value]) => ({ key, value: String(value) }));
  return encodeURIComponent(JSON.stringify({ url, method: "POST", headers: listed }));
}
