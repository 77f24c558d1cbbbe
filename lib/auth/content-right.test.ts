import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { contentRight } from "./content-right";

type Identity = Parameters<typeof contentRight>[0]["identity"];

const ISSUER = "https://id.example.com";
const TOKEN: Identity = { kind: "jwt", via: "bearer", issuer: ISSUER, key: undefined, scopes: [], roles: [] };
const NAMED = { content_viewer_jwt_scope: "content", content_viewer_jwt_role: "content_viewer" };

test.each<[string, Partial<Identity>, object, string | undefined]>([
  ["the scope lets look", { scopes: ["content"] }, NAMED, 'the scope "content"'],
  ["the role lets look", { roles: ["content_viewer"] }, NAMED, 'the role "content_viewer"'],
  [
    "the same in a session of the console",
    { via: "session", roles: ["content_viewer"] },
    NAMED,
    'the role "content_viewer"',
  ],
  ["the scope of administrators does not", { scopes: ["gateway_proxy_admin"] }, NAMED, undefined],
  ["no scope does unless it is named", { scopes: ["content", "content_viewer"] }, {}, undefined],
  ["the master key does not", { kind: "master-key", issuer: undefined, scopes: ["content"] }, NAMED, undefined],
  ["no virtual key does", { kind: "virtual-key", issuer: undefined, scopes: ["content"] }, NAMED, undefined],
  [
    "nor a token of an issuer that makes no administrators",
    { scopes: ["content"] },
    { ...NAMED, issuers: [{ issuer: ISSUER, allow_admin: false }] },
    undefined,
  ],
  [
    "an issuer's own scope counts in its tokens",
    { scopes: ["theirs"] },
    { ...NAMED, issuers: [{ issuer: ISSUER, allow_admin: true, content_viewer_jwt_scope: "theirs" }] },
    'the scope "theirs"',
  ],
])("%s", (_, identity, settings, right) => {
  expect(contentRight({ identity: { ...TOKEN, ...identity }, settings: { jwtAuth: jwtAuth.parse(settings) } })).toBe(
    right,
  );
});
