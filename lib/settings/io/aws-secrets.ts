import type { VaultAnswer, VaultReference } from "@/lib/config/secrets/vault-reference";
import { proxyFor, proxySettingsFrom } from "@/lib/config/proxy-settings";
import { signAws, type AwsKeys } from "@/lib/credentials/aws/sign";
import { awsSource } from "@/lib/credentials/aws/source";
import { CredentialError } from "@/lib/credentials/source";
import { credentialPorts, fetchLimit } from "@/lib/upstream/credentials/ports";
import { createUpstreams } from "@/lib/upstream/pools";
import { isObject } from "@/lib/is-object";
import { askJson, VaultError } from "./ask-json";
import { fieldOf } from "./vault-client";

/**
 * Reads a secret of AWS Secrets Manager, with the keys that AWS's own clients would find. What is wrong becomes the
 * reason.
 */
export async function readAwsSecret(
  { name, field }: Extract<VaultReference, { kind: "aws_secret" }>,
  lookup: (variable: string) => string | undefined,
): Promise<VaultAnswer> {
  const value = (variable: string): string | undefined => lookup(variable)?.trim() || undefined;
  const region = value("AWS_REGION") ?? value("AWS_DEFAULT_REGION");
  if (region === undefined) return { reason: "AWS_REGION is not set" };
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const address = value("AWS_ENDPOINT_URL_SECRETS_MANAGER") ?? `https://secretsmanager.${region}.${suffix}`;
  if (!URL.canParse(address)) return { reason: "AWS_ENDPOINT_URL_SECRETS_MANAGER is not an address" };
  const keys = await keysFor(region, lookup);
  if ("reason" in keys) return keys;
  const body = JSON.stringify({ SecretId: name });
  const { origin } = new URL(address);
  const named = { "content-type": "application/x-amz-json-1.1", "x-amz-target": "secretsmanager.GetSecretValue" };
  const asked = { method: "POST", origin, path: "/", headers: named, body: Buffer.from(body) } as const;
  const headers = { ...named, ...signAws(keys, asked, { service: "secretsmanager", region }, Date.now()) };
  try {
    const answer = await askJson(`${origin}/`, { lookup, method: "POST", headers, body });
    const secret = isObject(answer) ? answer["SecretString"] : undefined;
    if (typeof secret !== "string") return { reason: "the secret is not text" };
    return field === undefined ? { value: secret } : fieldOf(objectIn(secret), field);
  } catch (error) {
    if (error instanceof VaultError) return { reason: error.message };
    throw error;
  }
}

/** The keys that AWS's own clients would use, or why there are none. */
async function keysFor(
  region: string,
  lookup: (variable: string) => string | undefined,
): Promise<AwsKeys | { readonly reason: string }> {
  const proxies = proxySettingsFrom(lookup);
  const upstreams = createUpstreams(undefined, (target) => proxyFor(target, proxies));
  try {
    const ports = credentialPorts({ now: Date.now, upstreams, variable: lookup });
    return (await awsSource({ region }).fetch(ports, fetchLimit())).value;
  } catch (error) {
    if (error instanceof CredentialError) return { reason: error.message };
    throw error;
  } finally {
    void upstreams.close();
  }
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
