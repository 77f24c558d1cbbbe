import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readEnvironment } from "@/lib/config/io/environment";
import { formatFinding } from "@/lib/config/finding";
import { signatureFault } from "@/testing/aws/verify-signature";
import { startConnectProxy } from "@/testing/tls/connect-proxy";
import { startVaultFixture, type VaultFixture } from "@/testing/vault/vault-fixture";
import { loadConfig } from "./load";
import { VaultCache } from "./vault-cache";

const folder = mkdtempSync(join(tmpdir(), "vault-cache-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The value of a reference under these variables, or the reason why there is none. */
async function read(reference: string, variables: Record<string, string>, cache = new VaultCache()): Promise<string> {
  await cache.prepare([reference], (name) => variables[name]);
  const answer = cache.answer(reference);
  return "value" in answer ? answer.value : `no value: ${answer.reason}`;
}

describe("Vault and OpenBao", () => {
  let vault: VaultFixture;
  let token: Record<string, string>;
  beforeEach(async () => {
    vault = await startVaultFixture();
    token = { VAULT_ADDR: vault.address, VAULT_TOKEN: "root" };
    vault.secrets.set("secret/team/app", { key: "sk-two", port: 8080, empty: " ", nested: { a: 1 } });
    vault.secrets.set("kv1/app", { key: "sk-one" });
  });
  afterEach(() => vault.stop());

  test.each([
    ["of version 2, written as for vault kv get", "vault/secret/team/app#key", "sk-two"],
    ["of version 2, written with data/", "vault/secret/data/team/app#key", "sk-two"],
    ["of version 1", "vault/kv1/app#key", "sk-one"],
    ["that is a number", "vault/secret/team/app#port", "8080"],
    ["that is empty", "vault/secret/team/app#empty", "no value: that field of the secret is empty"],
    ["that is not there", "vault/secret/team/app#other", "no value: the secret has no text in that field"],
    ["that is not text", "vault/secret/team/app#nested", "no value: the secret has no text in that field"],
    ["that everything has", "vault/secret/team/app#constructor", "no value: the secret has no text in that field"],
    ["of a secret that is not there", "vault/secret/nothing#key", "no value: there is no such secret (404)"],
  ])("a field %s is read as it should", async (_what, reference, expected) => {
    expect(await read(reference, token)).toBe(expected);
  });

  test("a token that may not ask about mounts reads the path as it is written", async () => {
    vault.tellsMounts = false;
    expect(await read("vault/secret/data/team/app#key", token)).toBe("sk-two");
    expect(await read("vault/kv1/app#key", token)).toBe("sk-one");
  });

  test("a vault that only a proxy can reach is asked through it", async () => {
    const proxy = await startConnectProxy({ port: Number(new URL(vault.address).port) });
    const away = { ...token, VAULT_ADDR: "http://vault.invalid:8200", HTTP_PROXY: proxy.url };
    expect(await read("vault/secret/team/app#key", away)).toBe("sk-two");
    expect(new Set(proxy.asked.map(({ place }) => place))).toEqual(new Set(["vault.invalid:8200"]));
    await proxy.stop();
  });

  test("a pod of Kubernetes logs in once, and again when its token is revoked", async () => {
    const path = join(folder, "pod-token");
    writeFileSync(path, "a pod's token\n");
    const pod = { VAULT_ADDR: vault.address, VAULT_K8S_ROLE: "gateway", VAULT_K8S_TOKEN_PATH: path };
    const cache = new VaultCache();
    expect(await read("vault/secret/team/app#key", pod, cache)).toBe("sk-two");
    expect(await read("vault/kv1/app#key", pod, cache)).toBe("sk-one");
    const logins = (): number => vault.asked.filter((line) => line.includes("login ") || line.endsWith("login")).length;
    expect(logins()).toBe(1);
    vault.tokens.clear();
    vault.secrets.set("kv1/app", { key: "sk-changed" });
    expect(await cache.refresh((name) => ({ ...pod })[name as keyof typeof pod])).toEqual({
      changed: ["vault/kv1/app#key"],
      kept: [],
    });
    expect(logins()).toBeGreaterThan(1);
  });

  test.each<[string, (vault: VaultFixture) => Record<string, string>, string]>([
    ["is not named", () => ({}), "neither VAULT_TOKEN nor VAULT_K8S_ROLE is set"],
    [
      "has no usable address",
      () => ({ VAULT_ADDR: "vault:8200", VAULT_TOKEN: "t" }),
      "VAULT_ADDR is not set to an http",
    ],
    [
      "does not know the token",
      ({ address }) => ({ VAULT_ADDR: address, VAULT_TOKEN: "t" }),
      "the vault refuses (403)",
    ],
    [
      "is away",
      () => ({ VAULT_ADDR: "http://127.0.0.1:9", VAULT_TOKEN: "t" }),
      "the vault does not answer (ECONNREFUSED)",
    ],
  ])("a vault that %s is the reason why there is no value", async (_what, variables, reason) => {
    expect(await read("vault/secret/team/app#key", variables(vault))).toContain(`no value: ${reason}`);
  });

  test("a value is read again, and stays while the vault fails", async () => {
    const cache = new VaultCache();
    const refresh = () => cache.refresh((name) => token[name]);
    await read("vault/secret/team/app#key", token, cache);
    expect(await refresh()).toEqual({ changed: [], kept: [] });
    expect(vault.asked.some((line) => line.startsWith("POST auth/token/renew-self"))).toBe(true);
    vault.secrets.set("secret/team/app", { key: "sk-three" });
    expect(await refresh()).toEqual({ changed: ["vault/secret/team/app#key"], kept: [] });
    vault.fault = 503;
    expect(await refresh()).toEqual({
      changed: [],
      kept: [{ reference: "vault/secret/team/app#key", reason: "the vault answers 503" }],
    });
    expect(cache.answer("vault/secret/team/app#key")).toEqual({ value: "sk-three" });
  });

  test("a configuration file takes values from the vault, and names a reference that cannot be read and no value", async () => {
    const path = join(folder, "config.yaml");
    const load = async (reference: string) => {
      const entry = { model: "openai/a", api_key: reference };
      writeFileSync(path, JSON.stringify({ model_list: [{ model_name: "a", gateway_params: entry }] }));
      const environment = readEnvironment({ ...token, GATEWAY_MASTER_KEY: "sk-master" });
      return loadConfig(path, { environment, isKnownProvider: () => true, missing: "error", vaults: new VaultCache() });
    };
    const { file } = await load("vault/secret/team/app#key");
    expect(file?.model_list[0]?.gateway_params.api_key?.reveal()).toBe("sk-two");
    const refused = await load("vault/secret/other#key");
    expect(refused.file).toBeUndefined();
    const lines = refused.findings.map(formatFinding).join("\n");
    expect(lines).toContain(
      "error C178 model_list.0.gateway_params.api_key: vault/secret/other#key cannot be read: there",
    );
    expect((await load("vault/ #key")).findings.map(({ number }) => number)).toContain("C178");
    expect(lines).not.toMatch(/sk-two|root/);
  });
});

describe("AWS Secrets Manager", () => {
  const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a secret access key" };
  const secrets = new Map([
    ["prod/gateway", JSON.stringify({ openai: "sk-aws" })],
    ["plain", "sk-plain"],
  ]);
  let variables: Record<string, string>;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = "", url: path = "" } = request;
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const fault = signatureFault({ method, path, headers, body: Buffer.from(body) }, (id) =>
        id === credentials.accessKeyId ? credentials.secretAccessKey : undefined,
      );
      const answer = (status: number, content: object) => response.writeHead(status).end(JSON.stringify(content));
      if (fault !== undefined || headers["x-amz-target"] !== "secretsmanager.GetSecretValue")
        return answer(400, { __type: fault ?? "UnknownOperationException" });
      const { SecretId: name }: { SecretId: string } = JSON.parse(body);
      const found = secrets.get(name);
      if (found === undefined) return answer(400, { __type: "ResourceNotFoundException" });
      return answer(200, { Name: name, SecretString: found });
    });
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    variables = {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ["in a field", "aws_secret/prod/gateway#openai", "sk-aws"],
    ["as a whole", "aws_secret/plain", "sk-plain"],
    ["in a field of a text", "aws_secret/plain#key", "no value: the secret has no text in that field"],
    ["that is not there", "aws_secret/nothing", "no value: the vault answers 400 (ResourceNotFoundException)"],
  ])("a secret %s is read with a signed request", async (_what, reference, expected) => {
    expect(await read(reference, variables)).toBe(expected);
  });

  test("wrong or missing credentials are the reason why there is no value", async () => {
    const wrong = { ...variables, AWS_SECRET_ACCESS_KEY: "another" };
    expect(await read("aws_secret/plain", wrong)).toBe("no value: the vault answers 400 (InvalidSignatureException)");
    const alone = { AWS_REGION: "eu-central-1", AWS_EC2_METADATA_DISABLED: "true", AWS_PROFILE: "nobody" };
    expect(await read("aws_secret/plain", alone)).toBe("no value: there is no profile nobody in AWS's files");
    expect(await read("aws_secret/plain", {})).toBe("no value: AWS_REGION is not set");
  });
});
