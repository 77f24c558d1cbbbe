import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { persistentSecret } from "./persistent-secret";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "model-gateway-secret-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const secret = (value: string): ReturnType<typeof persistentSecret> => persistentSecret(directory, "key", () => value);

describe("a persistent secret", () => {
  test("a persistent secret is generated once and then read", async () => {
    expect(await secret("first")).toEqual({ value: "first", created: true });
    expect(await secret("second")).toEqual({ value: "first", created: false });
  });

  test("a persistent secret is in a file that only its owner may read, without temporary files beside it", async () => {
    await secret("value");
    expect(((await stat(join(directory, "key"))).mode & 0o777).toString(8)).toBe("600");
    expect(await readdir(directory)).toEqual(["key"]);
  });

  test.each([
    ["empty", ""],
    ["without its end", "sk-01234"],
    ["only an end", "\n"],
    ["zeros, as a power cut leaves them", "\0\0\0\0\n"],
  ])("a persistent secret is generated again when its file is %s", async (_, content) => {
    await writeFile(join(directory, "key"), content);
    expect(await secret("new")).toEqual({ value: "new", created: true });
    expect(await readFile(join(directory, "key"), "utf8")).toBe("new\n");
    expect(await secret("newer")).toEqual({ value: "new", created: false });
  });

  test("processes that ask for a persistent secret together get the same one, and one of them creates it", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => secret(`value-${index}`)));
    expect(new Set(answers.map(({ value }) => value)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
  });

  test("a persistent secret whose file cannot be read is not replaced", async () => {
    await expect(persistentSecret(join(directory, "absent"), "key", () => "x")).rejects.toThrow("ENOENT");
    await expect(persistentSecret(directory, ".", () => "x")).rejects.toThrow("EISDIR");
  });
});
