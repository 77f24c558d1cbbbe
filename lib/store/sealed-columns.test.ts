import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listModules } from "@/testing/architecture/source-files";
import { SEALED_COLUMNS } from "./sealed-columns";

/** Where strings are sealed for the database; `rotate-encryption.ts` seals those of every column again. */
const SEALED_IN: Readonly<Record<keyof typeof SEALED_COLUMNS, string>> = {
  callContents: "lib/content/io/content-keeper.ts",
  toolServerSecrets: "lib/api/operations/tools/server-changes.ts",
  modelSecrets: "lib/api/operations/models/model-changes.ts",
  credentialSecrets: "lib/api/operations/models/credentials.ts",
  loginSecrets: "lib/api/operations/access/login.ts",
  alertChannels: "lib/api/operations/alerts/channels.ts",
  loginTrials: "lib/store/settings/login-trials.ts",
  refreshTokens: "lib/store/sessions/console-sessions.ts",
  idTokens: "lib/store/sessions/console-sessions.ts",
  nodes: "lib/store/nodes.ts",
  webhookSecrets: "lib/store/alerts/webhook-secret.ts",
  signingKeys: "lib/store/settings/signing-keys.ts",
  toolConnections: "lib/store/settings/tool-connections.ts",
  toolSignIns: "lib/store/settings/tool-sign-ins.ts",
  revisionSecrets: "lib/store/settings/revision-secrets.ts",
  knownValues: "lib/store/known-value.ts",
};

test("whatever seals a text names a column that a change of the key rewrites", () => {
  const sealing = listModules(process.cwd(), "lib").filter((path) =>
    /(secrets|box)\.seal\(/i.test(readFileSync(join(process.cwd(), path), "utf8")),
  );
  expect(sealing.toSorted()).toEqual(
    // The ids of tools' sessions, and what applications that sign users in are given, are kept by callers, who begin
    // again when no key opens them.
    [
      ...new Set(Object.values(SEALED_IN)),
      "lib/gateway/tools/session-id.ts",
      "lib/gateway/tools/sign-in/sealing.ts",
      "lib/store/rotate-encryption.ts",
    ].toSorted(),
  );
});

test("every column with sealed texts is in the schema", () => {
  const schema = readFileSync(join(process.cwd(), "prisma/schema.prisma"), "utf8");
  for (const { table, column, key } of Object.values(SEALED_COLUMNS)) {
    const model = schema.split(/\n(?=model )/).find((part) => part.includes(`@@map("${table}")`)) ?? "";
    for (const name of [column, key])
      expect(model, `${table}.${name}`).toMatch(new RegExp(`^ +${name} |@map\\("${name}"\\)`, "m"));
  }
});
