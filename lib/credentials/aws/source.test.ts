import { describe, expect, test } from "vitest";
import { credentialWorld, type CredentialHandler, type CredentialWorld } from "@/testing/credentials/credential-world";
import { type CredentialRequest } from "../source";
import { awsCredential, awsSource, type AwsAccess } from "./source";

const KEYS = { accessKeyId: "AKIAOWN", secretAccessKey: "own-secret" };
const ROLE = "arn:aws:iam::123456789012:role/models";
const END = "2026-01-01T01:00:00Z";

/** STS's answer with keys for a role. */
const assumed = (kind: string): string =>
  `<${kind}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${kind}Result><Credentials><AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>role-secret</SecretAccessKey><SessionToken>role-token</SessionToken><Expiration>${END}</Expiration></Credentials></${kind}Result></${kind}Response>`;
const ROLE_KEYS = { accessKeyId: "ASIAROLE", secretAccessKey: "role-secret", sessionToken: "role-token" };
const machineKeys = JSON.stringify({
  Code: "Success",
  AccessKeyId: "ASIAMACHINE",
  SecretAccessKey: "machine-secret",
  Token: "machine-token",
  Expiration: END,
});
const MACHINE_KEYS = { accessKeyId: "ASIAMACHINE", secretAccessKey: "machine-secret", sessionToken: "machine-token" };

type World = Omit<CredentialWorld, "ask"> & { readonly sts?: CredentialHandler };

/** Fetches the keys by these settings, in a world of these variables, files and services. */
async function fetched(access: AwsAccess, { sts, ...world }: World = {}) {
  const { ports, asked } = credentialWorld({ ...world, ask: sts });
  const result = await awsSource(access).fetch(ports, new AbortController().signal);
  return { ...result, asked };
}
const formOf = ({ body }: CredentialRequest): Record<string, string> => Object.fromEntries(new URLSearchParams(body));

describe("the keys for AWS", () => {
  test("keys of the settings are used as they are, and have no end", async () => {
    const { value, endsAt, asked } = await fetched({ ...KEYS, sessionToken: "t" });
    expect({ value, endsAt, asked }).toEqual({ value: { ...KEYS, sessionToken: "t" }, endsAt: undefined, asked: [] });
  });
  test("a role is taken on with them, at the address of the region", async () => {
    const access = { ...KEYS, roleName: ROLE, sessionName: "me", externalId: "42", region: "eu-west-1" };
    const { value, endsAt, asked } = await fetched(access, { sts: () => ({ text: assumed("AssumeRole") }) });
    expect([value, endsAt]).toEqual([ROLE_KEYS, Date.parse(END)]);
    expect(asked[0]).toMatchObject({ method: "POST", url: "https://sts.eu-west-1.amazonaws.com/" });
    expect(asked[0]?.headers?.["authorization"]).toContain("Credential=AKIAOWN/20260101/eu-west-1/sts/aws4_request");
    expect(asked.map(formOf)).toEqual([
      {
        Action: "AssumeRole",
        RoleArn: ROLE,
        RoleSessionName: "me",
        DurationSeconds: "3600",
        ExternalId: "42",
        Version: "2011-06-15",
      },
    ]);
  });
  test.each([
    ["cn-north-1", undefined, "https://sts.cn-north-1.amazonaws.com.cn/"],
    [undefined, undefined, "https://sts.amazonaws.com/"],
    [
      "eu-west-1",
      "https://vpce-1.sts.eu-west-1.vpce.amazonaws.com",
      "https://vpce-1.sts.eu-west-1.vpce.amazonaws.com/",
    ],
  ])("in the region %s and with the endpoint %s roles are taken on at %s", async (region, stsEndpoint, url) => {
    const access = { ...KEYS, roleName: ROLE, region, stsEndpoint };
    const { asked } = await fetched(access, { sts: () => ({ text: assumed("AssumeRole") }) });
    expect(asked[0]?.url).toBe(url);
  });
  test.each(["/var/run/token", "oidc/file//var/run/token"])(
    "a role is taken on with the token in %s",
    async (place) => {
      const { value, asked } = await fetched(
        { roleName: ROLE, webIdentityToken: place },
        { files: { "/var/run/token": "jwt\n" }, sts: () => ({ text: assumed("AssumeRoleWithWebIdentity") }) },
      );
      expect(value).toEqual(ROLE_KEYS);
      expect(asked.map(formOf)).toMatchObject([{ Action: "AssumeRoleWithWebIdentity", WebIdentityToken: "jwt" }]);
      expect(asked[0]?.headers?.["authorization"]).toBeUndefined();
    },
  );
  test("a role that may not be taken on says what STS says", async () => {
    const text = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>User: arn:aws:iam::1:user/u is not authorized</Message></Error></ErrorResponse>`;
    await expect(fetched({ ...KEYS, roleName: ROLE }, { sts: () => ({ status: 403, text }) })).rejects.toThrow(
      "sts.amazonaws.com answers 403 AccessDenied: User: arn:aws:iam::1:user/u is not authorized",
    );
  });
});

describe("keys that the settings do not name", () => {
  const config = (text: string) => ({ "~/.aws/config": text });
  const usual: [what: string, world: World, keys: object][] = [
    [
      "the environment",
      { variables: { AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "B", AWS_SESSION_TOKEN: "C" } },
      { accessKeyId: "A", secretAccessKey: "B", sessionToken: "C" },
    ],
    [
      "the service account of a pod",
      {
        variables: { AWS_WEB_IDENTITY_TOKEN_FILE: "/irsa", AWS_ROLE_ARN: ROLE },
        files: { "/irsa": "jwt" },
        sts: () => ({ text: assumed("AssumeRoleWithWebIdentity") }),
      },
      ROLE_KEYS,
    ],
    [
      "the default profile",
      { files: { "~/.aws/credentials": "[default]\naws_access_key_id = A\naws_secret_access_key = B # mine\n" } },
      { accessKeyId: "A", secretAccessKey: "B", sessionToken: undefined },
    ],
    [
      "the profile of AWS_PROFILE, with a role by another profile",
      {
        variables: { AWS_PROFILE: "work" },
        files: {
          ...config(`[profile work]\nrole_arn = ${ROLE}\nsource_profile = base\nregion = eu-west-1\n`),
          "~/.aws/credentials": "[base]\naws_access_key_id = A\naws_secret_access_key = B\n",
        },
        sts: ({ url }) => ({ text: url === "https://sts.eu-west-1.amazonaws.com/" ? assumed("AssumeRole") : "" }),
      },
      ROLE_KEYS,
    ],
    [
      "a container of ECS",
      {
        variables: { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/credentials/x" },
        machine: ({ url }) => ({ text: url === "http://169.254.170.2/v2/credentials/x" ? machineKeys : "" }),
      },
      MACHINE_KEYS,
    ],
    [
      "the identity of a pod on EKS",
      {
        variables: {
          AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://169.254.170.23/v1/credentials",
          AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: "/pod",
        },
        files: { "/pod": "pod-token\n" },
        machine: ({ headers }) => ({ text: headers?.["authorization"] === "pod-token" ? machineKeys : "" }),
      },
      MACHINE_KEYS,
    ],
    [
      "the machine, by version 2 of its metadata",
      {
        machine({ method, url, headers }) {
          if (url === "http://169.254.169.254/latest/api/token") return { text: method === "PUT" ? "v2" : "" };
          if (headers?.["x-aws-ec2-metadata-token"] !== "v2") return { status: 401 };
          return { text: url.endsWith("security-credentials/") ? "the-role\n" : machineKeys };
        },
      },
      MACHINE_KEYS,
    ],
  ];
  test.each(usual)("they come from %s", async (_what, world, keys) => {
    expect((await fetched({}, world)).value).toEqual(keys);
  });
  test("version 1 of a machine's metadata is never asked", async () => {
    const machine: CredentialHandler = ({ method }) => (method === "PUT" ? { status: 403 } : { text: machineKeys });
    await expect(fetched({}, { machine })).rejects.toThrow(
      "there are no keys in the settings, the environment or AWS's files, and the machine's metadata service answers 403",
    );
  });
  test.each<[what: string, access: AwsAccess, world: World, reason: string]>([
    ["a machine that is not on AWS", {}, {}, "169.254.169.254 does not answer"],
    [
      "a machine without a role",
      {},
      { machine: ({ method }) => (method === "PUT" ? { text: "v2" } : { status: 404 }) },
      "the machine has no role",
    ],
    [
      "a switch against the metadata",
      {},
      { variables: { AWS_EC2_METADATA_DISABLED: "true" } },
      "AWS_EC2_METADATA_DISABLED is set",
    ],
    ["a profile that is not there", { profileName: "work" }, {}, "there is no profile work in AWS's files"],
    [
      "profiles in a circle",
      { profileName: "a" },
      {
        files: config(
          `[profile a]\nrole_arn = ${ROLE}\nsource_profile = b\n[profile b]\nrole_arn = ${ROLE}\nsource_profile = a\n`,
        ),
      },
      "name each other in a circle",
    ],
    [
      "a profile of SSO",
      { profileName: "a" },
      { files: config("[profile a]\nsso_session = s\n") },
      "the profile a has sso_session, which the gateway does not follow",
    ],
    ["a token without a role", { webIdentityToken: "/t" }, {}, "aws_web_identity_token needs an aws_role_name"],
    [
      "a file that the environment names and that is not there",
      {},
      { variables: { AWS_CONFIG_FILE: "/etc/aws" } },
      "the file /etc/aws cannot be read (ENOENT)",
    ],
    [
      "an answer that is none",
      {},
      { variables: { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/x" }, machine: () => ({ text: "<html>" }) },
      "the answer has no keys",
    ],
  ])("%s: the reason says so", async (_what, access, world, reason) => {
    await expect(fetched(access, world)).rejects.toThrow(reason);
  });
});

test("a label names the role, the profile or the end of the key, and no secret", () => {
  const labels = [{ ...KEYS, roleName: ROLE }, { profileName: "work" }, KEYS, {}].map((one) => awsSource(one).label);
  expect(labels).toEqual([
    `the role ${ROLE}`,
    "the AWS profile work",
    "the AWS key …AOWN",
    "the AWS credential of this machine",
  ]);
});

test.each<[status: number, headers: object, body: string, hasEnded: boolean]>([
  [403, { "x-amzn-errortype": "ExpiredTokenException:http://internal.amazon.com/" }, "", true],
  [403, {}, '{"message":"The security token included in the request is expired"}', true],
  [400, {}, '{"__type":"ExpiredTokenException"}', true],
  [403, { "x-amzn-errortype": "UnrecognizedClientException" }, '{"message":"The security token is invalid."}', false],
  [200, {}, "ExpiredToken", false],
  [500, { "x-amzn-errortype": "ExpiredTokenException" }, "", false],
])("a refusal by %s %j %s says that the keys have ended: %s", (status, headers, body, hasEnded) => {
  const credential = awsCredential(KEYS, { service: "bedrock", region: "us-east-1" });
  expect(credential.hasEnded(status, { ...headers }, Buffer.from(body))).toBe(hasEnded);
});
