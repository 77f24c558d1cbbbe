import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { CountedRefusals, RefusalGroup } from "@/lib/refusal";
import { writeRefusalCounts } from "@/lib/store/record/refusal-groups";
import { refusalContracts } from "@/lib/wire/contracts/refusals";
import { startTestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway } from "@/testing/gateway/in-process-gateway";

const HOUR = 3_600_000;

const groupOf = ({ code, kind, principal, route, model }: RefusalGroup) => ({ code, kind, principal, route, model });

/** One refusal of a team, some hours ago. */
function refused(hoursAgo: number, model: string): CountedRefusals {
  const at = Date.now() - hoursAgo * HOUR;
  const group = { code: "team_blocked", kind: "team", principal: "t", route: "/chat/completions", model } as const;
  return { ...group, hour: Math.floor(at / HOUR) * HOUR, count: 1, firstAt: at, lastAt: at, examples: ["dec_1"] };
}

test("what waits is what the list calls open, of seven days and up to a thousand groups, with who asks for access", async () => {
  const database = await startTestDatabase();
  onTestFinished(() => database.stop());
  const gateway = await startInProcessGateway(database.url, { config: {} });
  onTestFinished(() => gateway.stop());
  const send = async (path: string, body?: object, key = gateway.masterKey) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return gateway.send(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  };
  const waiting = async () =>
    refusalContracts.waiting.output.parse(await (await send("/auth/refusals/waiting")).json());
  const list = async () => refusalContracts.list.output.parse(await (await send("/auth/refusals")).json());
  expect(await waiting()).toEqual({ groups: 0, requested: [] });

  await send("/team/new", { team_id: "t", models: ["house"] });
  const { key } = z.object({ key: z.string() }).parse(await (await send("/key/generate", { team_id: "t" })).json());
  const call = await send("/v1/chat/completions", { model: "other", messages: [] }, key);
  const asked = { decision_id: call.headers.get("x-gateway-decision-id"), note: "please" };
  await expect.poll(async () => (await send("/auth/access_requests", asked, key)).status).toBe(200);
  await expect.poll(async () => (await list()).refusals).toBe(1);
  await writeRefusalCounts(gateway.services.database, [
    ...[0, 4, 5, 6, 167].map((hours) => refused(hours, `${hours} hours ago`)),
    refused(100, "0 hours ago"),
    refused(168, "too old"),
    refused(2, "dismissed"),
    refused(3, "snoozed"),
  ]);
  await send("/auth/refusals/dismiss", groupOf(refused(2, "dismissed")));
  await send("/auth/refusals/snooze", { ...groupOf(refused(3, "snoozed")), hours: 1 });
  const {
    total,
    data: [first],
  } = await list();
  if (!first) throw new Error("nothing is listed");
  expect(total).toBe(6);
  expect(await waiting()).toEqual({ groups: 6, requested: [{ ...groupOf(first), requests: first.requests }] });
  // A snooze hides its requests too.
  await send("/auth/refusals/snooze", { ...groupOf(first), hours: 1 });
  expect(await waiting()).toEqual({ groups: 5, requested: [] });

  const many = (hoursAgo: number) => Array.from({ length: 600 }, (_, n) => refused(hoursAgo, `m${hoursAgo} ${n}`));
  await writeRefusalCounts(gateway.services.database, many(9));
  expect((await waiting()).groups).toBe(605);
  await writeRefusalCounts(gateway.services.database, many(1));
  expect((await list()).total).toBe(1_205);
  expect((await waiting()).groups).toBe(1_000);
});
