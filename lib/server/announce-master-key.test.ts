import { expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import { masterKeyNotice } from "./announce-master-key";

const kept = { value: new Secret("sk-generated"), isNew: true, path: "/data/master.key" };

test("a generated master key is shown in a terminal", () => {
  expect(masterKeyNotice(kept, true)).toBe("master key, shown this once and kept in /data/master.key: sk-generated");
});

test("anywhere else, only the path of its file is shown", () => {
  expect(masterKeyNotice(kept, false)).toBe("master key: generated and kept in /data/master.key");
});

test("nothing is shown of a key that was there already, or that the operator has set", () => {
  expect(masterKeyNotice({ ...kept, isNew: false }, true)).toBeUndefined();
  expect(masterKeyNotice(undefined, true)).toBeUndefined();
});
