import { createHash, createHmac, generateKeyPairSync } from "node:crypto";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import {
  CREDENTIAL_NOW,
  credentialWorld,
  type CredentialHandler,
  type CredentialWorld,
} from "@/testing/credentials/credential-world";
import { CredentialError, type CredentialAnswer, type CredentialRequest } from "../source";
import { googleTokens } from "./source";

const SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = (type: "pkcs8" | "pkcs1"): string => privateKey.export({ type, format: "pem" }).toString();

const SERVICE_ACCOUNT = {
  type: "service_account",
  project_id: "p",
  client_email: "models@p.iam.gserviceaccount.com",
  private_key: pem("pkcs8"),
  private_key_id: "k1",
  token_uri: "https://token.example/token",
};
const USER = { type: "authorized_user", client_id: "c", client_secret: "s", refresh_token: "r" };
const FEDERATED = {
  type: "external_account",
  audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/a/providers/b",
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  token_url: "https://sts.googleapis.com/v1/token",
  credential_source: { file: "/var/token" },
};
const IMPERSONATION = "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/x:generateAccessToken";

const granted: CredentialHandler = () => ({ text: JSON.stringify({ access_token: "ya29.t", expires_in: 3599 }) });

/** Fetches a token in a world of these variables, files and services. */
async function fetched(credentials: object | string | undefined, world: CredentialWorld = {}) {
  const { ports, asked } = credentialWorld({ ask: granted, ...world });
  const text = typeof credentials === "object" ? JSON.stringify(credentials) : credentials;
  return { ...(await googleTokens(text).fetch(ports, new AbortController().signal)), asked };
}
const formOf = ({ body }: CredentialRequest | undefined = { method: "GET", url: "" }) =>
  Object.fromEntries(new URLSearchParams(body));

describe("a service account", () => {
  test.each(["pkcs8", "pkcs1"] as const)("signs for a token at its own token_uri, by a key in %s", async (type) => {
    const { value, endsAt, asked } = await fetched({ ...SERVICE_ACCOUNT, private_key: pem(type) });
    expect({ value, endsAt }).toEqual({ value: "ya29.t", endsAt: CREDENTIAL_NOW + 3_599_000 });
    expect(asked.map(({ url }) => url)).toEqual(["https://token.example/token"]);
    const { assertion = "", ...form } = formOf(asked[0]);
    expect(form).toEqual({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer" });
    const { payload } = await jwtVerify(assertion, publicKey, {
      currentDate: new Date(CREDENTIAL_NOW),
      algorithms: ["RS256"],
    });
    expect(payload).toEqual({
      scope: SCOPE,
      iss: SERVICE_ACCOUNT.client_email,
      aud: SERVICE_ACCOUNT.token_uri,
      iat: CREDENTIAL_NOW / 1000,
      exp: CREDENTIAL_NOW / 1000 + 3600,
    });
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: "RS256", typ: "JWT", kid: "k1" });
  });

  test("may stand in a file, which the setting or the environment names", async () => {
    const files = { "/etc/sa.json": JSON.stringify(SERVICE_ACCOUNT) };
    expect((await fetched("/etc/sa.json", { files })).value).toBe("ya29.t");
    const variables = { GOOGLE_APPLICATION_CREDENTIALS: "/etc/sa.json" };
    expect((await fetched(undefined, { files, variables })).value).toBe("ya29.t");
  });

  test("that another one stands for", async () => {
    const ask: CredentialHandler = ({ url }) =>
      url === IMPERSONATION
        ? { text: JSON.stringify({ accessToken: "ya29.other", expireTime: "2026-01-01T00:30:00.123456Z" }) }
        : granted({ method: "GET", url });
    const { value, endsAt, asked } = await fetched(
      {
        type: "impersonated_service_account",
        service_account_impersonation_url: IMPERSONATION,
        delegates: ["d"],
        source_credentials: USER,
      },
      { ask },
    );
    expect({ value, endsAt }).toEqual({ value: "ya29.other", endsAt: Date.UTC(2026, 0, 1, 0, 30, 0, 123) });
    expect(asked[1]?.headers).toMatchObject({ authorization: "Bearer ya29.t" });
    expect(JSON.parse(asked[1]?.body ?? "")).toEqual({ scope: [SCOPE], lifetime: "3600s", delegates: ["d"] });
  });
});

test("a person's login is refreshed at Google's own address", async () => {
  const { asked } = await fetched(USER);
  expect(asked[0]?.url).toBe("https://oauth2.googleapis.com/token");
  expect(formOf(asked[0])).toEqual({
    grant_type: "refresh_token",
    client_id: "c",
    client_secret: "s",
    refresh_token: "r",
  });
});

describe("workload identity federation", () => {
  test("exchanges the token in a file, which is read each time", async () => {
    const { asked } = await fetched(FEDERATED, { files: { "/var/token": "eyJ.a.b\n" } });
    expect(formOf(asked[0])).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      audience: FEDERATED.audience,
      scope: SCOPE,
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
      subject_token: "eyJ.a.b",
      subject_token_type: FEDERATED.subject_token_type,
    });
  });

  test("asks an address for the token, and may stand for a service account", async () => {
    const ask: CredentialHandler = ({ url, headers }) => {
      if (url === "https://idp.example/token") return { text: JSON.stringify({ idToken: `for ${headers?.["x-a"]}` }) };
      if (url !== IMPERSONATION) return granted({ method: "GET", url });
      return { text: JSON.stringify({ accessToken: "ya29.other", expireTime: "2026-01-01T01:00:00Z" }) };
    };
    const source = {
      url: "https://idp.example/token",
      headers: { "x-a": "me" },
      format: { type: "json", subject_token_field_name: "idToken" },
    };
    const { value, asked } = await fetched(
      { ...FEDERATED, credential_source: source, service_account_impersonation_url: IMPERSONATION },
      { ask },
    );
    expect(value).toBe("ya29.other");
    expect(formOf(asked[1])).toMatchObject({ subject_token: "for me" });
  });
});

describe("federation from AWS", () => {
  const variables = {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "AKIA",
    AWS_SECRET_ACCESS_KEY: "s3cret",
    AWS_SESSION_TOKEN: "st",
  };
  const credential_source = { environment_id: "aws1", region_url: "http://169.254.169.254/latest" };

  test("a request to AWS is signed for Google to send", async () => {
    const { asked } = await fetched({ ...FEDERATED, credential_source }, { variables });
    expect(asked).toHaveLength(1);
    const { subject_token = "" } = formOf(asked[0]);
    const { url, method, headers } = JSON.parse(decodeURIComponent(subject_token)) as {
      url: string;
      method: string;
      headers: { key: string; value: string }[];
    };
    expect([url, method]).toEqual([
      "https://sts.eu-west-1.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15",
      "POST",
    ]);
    const { Authorization: authorization = "", ...signed } = Object.fromEntries(
      headers.map(({ key, value }) => [key, value]),
    );
    expect(signed).toEqual({
      host: "sts.eu-west-1.amazonaws.com",
      "x-amz-date": "20260101T000000Z",
      "x-amz-security-token": "st",
      "x-goog-cloud-target-resource": FEDERATED.audience,
    });
    const names = Object.keys(signed).sort();
    const canonical = [
      "POST",
      "/",
      "Action=GetCallerIdentity&Version=2011-06-15",
      ...names.map((name) => `${name}:${signed[name]}`),
      "",
      names.join(";"),
      sha256(""),
    ].join("\n");
    const scope = "20260101/eu-west-1/sts/aws4_request";
    const text = ["AWS4-HMAC-SHA256", "20260101T000000Z", scope, sha256(canonical)].join("\n");
    const key = scope.split("/").reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from("AWS4s3cret"));
    expect(authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIA/${scope}, SignedHeaders=${names.join(";")}, Signature=${hmac(key, text).toString("hex")}`,
    );
  });

  test("it is signed for AWS's own service alone", async () => {
    const elsewhere = { ...credential_source, regional_cred_verification_url: "https://sts.example/?region={region}" };
    await expect(fetched({ ...FEDERATED, credential_source: elsewhere }, { variables })).rejects.toThrow(
      "regional_cred_verification_url must be an address of AWS's token service",
    );
  });
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

describe("the machine's service account", () => {
  const metadata = { headers: { "metadata-flavor": "Google" }, ...granted({ method: "GET", url: "" }) };
  test("is used where nothing else is named", async () => {
    const { value, asked } = await fetched(undefined, { machine: () => metadata });
    expect(value).toBe("ya29.t");
    expect(asked[0]).toMatchObject({ method: "GET", headers: { "metadata-flavor": "Google" } });
    expect(asked[0]?.url).toMatch(
      /^http:\/\/metadata\.google\.internal\/computeMetadata\/v1\/instance\/service-accounts\/default\/token\?scopes=/,
    );
  });

  test("is taken from Google's server alone", async () => {
    await expect(fetched(undefined, { machine: () => ({ ...metadata, headers: {} }) })).rejects.toThrow(
      "metadata.google.internal is not Google's metadata server",
    );
    await expect(fetched(undefined)).rejects.toThrow("metadata.google.internal does not answer");
  });
});

describe("what cannot be used says where and why, and repeats no secret", () => {
  test.each<readonly [string | object, string]>([
    ["{", "vertex_credentials is not JSON"],
    [{}, "type of vertex_credentials must be service_account, authorized_user"],
    [{ type: "gdch_service_account" }, "type of vertex_credentials must be service_account"],
    [{ ...SERVICE_ACCOUNT, client_email: undefined }, "client_email of vertex_credentials is missing"],
    [
      { ...SERVICE_ACCOUNT, private_key: "s3cret" },
      "private_key of models@p.iam.gserviceaccount.com is not an RSA key in PEM",
    ],
    [
      { ...SERVICE_ACCOUNT, token_uri: "http://token.example" },
      "token_uri of vertex_credentials must be an https: address",
    ],
    [
      { ...FEDERATED, credential_source: { executable: {} } },
      "credential_source of vertex_credentials must name a file, a url or aws1",
    ],
    [{ ...FEDERATED, credential_source: { environment_id: "aws1" } }, "the region of AWS is not known: set AWS_REGION"],
    [{ ...FEDERATED, credential_source: { environment_id: "azure1" } }, "must name a file, a url or aws1"],
    [FEDERATED, "the file /var/token cannot be read (ENOENT)"],
    ["/etc/none.json", "the file /etc/none.json cannot be read (ENOENT)"],
  ])("%j: %s", async (credentials, message) => {
    const failure: unknown = await fetched(credentials).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CredentialError);
    expect(String(failure)).toContain(message);
    expect(String(failure)).not.toContain("s3cret");
  });

  test.each<readonly [Partial<CredentialAnswer>, string]>([
    [
      { status: 400, text: '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}' },
      "token.example answers 400: invalid_grant: Invalid JWT Signature.",
    ],
    [
      { status: 403, text: '{"error":{"code":403,"status":"PERMISSION_DENIED","message":"No."}}' },
      "token.example answers 403: PERMISSION_DENIED: No.",
    ],
    [{ status: 500, text: "<html>" }, "token.example answers 500"],
    [{ text: '{"id_token":"x"}' }, "token.example answers without a token"],
  ])("an answer %j", async (answer, message) => {
    await expect(fetched(SERVICE_ACCOUNT, { ask: () => answer })).rejects.toThrow(new CredentialError(message));
  });

  test("a source's name shows no secret, and equal settings have one key", () => {
    const inline = googleTokens(JSON.stringify(SERVICE_ACCOUNT));
    expect([inline.label, googleTokens("/etc/sa.json").label, googleTokens(undefined).label]).toEqual([
      "vertex_credentials",
      "Google's credentials in /etc/sa.json",
      "Google's application default credentials",
    ]);
    expect(inline.key).toBe(googleTokens(JSON.stringify(SERVICE_ACCOUNT)).key);
    expect(inline.key).not.toBe(googleTokens(undefined).key);
  });
});
