import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { VerifiedToken } from "@/lib/auth/decision";
import type { Composition } from "@/lib/server/compose";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";
import { answersForConsole } from "./answers";

const ISSUER = "https://idp.example.com";
let server: TestDatabase;
let node: Pick<Composition, "services" | "sessions" | "close">;
let now: number;
beforeAll(async () => {
  server = await startTestDatabase();
  now = Date.now();
  node = await composeTestServices(
    {
      databaseUrl: server.url,
      config: {
        general_settings: { enable_jwt_auth: true },
        gateway_jwtauth: {
          user_id_jwt_field: "sub",
          user_email_jwt_field: "email",
          user_allowed_email_domain: "example.com",
        },
      },
      variables: { JWT_PUBLIC_KEY_URL: "https://idp.example.com/keys" },
    },
    { now: () => now },
  );
});
beforeEach(async () => {
  await node.services.database.prisma.accessRequest.deleteMany();
  await node.services.database.prisma.auditEvent.deleteMany();
});
afterAll(async () => {
  await node.close();
  await server.stop();
});

/** A session of somebody with these claims. */
function session(claims: object): VerifiedToken {
  return { kind: "jwt", via: "session", claims: { iss: ISSUER, ...claims }, issuer: ISSUER };
}
const stranger = session({ sub: "mallory", email: "mallory@elsewhere.test" });
const ask = (token: VerifiedToken, note: string | null = null) =>
  answersForConsole(node.services, node.sessions, "a secret of the console").requestAccess(token, note);

test("a stranger's request stands among the refusals, with their note, and in the audit log", async () => {
  const { database, refusals } = node.services;
  expect(await ask(stranger, "for the search")).toEqual({
    state: "requested",
    requested_at: new Date(now).toISOString(),
  });
  const [request] = await database.prisma.accessRequest.findMany();
  expect(request).toMatchObject({ note: "for the search", code: "email_domain_not_allowed" });
  expect(await refusals.find(request?.decisionId ?? "")).toMatchObject({
    code: "email_domain_not_allowed",
    identity: { subject: "mallory" },
  });
  expect(await database.prisma.auditEvent.findMany()).toMatchObject([{ actor: expect.stringContaining("mallory") }]);
});

test("who asks again is told when they asked first, and stands there once", async () => {
  const { prisma } = node.services.database;
  const first = await ask(stranger);
  now += 60_000;
  expect(await ask(stranger, "please")).toEqual({ ...first, state: "already_requested" });
  expect(await prisma.accessRequest.count()).toBe(1);
  expect(await prisma.auditEvent.count()).toBe(1);
});

test.each<[what: string, token: VerifiedToken, why: string]>([
  ["who may use the gateway", session({ sub: "ada", email: "ada@example.com", email_verified: true }), "already"],
  ["whose account names nobody", session({ sub: { id: 1 }, email: "nobody@elsewhere.test" }), "names nobody"],
])("nobody %s can ask for access", async (_, token, why) => {
  await expect(ask(token)).rejects.toMatchObject({ code: "invalid_request", message: expect.stringContaining(why) });
  expect(await node.services.database.prisma.accessRequest.count()).toBe(0);
});

test("no further stranger can ask once a thousand requests are open", async () => {
  const { prisma } = node.services.database;
  const open = { code: "c", kind: "user", route: "/r", model: "m", decisionId: "d", actor: "a", at: new Date(now) };
  await prisma.accessRequest.createMany({
    data: Array.from({ length: 1_000 }, (_, at) => ({ ...open, principal: `p${at}`, person: `p${at}` })),
  });
  await expect(ask(stranger)).rejects.toMatchObject({ message: expect.stringContaining("too many open requests") });
  expect(await prisma.accessRequest.count()).toBe(1_000);
});
