import { describe, expect, test } from "vitest";
import { KEYS, useBedrock } from "@/testing/aws/bedrock-fixture";

const bedrock = useBedrock();
const { entry, configure, chat, last } = bedrock;
let roles = 0;

describe("access to Bedrock", () => {
  const ROLE = { ...KEYS, aws_role_name: "arn:aws:iam::123456789012:role/models" };
  const assumed = (id: string, lifeMs = 3_600_000): { status: number; text: string } => ({
    status: 200,
    text: `<AssumeRoleResponse><AccessKeyId>${id}</AccessKeyId><SecretAccessKey>secret-of-${id}</SecretAccessKey><SessionToken>token-of-${id}</SessionToken><Expiration>${new Date(Date.now() + lifeMs).toISOString()}</Expiration></AssumeRoleResponse>`,
  });
  const accept = (id: string): unknown =>
    bedrock.aws.keys.set(id, { secret: `secret-of-${id}`, token: `token-of-${id}` });
  /** An external id of its own for each test: what is known of a credential goes by its settings. */
  const role = () => ({ ...ROLE, aws_sts_endpoint: bedrock.aws.url, aws_external_id: `external-${++roles}` });

  test("a role is taken on once for all calls", async () => {
    await configure(entry("bedrock/amazon.nova-pro-v1:0", role()));
    accept("ASIA1");
    bedrock.aws.sts = () => assumed("ASIA1");
    const statuses = await Promise.all([chat(), chat(), chat()].map(async (one) => (await one).status));
    expect([...statuses, bedrock.aws.assumed]).toEqual([200, 200, 200, 1]);
  });
  test("a role that cannot be taken on is 502, with one request for many calls, and is named to administrators", async () => {
    await configure(entry("bedrock/amazon.nova-pro-v1:0", { ...role(), cooldown_seconds: 60, num_retries: 0 }));
    bedrock.aws.sts = () => ({
      status: 403,
      text: "<Error><Code>AccessDenied</Code><Message>Not you.</Message></Error>",
    });
    for (let nth = 0; nth < 5; nth++) {
      const response = await chat();
      expect([response.status, await response.json()]).toMatchObject([
        502,
        { error: { code: "upstream_access_refused" } },
      ]);
    }
    expect([bedrock.aws.assumed, bedrock.aws.requests.length]).toEqual([1, 0]);
    const info = await bedrock.gateway.send("/model/info", {
      headers: { authorization: `Bearer ${bedrock.gateway.masterKey}` },
    });
    const { data } = (await info.json()) as { data: { credential_failure: string; cooldowns: { reason: string }[] }[] };
    expect(data[0]?.credential_failure).toBe(
      "the role arn:aws:iam::123456789012:role/models cannot be fetched: 127.0.0.1 answers 403 AccessDenied: Not you.",
    );
    expect(data[0]?.cooldowns.map(({ reason }) => reason)).toEqual(["credential_failed"]);
  });
  test("every deployment with that credential is left out, and another serves the call", async () => {
    const shared = { ...role(), weight: 1_000 };
    await configure(
      entry("bedrock/amazon.nova-pro-v1:0", shared),
      entry("bedrock/amazon.nova-lite-v1:0", shared),
      entry("bedrock/amazon.nova-micro-v1:0"),
    );
    bedrock.aws.sts = () => ({ status: 403, text: "" });
    const responses = [await chat(), await chat()];
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect([responses.map(({ headers }) => headers.get("x-gateway-attempts")), bedrock.aws.assumed]).toEqual([
      ["2", "1"],
      1,
    ]);
  });
  test("keys that Bedrock says have ended are renewed once, and the call is sent again", async () => {
    await configure(entry("bedrock/amazon.nova-pro-v1:0", role()));
    accept("ASIA1");
    accept("ASIA2");
    bedrock.aws.sts = () => assumed(`ASIA${bedrock.aws.assumed}`);
    expect((await chat()).status).toBe(200);
    bedrock.aws.keys.set("ASIA1", { secret: "secret-of-ASIA1", token: "token-of-ASIA1", isEnded: true });
    const response = await chat();
    expect([response.status, response.headers.get("x-gateway-attempts")]).toEqual([200, "1"]);
    expect(bedrock.aws.assumed).toBe(2);
  });
  test("a key of Bedrock's own is sent as it is", async () => {
    await configure(entry("bedrock/amazon.nova-pro-v1:0", { api_key: "bedrock-api-key" }));
    expect((await chat()).status).toBe(200);
    expect(last()?.headers["authorization"]).toBe("Bearer bedrock-api-key");
  });
  test("keys that AWS does not know are the gateway's fault", async () => {
    await configure(entry("bedrock/amazon.nova-pro-v1:0", { ...KEYS, aws_access_key_id: "AKIAOTHER" }));
    const response = await chat();
    expect([response.status, await response.json()]).toMatchObject([
      502,
      { error: { code: "upstream_access_refused" } },
    ]);
  });
});
