import { isObject } from "@/lib/is-object";
import { CredentialError, type CredentialAnswer, type CredentialPorts, type FetchedCredential } from "../source";
import { signAws, type AwsKeys } from "./sign";

/** A role that is taken on. */
export interface AssumedRole {
  readonly arn: string;
  readonly sessionName: string | undefined;
  readonly externalId?: string | undefined;
}

/** Where roles are taken on. */
export interface StsDoor {
  /** Undefined: AWS's own, of the region. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

const LIFE_SECONDS = 3_600;
const SESSION_NAME = "model-gateway";

/** Takes on a role with the keys of somebody who may. @throws CredentialError */
export function assumeRole(
  ports: CredentialPorts,
  signal: AbortSignal,
  keys: AwsKeys,
  { arn, sessionName = SESSION_NAME, externalId }: AssumedRole,
  door: StsDoor,
): Promise<FetchedCredential<AwsKeys>> {
  const asked = {
    Action: "AssumeRole",
    RoleArn: arn,
    RoleSessionName: sessionName,
    DurationSeconds: String(LIFE_SECONDS),
    ...(externalId !== undefined && { ExternalId: externalId }),
  };
  return ask(ports, signal, asked, door, keys);
}

/** Takes on a role with a token of an OpenID provider. @throws CredentialError */
export function assumeRoleWithToken(
  ports: CredentialPorts,
  signal: AbortSignal,
  token: string,
  { arn, sessionName = SESSION_NAME }: AssumedRole,
  door: StsDoor,
): Promise<FetchedCredential<AwsKeys>> {
  const asked = {
    Action: "AssumeRoleWithWebIdentity",
    RoleArn: arn,
    RoleSessionName: sessionName,
    DurationSeconds: String(LIFE_SECONDS),
    WebIdentityToken: token,
  };
  return ask(ports, signal, asked, door);
}

async function ask(
  ports: CredentialPorts,
  signal: AbortSignal,
  asked: Readonly<Record<string, string>>,
  { endpoint, region }: StsDoor,
  keys?: AwsKeys,
): Promise<FetchedCredential<AwsKeys>> {
  const { origin, pathname } = new URL(endpoint ?? stsAddress(region));
  const body = new URLSearchParams({ ...asked, Version: "2011-06-15" }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  const request = { method: "POST" as const, origin, path: pathname, headers, body: Buffer.from(body) };
  const scope = { service: "sts", region: region ?? "us-east-1" };
  const answer = await ports.ask(
    {
      method: "POST",
      url: origin + pathname,
      headers: { ...headers, ...(keys && signAws(keys, request, scope, ports.now())) },
      body,
    },
    signal,
  );
  if (answer.status !== 200) throw new CredentialError(`${new URL(origin).hostname} ${refusalOf(answer)}`);
  return readKeys({
    accessKeyId: elementOf(answer.text, "AccessKeyId"),
    secretAccessKey: elementOf(answer.text, "SecretAccessKey"),
    sessionToken: elementOf(answer.text, "SessionToken"),
    endsAt: elementOf(answer.text, "Expiration"),
  });
}

function stsAddress(region: string | undefined): string {
  if (region === undefined) return "https://sts.amazonaws.com";
  return `https://sts.${region}.${region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com"}`;
}

/** STS says who may not do what, which shows no secret. */
function refusalOf({ status, text }: CredentialAnswer): string {
  const code = elementOf(text, "Code");
  const message = elementOf(text, "Message");
  return `answers ${status}${code === undefined ? "" : ` ${code}`}${message === undefined ? "" : `: ${message.slice(0, 300)}`}`;
}

/** The text of the first such element: STS's answers have each once, without attributes. */
function elementOf(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  return start === -1 || end === -1 ? undefined : xml.slice(start + name.length + 2, end).trim();
}

/** Keys as AWS's services hand them out. @throws CredentialError for what is none */
function readKeys(given: Readonly<Record<keyof AwsKeys | "endsAt", unknown>>): FetchedCredential<AwsKeys> {
  const { accessKeyId, secretAccessKey, sessionToken, endsAt } = given;
  if (typeof accessKeyId !== "string" || typeof secretAccessKey !== "string")
    throw new CredentialError("the answer has no keys");
  const end = typeof endsAt === "string" ? Date.parse(endsAt) : Number.NaN;
  return {
    value: { accessKeyId, secretAccessKey, ...(typeof sessionToken === "string" && { sessionToken }) },
    endsAt: Number.isNaN(end) ? undefined : end,
  };
}

/** The keys in the JSON of containers and machines. @throws CredentialError */
export function keysInJson(text: string): FetchedCredential<AwsKeys> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const given = isObject(value) ? value : {};
  return readKeys({
    accessKeyId: given["AccessKeyId"],
    secretAccessKey: given["SecretAccessKey"],
    sessionToken: given["Token"],
    endsAt: given["Expiration"],
  });
}
