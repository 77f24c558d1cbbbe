import aws4 from "aws4";
import type { VaultAnswer, VaultReference } from "@/lib/config/secrets/vault-reference";
import { isObject } from "@/lib/is-object";
import { askJson, VaultError } from "./ask-json";
import { fieldOf } from "./vault-client";

/**
 * Reads a secret of AWS Secrets Manager, with the credentials in the usual variables. What is wrong becomes the reason.
 */
export async function readAwsSecret(
  { name, field }: Extract<VaultReference, { kind: "aws_secret" }>,
  lookup: (variable: string) => string | undefined,
): Promise<VaultAnswer> {
  const value = (variable: string): string | undefined => lookup(variable)?.trim() || undefined;
  const region = value("AWS_REGION") ?? value("AWS_DEFAULT_REGION");
  const [accessKeyId, secretAccessKey] = [value("AWS_ACCESS_KEY_ID"), value("AWS_SECRET_ACCESS_KEY")];
  if (region === undefined) return { reason: "AWS_REGION is not set" };
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return { reason: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not both set" };
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const address = value("AWS_ENDPOINT_URL_SECRETS_MANAGER") ?? `https://secretsmanager.${region}.${suffix}`;
  if (!URL.canParse(address)) return { reason: "AWS_ENDPOINT_URL_SECRETS_MANAGER is not an address" };
  const sessionToken = value("AWS_SESSION_TOKEN");
  const body = JSON.stringify({ SecretId: name });
  const signed = aws4.sign(
    {
      service: "secretsmanager",
      region,
      method: "POST",
      path: "/",
      host: new URL(address).host,
      body: Buffer.from(body),
      headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": "secretsmanager.GetSecretValue" },
    },
    { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  );
  const headers = Object.fromEntries(
    Object.entries(signed.headers).map(([header, text]) => [header.toLowerCase(), String(text)]),
  );
  try {
    const answer = await askJson(`${new URL(address).origin}/`, { lookup, method: "POST", headers, body });
    const secret = isObject(answer) ? answer["SecretString"] : undefined;
    if (typeof secret !== "string") return { reason: "the secret is not text" };
    return field === undefined ? { value: secret } : fieldOf(objectIn(secret), field);
  } catch (error) {
    if (error instanceof VaultError) return { reason: error.message };
    throw error;
  }
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
