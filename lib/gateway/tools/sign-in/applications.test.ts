import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CredentialError } from "@/lib/credentials/source";
import { SecretBox } from "@/lib/store/secret-box";
import { findApplication, isApplicationId, registerApplication } from "./applications";

const BACK = "https://app.example/back";
const secrets = new SecretBox("a secret of the test that is long enough");
const DAY_MS = 24 * 3_600_000;

/** A node at a time. `documents`: what lies at addresses. */
function nodeAt(now: number, documents: Readonly<Record<string, object>> = {}) {
  const read: string[] = [];
  const readPublic = async (url: string) => {
    read.push(url);
    await Promise.resolve();
    const document = documents[url];
    if (!document) throw new CredentialError("app.example does not answer (ECONNREFUSED 10.0.0.7)");
    return { status: 200, text: JSON.stringify(document) };
  };
  return { secrets, now: () => now, newId: randomUUID, readPublic, read };
}

test("an application is known by its id at every node of the gateway, for half a year", async () => {
  const registered = registerApplication(nodeAt(0), { redirect_uris: [BACK], client_name: "An app" });
  const id = "client_id" in registered ? registered.client_id : "";
  expect(await findApplication(nodeAt(179 * DAY_MS), id)).toMatchObject({ id, name: "An app", redirects: [BACK] });
  expect(isApplicationId(nodeAt(179 * DAY_MS), id)).toBe(true);
  expect(await findApplication(nodeAt(181 * DAY_MS), id)).toBeUndefined();
  expect(isApplicationId(nodeAt(181 * DAY_MS), id)).toBe(false);
  const elsewhere = { ...nodeAt(0), secrets: new SecretBox("a secret of another gateway that is as long") };
  expect(await findApplication(elsewhere, id)).toBeUndefined();
  expect(await findApplication(nodeAt(0), `${id.slice(0, -2)}xx`)).toBeUndefined();
});

test("a document is read once for all who ask, and kept for a while", async () => {
  const address = "https://app.example/client.json";
  const node = nodeAt(0, { [address]: { client_id: address, redirect_uris: [BACK] } });
  const found = await Promise.all([findApplication(node, address), findApplication(node, address)]);
  found.push(await findApplication(node, address));
  for (const one of found) expect(one).toMatchObject({ id: address, document: address });
  expect(node.read).toEqual([address]);
});

test("why a document cannot be read is not told, and it is not read again at once", async () => {
  const address = "https://app.example/missing.json";
  const node = nodeAt(0);
  const untold = { error: "invalid_client_metadata", text: "The document of the application cannot be read." };
  expect(await findApplication(node, address)).toEqual(untold);
  expect(await findApplication(node, address)).toEqual(untold);
  expect(node.read).toEqual([address]);
});

test("strangers make the gateway read no more than a few documents at a time", async () => {
  const node = nodeAt(0);
  const asked = Array.from({ length: 20 }, (_, index) =>
    findApplication(node, `https://app.example/many/${index}.json`),
  );
  await Promise.all(asked);
  expect(node.read).toHaveLength(8);
});
