import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { readEnvironment } from "./environment";
import { SecretFiles } from "./secret-files";

const folder = mkdtempSync(join(tmpdir(), "secret-files-"));
const path = join(folder, "key");
const variables = { UPSTREAM_KEY_FILE: path, PORT_FILE: path };

beforeEach(() => writeFileSync(path, "first\n"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a variable takes its value from the file that NAME_FILE names, without the newline at its end", () => {
  for (const text of ["first", "first\n", "first\r\n", "first\n\n"]) {
    writeFileSync(path, text);
    expect(new SecretFiles(variables).lookup("UPSTREAM_KEY")).toBe("first");
  }
});

test("a variable of the gateway that holds no secret is not read from a file", () => {
  expect(new SecretFiles(variables).lookup("PORT")).toBeUndefined();
  expect(readEnvironment({ GATEWAY_MASTER_KEY_FILE: path, PORT_FILE: path })).toMatchObject({
    masterKey: "first",
    port: 4000,
  });
});

test("a variable that is given twice is refused, and an empty one beside its file is not", () => {
  expect(() => new SecretFiles({ ...variables, UPSTREAM_KEY: "x" }).lookup("UPSTREAM_KEY")).toThrow(
    "the environment variable UPSTREAM_KEY_FILE is set, and so is UPSTREAM_KEY: set one of them",
  );
  expect(new SecretFiles({ ...variables, UPSTREAM_KEY: " " }).lookup("UPSTREAM_KEY")).toBe("first");
});

test.each([
  ["is empty", () => writeFileSync(path, " \n")],
  ["does not exist", () => rmSync(path)],
  ["is larger than 64 KiB", () => writeFileSync(path, "x".repeat(65_537))],
  ["cannot be read (EISDIR)", () => (rmSync(path), mkdirSync(path))],
])("a file that %s is refused at the start, and keeps the last value later", (reason, spoil) => {
  const known = new SecretFiles(variables);
  expect(known.lookup("UPSTREAM_KEY")).toBe("first");
  spoil();
  expect(() => new SecretFiles(variables).lookup("UPSTREAM_KEY")).toThrow(
    `UPSTREAM_KEY_FILE names a file that ${reason}`,
  );
  expect(known.refresh()).toEqual({ changed: [], kept: [{ variable: "UPSTREAM_KEY", reason }] });
  expect(known.lookup("UPSTREAM_KEY")).toBe("first");
  rmSync(path, { recursive: true, force: true });
});

test("a file that has changed gives the new value once it is read again, also behind Kubernetes' link", () => {
  const mount = join(folder, "mount");
  for (const version of ["v1", "v2"]) {
    mkdirSync(join(mount, version), { recursive: true });
    writeFileSync(join(mount, version, "key"), `${version}\n`);
  }
  symlinkSync("v1", join(mount, "..data"));
  symlinkSync("..data/key", join(mount, "key"));
  const files = new SecretFiles({ UPSTREAM_KEY_FILE: join(mount, "key") });
  expect(files.lookup("UPSTREAM_KEY")).toBe("v1");
  expect(files.refresh()).toEqual({ changed: [], kept: [] });
  symlinkSync("v2", join(mount, "..data_tmp"));
  renameSync(join(mount, "..data_tmp"), join(mount, "..data"));
  expect(files.lookup("UPSTREAM_KEY")).toBe("v1");
  expect(files.refresh()).toEqual({ changed: ["UPSTREAM_KEY"], kept: [] });
  expect(files.lookup("UPSTREAM_KEY")).toBe("v2");
});
