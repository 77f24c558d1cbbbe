import { expect, test } from "vitest";
import { readIntrospection, readUserinfo, type ProviderAnswer } from "./provider-answer";

const bytes = (body: unknown): Uint8Array => Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
const refused: ProviderAnswer = { kind: "refused" };
const active = (claims: Record<string, unknown>): ProviderAnswer => ({ kind: "active", claims });
const unusable = (because: string): ProviderAnswer => ({ kind: "unusable", because });

test.each<[status: number, body: unknown, means: ProviderAnswer]>([
  [200, { active: true, sub: "ann", exp: 9 }, active({ sub: "ann", exp: 9 })],
  [200, { active: false }, refused],
  [200, { active: false, sub: "ann" }, refused],
  [200, { active: "true", sub: "ann" }, unusable('the answer has no "active" that is true or false')],
  [200, { sub: "ann" }, unusable('the answer has no "active" that is true or false')],
  [200, "<html>", unusable("the answer is not a JSON object")],
  [200, '{"active":false,"active":true}', unusable("the answer has the same member twice")],
  [401, { error: "invalid_client" }, unusable('it answers 401 to the client credentials of "introspection"')],
  [404, "", unusable("it answered 404")],
  [500, { active: true }, unusable("it answered 500")],
])("an introspection response with status %i and the body %j means what RFC 7662 says", (status, body, means) => {
  expect(readIntrospection({ status, body: bytes(body) })).toEqual(means);
});

test.each<[status: number, body: unknown, means: ProviderAnswer]>([
  [200, { sub: "ann", email: "a@b.c" }, active({ sub: "ann", email: "a@b.c" })],
  [200, { email: "a@b.c" }, unusable('the answer has no "sub"')],
  [200, "eyJhbGciOiJSUzI1NiJ9.e30.x", unusable("the answer is not a JSON object; signed answers are not read")],
  [401, { error: "invalid_token" }, refused],
  [403, { error: "insufficient_scope" }, refused],
  [400, { error: "invalid_request" }, refused],
  [429, "", unusable("it answered 429")],
  [503, "", unusable("it answered 503")],
])("a userinfo response with status %i and the body %j means what OpenID Connect says", (status, body, means) => {
  expect(readUserinfo({ status, body: bytes(body) })).toEqual(means);
});
