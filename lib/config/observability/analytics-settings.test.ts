import { expect, test } from "vitest";
import { analyticsFrom } from "./analytics-settings";

const read = (url: string, cluster?: string) =>
  analyticsFrom((name) => ({ ANALYTICS_URL: url, ANALYTICS_CLUSTER: cluster })[name]);

test.each([
  ["clickhouse://gateway:secret@db.example:8124/spend", "http://db.example:8124", "gateway", "secret"],
  ["clickhouse://db.example/spend", "http://db.example:8123", "default", ""],
  ["clickhouse://[::1]/spend", "http://[::1]:8123", "default", ""],
  ["clickhouses://u:p%40ss%2F@db.example/spend", "https://db.example:8443", "u", "p@ss/"],
  ["https://u:p@db.example:443/spend", "https://db.example", "u", "p"],
  ["http://u@db.example/spend", "http://db.example:8123", "u", ""],
  ["clickhouse://u:p@ss:w@[2001:db8::7]:8124/spend/", "http://[2001:db8::7]:8124", "u", "p@ss:w"],
])("ANALYTICS_URL %s is the HTTP interface at %s", (url, origin, user, password) => {
  const settings = read(url);
  expect(settings).toMatchObject({ origin, user, database: "spend", cluster: undefined });
  expect(settings?.password.reveal()).toBe(password);
});

test.each([
  ["db.example:8123/spend", "must be an address"],
  ["postgresql://u:hidden@db.example/spend", "must be an address"],
  ["clickhouse:db.example/spend", "must be an address"],
  ["clickhouse://u:hidden@db.example", "must end with the name of a database"],
  ["clickhouse://u:hidden@db.example/spend?x=1", "must end with the name of a database"],
  ["clickhouse://u:hidden@db.example/a.b", "must end with the name of a database"],
  ["clickhouse://u:hidden@db.example/a/b", "must end with the name of a database"],
  ["clickhouse://u:hidden@db.example:9000/spend", "must have the port of the HTTP interface"],
  ["clickhouse://u:%hidden@db.example/spend", "percent-encoded"],
])("ANALYTICS_URL %s is refused, and the message does not repeat it", (url, expected) => {
  expect(() => read(url)).toThrow(
    `the environment variable ANALYTICS_URL ${expected.startsWith("must") ? expected : ""}`,
  );
  expect(() => read(url)).toThrow(expected);
  expect(() => read(url)).not.toThrow("hidden");
});

test("the name of a database may have a dash", () => {
  expect(read("clickhouse://db.example/model-gateway/")?.database).toBe("model-gateway");
});

test("ANALYTICS_CLUSTER is a name or a macro, and means nothing without ANALYTICS_URL", () => {
  expect(read("clickhouse://db.example/spend", "main")?.cluster).toBe("main");
  expect(read("clickhouse://db.example/spend", "{cluster}")?.cluster).toBe("{cluster}");
  expect(() => read("clickhouse://db.example/spend", "a'b")).toThrow("ANALYTICS_CLUSTER must be the name of a cluster");
  expect(read(" ", "main")).toBeUndefined();
});
