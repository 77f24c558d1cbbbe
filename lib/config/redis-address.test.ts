import { expect, test } from "vitest";
import { readRedisAddress, type RedisAddress } from "./redis-address";

const several = { username: undefined, password: undefined, isTls: false };
const sentinel = { sentinelUsername: undefined, sentinelPassword: undefined, database: 0 };

const read: [because: string, text: string, address: RedisAddress][] = [
  ["one server", "redis://:s@cache:6379/1", { kind: "server", url: "redis://:s@cache:6379/1" }],
  ["one server with TLS", "REDISS://cache", { kind: "server", url: "REDISS://cache" }],
  ["a host and port alone", "cache:6379", { kind: "server", url: "cache:6379" }],
  ["a socket", "/run/redis.sock", { kind: "server", url: "/run/redis.sock" }],
  [
    "three sentinels",
    "redis-sentinel://one,two:26380,[::1]:5/2?sentinelMasterId=main",
    {
      ...several,
      ...sentinel,
      kind: "sentinel",
      hosts: [
        { host: "one", port: 26_379 },
        { host: "two", port: 26_380 },
        { host: "::1", port: 5 },
      ],
      master: "main",
      database: 2,
    },
  ],
  [
    "names and passwords of both, and TLS",
    "rediss-sentinel://user:p%40ss@one?sentinelMasterId=main&sentinelUsername=s&sentinelPassword=q%26r",
    {
      kind: "sentinel",
      hosts: [{ host: "one", port: 26_379 }],
      username: "user",
      password: "p@ss",
      isTls: true,
      master: "main",
      database: 0,
      sentinelUsername: "s",
      sentinelPassword: "q&r",
    },
  ],
  [
    "a cluster",
    "redis-cluster://:pass@one:7000,two",
    {
      kind: "cluster",
      hosts: [
        { host: "one", port: 7_000 },
        { host: "two", port: 6_379 },
      ],
      username: undefined,
      password: "pass",
      isTls: false,
    },
  ],
  [
    "a password alone",
    "rediss-cluster://pass@one",
    { kind: "cluster", hosts: [{ host: "one", port: 6_379 }], username: undefined, password: "pass", isTls: true },
  ],
];
test.each(read)("%s is read: %s", (_because, text, address) => {
  expect(readRedisAddress(text)).toEqual(address);
});

test.each([
  ["https://secret.upstash.example", "must begin with redis://"],
  ["unix:///run/secret.sock", "must begin with redis://"],
  ["redis-sentinel://secret-host", "must end in ?sentinelMasterId=NAME"],
  ["redis-sentinel://secret-host?sentinelMasterId=", "must end in ?sentinelMasterId=NAME"],
  ["redis-sentinel://secret-host/abc?sentinelMasterId=main", "has a database that is not a number"],
  ["redis-cluster://secret-host:99999", "must list its servers"],
  ["redis-cluster://secret-host,,other", "must list its servers"],
  ["redis-cluster://", "must list its servers"],
  ["redis-cluster://secret-host/1", "a cluster has none"],
  ["redis-cluster://secret%zz@one", "has a name or password with a %"],
])("%s is refused, and nothing of it is repeated", (text, reason) => {
  const found = readRedisAddress(text);
  expect(found).toEqual(expect.stringContaining(reason));
  expect(found).not.toEqual(expect.stringContaining("secret"));
});
