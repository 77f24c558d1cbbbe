import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "@/lib/gateway/services";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { askOperation } from "@/testing/gateway/ask-operation";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";

const ISSUER = "https://login.example";
const config = {
  general_settings: {
    enable_jwt_auth: true,
    gateway_jwtauth: {
      roles_jwt_field: "realm_access.roles",
      role_mappings: [{ role: "developer", internal_role: "internal_user" }],
      issuers: [
        {
          issuer: ISSUER,
          jwks_url: `${ISSUER}/keys`,
          audience: "gateway",
          id_prefix: "acme:",
          team_ids_jwt_field: "groups",
        },
      ],
    },
  },
  environment_variables: { JWT_PUBLIC_KEY_URL: "https://main.example/keys", JWT_AUDIENCE: "gateway" },
};

let server: TestDatabase;
let url: string;
beforeAll(async () => {
  server = await startTestDatabase();
  url = await server.createDatabase();
});
afterAll(() => server.stop());

async function onNode(work: (services: Services) => Promise<void>, now = Date.now): Promise<void> {
  const { services, close } = await composeTestServices({ databaseUrl: url, config }, { now });
  await work(services);
  await close();
}

const catalogue = async (services: Services) => (await askOperation(services, decisionContracts.claims)).body;

test("the catalogue outlives its process, and shows values only while they name something that exists", async () => {
  await onNode(async (services) => {
    await services.database.prisma.team.create({ data: { id: "acme:ml" } });
    await services.database.prisma.user.create({ data: { id: "alice" } });
    const { jwtAuth } = services.settings.current();
    const claims = {
      sub: "alice",
      groups: ["/teams/ml", "secret-group"],
      realm_access: { roles: ["developer", "other"] },
    };
    services.claimCatalogue.add({ claims, issuer: ISSUER }, jwtAuth);
    services.claimCatalogue.add({ claims: { ...claims, azp: "\0strange" }, issuer: undefined }, jwtAuth);
  });
  await onNode(async (services) => {
    const { issuers } = await catalogue(services);
    const own = issuers.find(({ issuer }) => issuer === ISSUER);
    expect(own?.claims).toEqual([
      // "alice" is not an id of this issuer: its ids have a prefix.
      { path: "sub", tokens: 1, types: ["string"], shapes: ["string(5)"], ids: [], read_by: [] },
      {
        path: "groups",
        tokens: 1,
        types: ["list"],
        shapes: ["list of string"],
        read_by: ["team_ids_jwt_field"],
        ids: [{ kind: "team", id: "acme:ml" }],
      },
      { path: "realm_access", tokens: 1, types: ["object"], shapes: ["object"], ids: [], read_by: [] },
      {
        path: "realm_access.roles",
        tokens: 1,
        types: ["list"],
        shapes: ["list of string"],
        ids: [{ kind: "role", id: "developer" }],
        read_by: ["roles_jwt_field"],
      },
    ]);
    const rest = issuers.find(({ issuer }) => issuer === null);
    expect(rest?.claims[0]).toMatchObject({ path: "sub", ids: [{ kind: "user", id: "alice" }] });
    const { rows } = await services.database.pool.query("SELECT sightings FROM claim_sightings");
    expect(JSON.stringify(rows)).not.toMatch(/secret-group|strange|other/);

    await services.database.prisma.user.delete({ where: { id: "alice" } });
    expect(JSON.stringify(await catalogue(services))).not.toContain("alice");
  });
  const tomorrow = (): number => Date.now() + 25 * 3_600_000;
  await onNode(async (services) => expect((await catalogue(services)).issuers).toEqual([]), tomorrow);
});

test("what two processes have seen adds up, and a process that writes twice counts once", async () => {
  const token = { claims: { uid: "u" }, issuer: ISSUER };
  await onNode(async (first) =>
    onNode(async (second) => {
      for (const services of [first, second, first]) {
        services.claimCatalogue.add(token, services.settings.current().jwtAuth);
        await catalogue(services);
      }
      const { issuers } = await catalogue(second);
      const own = issuers.find(({ issuer }) => issuer === ISSUER);
      expect(own?.claims.find(({ path }) => path === "uid")?.tokens).toBe(3);
    }),
  );
});

test("a node whose clock is days ahead deletes nothing that other nodes have seen today, and what is old goes", async () => {
  const hours = async (services: Services): Promise<number> =>
    (await services.database.pool.query("SELECT FROM claim_sightings")).rows.length;
  await onNode(async (services) => {
    services.claimCatalogue.add({ claims: { sub: "bob" }, issuer: undefined }, services.settings.current().jwtAuth);
  });
  await onNode(
    async (services) => {
      const before = await hours(services);
      expect(before).toBeGreaterThan(0);
      await services.claimCatalogue.prune();
      expect(await hours(services)).toBe(before);
      await services.database.pool.query("UPDATE claim_sightings SET hour = hour - interval '2 days'");
      await services.claimCatalogue.prune();
      expect(await hours(services)).toBe(0);
    },
    () => Date.now() + 3 * 86_400_000,
  );
});
