import { encode } from "next-auth/jwt";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { rotateCommand } from "@/lib/server/commands/rotate-cli";
import { masterKeyFingerprint } from "@/lib/server/console/session";
import { openDatabase } from "@/lib/store/database";
import { sessionId } from "@/lib/store/sessions/console-sessions";
import { startAlertReceiver, type AlertReceiver } from "@/testing/alerts/alert-receiver";
import { findFreePort } from "@/testing/database/free-port";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { CallTraffic, seededRandom } from "@/testing/gateway/call-traffic";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

const webhookSecret = (filling: number): string => `whsec_${Buffer.alloc(32, filling).toString("base64")}`;
const OLD = {
  master: "sk-old-master-key",
  encryption: "the-old-encryption-key-of-two-nodes",
  session: "old-session",
  webhook: webhookSecret(1),
};
const NEW = {
  master: "sk-new-master-key",
  encryption: "the-new-encryption-key-of-two-nodes",
  session: "new-session",
  webhook: webhookSecret(2),
};
type Secrets = typeof OLD;

let database: TestDatabase;
let upstream: LocalUpstream;
let receiver: AlertReceiver;
const ports: number[] = [];
const gateways: GatewayProcess[] = [];
/** The nodes that get calls. The callers themselves balance between them. */
const serving = new Set<number>();

beforeAll(async () => {
  [database, upstream, receiver] = await Promise.all([startTestDatabase(), startUpstream(), startAlertReceiver()]);
  for (let at = 0; at < 2; at++) {
    ports.push(await findFreePort());
    await start(at, OLD, undefined);
  }
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await receiver?.stop();
  await upstream?.stop();
  await database?.stop();
});

function variables(current: Secrets, previous: Secrets | undefined): Record<string, string> {
  return {
    GATEWAY_MASTER_KEY: current.master,
    GATEWAY_ENCRYPTION_KEY: current.encryption,
    NEXTAUTH_SECRET: current.session,
    WEBHOOK_SECRET: current.webhook,
    ...(previous && {
      GATEWAY_MASTER_KEY_PREVIOUS: previous.master,
      GATEWAY_ENCRYPTION_KEY_PREVIOUS: previous.encryption,
      NEXTAUTH_SECRET_PREVIOUS: previous.session,
      WEBHOOK_SECRET_PREVIOUS: previous.webhook,
    }),
  };
}

async function start(at: number, current: Secrets, previous: Secrets | undefined): Promise<void> {
  gateways[at] = await startGateway({
    port: ports[at],
    environment: {
      DATABASE_URL: database.url,
      GATEWAY_CONSOLE: "off",
      SHUTDOWN_DELAY_SECONDS: "1",
      WEBHOOK_URL: receiver.url,
      ...variables(current, previous),
    },
    config: { general_settings: { alerting: ["webhook"], alert_types: ["journal"] } },
    // Calls are booked while a node stops, so the totals are audited when nobody calls any more.
    audit: false,
  });
  serving.add(at);
}

/** One step: each node is restarted with these secrets, while the other one serves. */
async function restartAll(current: Secrets, previous: Secrets | undefined): Promise<void> {
  for (const at of [0, 1]) {
    serving.delete(at);
    expect(await gateways[at]?.stop()).toBe(0);
    await start(at, current, previous);
  }
}

function traffic(key: string): CallTraffic {
  const urls = (): string[] => [...serving].map((at) => `http://127.0.0.1:${ports[at]}`);
  return new CallTraffic({ urls, key, callers: 6, random: seededRandom(16) });
}

async function grown(calls: CallTraffic): Promise<void> {
  const goal = calls.completed + 50;
  await expect.poll(() => calls.completed).toBeGreaterThan(goal);
}

/** The status, at every node, for a console session whose cookie was encrypted with `written`. */
async function askAsSession(secret: string, written: string): Promise<number[]> {
  const cookie = `next-auth.session-token=${await encode({ token: { session: { secret } }, secret: written })}`;
  const answers = gateways.map(async ({ url }) => (await fetch(`${url}/team/list`, { headers: { cookie } })).status);
  return Promise.all(answers);
}

/** A session of the master key, as the console's sign-in begins one. */
async function beginSession(secret: string, key: string): Promise<void> {
  const opened = openDatabase(database.url);
  const at = new Date();
  await opened.prisma.consoleSession.create({
    data: {
      id: sessionId(secret),
      kind: "master-key",
      name: "Master key",
      fingerprint: masterKeyFingerprint(key),
      createdAt: at,
      lastSeenAt: at,
      refreshedAt: at,
      expiresAt: new Date(at.getTime() + 3_600_000),
    },
  });
  await opened.close();
}

/** For each node, whether a receiver that holds this secret accepts its posts. */
async function isAccepted(secret: string, masterKey: string): Promise<boolean[]> {
  const webhook = new Webhook(secret);
  const accepted: boolean[] = [];
  for (const { url } of gateways) {
    const from = receiver.received.length;
    const headers = { authorization: `Bearer ${masterKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ channel: "webhook" });
    expect((await fetch(`${url}/alerting/test`, { method: "POST", headers, body })).status).toBe(200);
    const post = receiver.received[from];
    if (!post) throw new Error("No post has arrived");
    try {
      webhook.verify(post.text, post.headers);
      accepted.push(true);
    } catch {
      accepted.push(false);
    }
  }
  return accepted;
}

test(
  "two nodes change master key, encryption key, session and webhook secret in four steps under load, and no call fails",
  { timeout: 480_000 },
  async () => {
    await beginSession("an old session", OLD.master);
    await beginSession("a new session", NEW.master);
    const made = await fetch(`${gateways[0]?.url}/model/new`, {
      method: "POST",
      headers: { authorization: `Bearer ${OLD.master}`, "content-type": "application/json" },
      body: JSON.stringify({
        model_name: "local/*",
        gateway_params: { model: "openai/*", api_base: upstream.apiBase, api_key: "sk-sealed-in-the-database" },
      }),
    });
    expect(made.status).toBe(200);

    const before = traffic(OLD.master);
    await grown(before);
    await restartAll(OLD, NEW);
    expect(await isAccepted(OLD.webhook, OLD.master)).toEqual([true, true]);
    const after = traffic(NEW.master);
    expect(await askAsSession("an old session", NEW.session)).toEqual([200, 200]);
    await grown(before);

    expect(await isAccepted(NEW.webhook, OLD.master)).toEqual([true, true]);
    await restartAll(NEW, OLD);
    expect(await isAccepted(OLD.webhook, NEW.master)).toEqual([true, true]);
    expect(await askAsSession("an old session", OLD.session)).toEqual([200, 200]);
    await Promise.all([grown(before), grown(after)]);

    const rotated = await rotateCommand(
      {
        databaseUrl: database.url,
        dataDirectory: "/nowhere",
        encryptionKey: NEW.encryption,
        previousEncryptionKeys: [OLD.encryption],
      },
      { isDry: false, isLossAccepted: false },
      () => {},
    );
    expect(rotated).toMatchObject({ exitCode: 0 });
    expect(rotated.output).toContain("keys of model entries: 1 encrypted with the current key");
    await before.stop();

    await restartAll(NEW, undefined);
    expect(await isAccepted(NEW.webhook, NEW.master)).toEqual([true, true]);
    expect(await isAccepted(OLD.webhook, NEW.master)).toEqual([false, false]);
    await grown(after);
    await after.stop();
    expect(await askAsSession("a new session", NEW.session)).toEqual([200, 200]);
    expect(await askAsSession("a new session", OLD.session)).toEqual([401, 401]);
    expect(await askAsSession("an old session", NEW.session)).toEqual([401, 401]);

    const failed = [...before.calls, ...after.calls].filter(
      ({ kind, seen, status }) => seen !== "complete" && (kind !== "cancelled" || (status ?? 0) !== 200),
    );
    expect(failed).toEqual([]);
    for (const { url } of gateways) {
      const readiness: unknown = await (await fetch(`${url}/health/readiness`)).json();
      expect(readiness).toMatchObject({ status: "ready", encryption: "ok", models: "ok", warnings: [] });
    }
  },
);
