import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { findFreePort } from "./free-port";
import { type RedisServer, startRedis } from "./redis-server";

/** Several servers of Redis that one address stands for. */
export interface RedisGroup {
  readonly address: string;
  readonly servers: readonly RedisServer[];
  stop(): Promise<void>;
}

const SLOTS = 16_384;
const NODES = 3;
/** After this many milliseconds without an answer a server counts as dead. */
const DEAD_AFTER_MS = 500;
const READY_WITHIN_MS = 30_000;

/** Three nodes of a cluster, which have a third of the keys each. */
export async function startRedisCluster(program: string): Promise<RedisGroup> {
  const folder = mkdtempSync(join(tmpdir(), "redis-cluster-"));
  const buses = await Promise.all(Array.from({ length: NODES }, () => findFreePort()));
  const servers: RedisServer[] = [];
  for (const bus of buses)
    servers.push(
      await startRedis(program, [
        "--dir",
        folder,
        "--cluster-enabled",
        "yes",
        "--cluster-config-file",
        `${bus}.conf`,
        "--cluster-port",
        String(bus),
        "--cluster-node-timeout",
        String(DEAD_AFTER_MS),
      ]),
    );
  const clients = servers.map(({ url }) => new Redis(url));
  for (const [index, client] of clients.entries()) {
    const [first, last] = [Math.ceil((SLOTS / NODES) * index), Math.ceil((SLOTS / NODES) * (index + 1)) - 1];
    await client.call("CLUSTER", "ADDSLOTSRANGE", first, last);
    for (const [other, { port }] of servers.entries())
      if (other !== index) await client.call("CLUSTER", "MEET", "127.0.0.1", port, buses[other] ?? 0);
  }
  for (const client of clients)
    await until(async () => String(await client.call("CLUSTER", "INFO")).includes("cluster_state:ok"));
  for (const client of clients) client.disconnect();
  return {
    address: `redis-cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true });
    },
  };
}

/** A master, its replica, and a Sentinel that puts the replica in the master's place. The master comes first. */
export async function startRedisSentinel(program: string): Promise<RedisGroup> {
  const folder = mkdtempSync(join(tmpdir(), "redis-sentinel-"));
  const master = await startRedis(program);
  const replica = await startRedis(program, ["--replicaof", "127.0.0.1", String(master.port)]);
  const configuration = join(folder, "sentinel.conf");
  writeFileSync(
    configuration,
    [
      `dir ${folder}`,
      `sentinel monitor main 127.0.0.1 ${master.port} 1`,
      `sentinel down-after-milliseconds main ${DEAD_AFTER_MS}`,
      "sentinel failover-timeout main 3000",
    ].join("\n"),
  );
  const sentinel = await startRedis(program, [], configuration);
  const [watcher, source] = [new Redis(sentinel.url), new Redis(master.url)];
  await until(async () => String(await watcher.call("SENTINEL", "REPLICAS", "main")).includes(String(replica.port)));
  await until(async () => (await source.info("replication")).includes("state=online"));
  for (const client of [watcher, source]) client.disconnect();
  const servers = [master, replica, sentinel];
  return {
    address: `redis-sentinel://127.0.0.1:${sentinel.port}?sentinelMasterId=main`,
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true });
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error("The servers of Redis did not find each other");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
