import { expect, test } from "vitest";
import { attemptAttributes, attemptName } from "./attempt-attributes";
import { callerAttributes, requestAttributes } from "./request-attributes";

const SECRETS = [
  "sk-planted-0123456789abcdef",
  `eyJhbGciOiJSUzI1NiJ9.${"a".repeat(400)}.c2ln`,
  "bearer planted-secret",
  "https://upstream.test/v1?alt=sse&key=planted-secret",
  "https://upstream.test/v1?api_key=planted-secret&x=1",
  "https://user:planted-secret@upstream.test/v1",
];

test.each(SECRETS)("a span shows no secret that a caller puts where an id or a name belongs: %s", (secret) => {
  const request = { method: "GET", path: `/v1/models/${secret}`, headers: { "x-gateway-session-id": secret } };
  const deployment = {
    id: secret,
    provider: secret,
    model: secret,
    origin: "https://user:planted-secret@upstream.test",
  };
  const spans = JSON.stringify([
    requestAttributes(request, "/models/{model}"),
    callerAttributes({ userId: secret, teamId: secret }),
    attemptName("/chat/completions", deployment),
    attemptAttributes("/chat/completions", deployment, 1),
  ]);
  expect(spans).toContain("[redacted]");
  for (const part of ["planted", "aaaaaaaa", "eyJ"]) expect(spans).not.toContain(part);
});

test("a secret behind a long text is not cut to a piece that looks harmless", () => {
  const { "session.id": session } = requestAttributes(
    { method: "GET", path: "/", headers: { "x-gateway-session-id": `${"x".repeat(250)} sk-planted-0123` } },
    undefined,
  );
  expect(session).toBe(`${"x".repeat(250)} [reda`);
});
