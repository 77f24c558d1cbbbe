import fc from "fast-check";
import { expect, test } from "vitest";
import { at, callerWith, type GeneratedKey as Key, type List, useTwoNodes } from "@/testing/gateway/management-nodes";
import type { Caller } from "@/lib/gateway/request/caller";

const nodes = useTwoNodes();
const maybe = <Value>(...values: readonly Value[]) => fc.constantFrom(undefined, ...values);

async function listed(caller: Caller): Promise<string[]> {
  const { data } = await nodes.node.call<List<Key>>(at("/key/list"), { size: "100" }, caller);
  return data.map(({ token_id }) => token_id).sort();
}

async function isShown(caller: Caller, key: string): Promise<boolean> {
  return nodes.node.call(at("/key/info"), { key }, caller).then(
    () => true,
    () => false,
  );
}

test("a caller's list of keys holds exactly the keys that it may ask for one by one", async () => {
  for (const team_id of ["t1", "t2"]) await nodes.node.call(at("/team/new"), { team_id });
  for (const user_id of ["u1", "u2"]) await nodes.node.call(at("/user/new"), { user_id });
  const keys: string[] = [];
  for (const user_id of [undefined, "u1", "u2"])
    for (const team_id of [undefined, "t1", "t2"])
      keys.push((await nodes.node.call<Key>(at("/key/generate"), { user_id, team_id })).token_id);

  const owners = fc.record({
    userId: maybe("u1", "u2", "u3"),
    teamId: maybe("t1", "t2", "t3"),
    administers: fc.subarray(["t1", "t3"]),
  });
  const token = fc
    .tuple(owners, fc.boolean())
    .map(([principal, admin]) => callerWith({ ...principal, admin }, { kind: "jwt" }));
  const virtualKey = fc
    .tuple(owners, fc.constantFrom(...keys, "key_deleted"))
    .map(([principal, keyId]) => callerWith({ ...principal, keyId }, { kind: "virtual-key" }));
  const masterKey = fc.constant(callerWith({ admin: true }, { kind: "master-key" }));
  await fc.assert(
    fc.asyncProperty(fc.oneof(token, virtualKey, masterKey), async (caller) => {
      const shown: string[] = [];
      for (const key of keys) if (await isShown(caller, key)) shown.push(key);
      const list = await listed(caller).catch((error: unknown) => {
        // Only a caller who can own no key is refused the list.
        expect(error).toMatchObject({ code: "route_not_allowed" });
        return [];
      });
      expect(list).toEqual(shown.sort());
    }),
    { numRuns: 30 },
  );
});

test("a virtual key reaches neither the other keys of its team nor those of its user", async () => {
  await nodes.node.call(at("/team/new"), { team_id: "t1" });
  await nodes.node.call(at("/user/new"), { user_id: "u1" });
  const owners = { team_id: "t1", user_id: "u1" };
  const own = await nodes.node.call<Key>(at("/key/generate"), owners);
  const other = await nodes.node.call<Key>(at("/key/generate"), owners);
  const holder = callerWith({ keyId: own.token_id, teamId: "t1", userId: "u1" }, { kind: "virtual-key" });
  expect(await listed(holder)).toEqual([own.token_id]);
  expect((await nodes.node.refusal(at("/key/info"), { key: other.token_id }, holder)).code).toBe("route_not_allowed");
});
