import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { buildConnector } from "undici";
import { afterAll, expect, test } from "vitest";
import { withClientCertificate } from "./client-certificate";

const folder = mkdtempSync(join(tmpdir(), "client-certificate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PEM = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const OPTIONS = { hostname: "upstream.test", protocol: "https:", port: "443" } as buildConnector.Options;

/** What a connection is given, or why there is none. */
function given(path: string): Promise<string> {
  const hidden = { reveal: () => path };
  return new Promise((resolve) => {
    const connect = withClientCertificate(
      { certificate: hidden, key: hidden },
      ({ cert }) =>
        () =>
          resolve(cert),
    );
    connect(OPTIONS, (...[error]) => resolve(`refused: ${error?.message}`));
  });
}

test("a certificate is a PEM text, or a regular file with one", async () => {
  const path = join(folder, "client.pem");
  writeFileSync(path, PEM);
  expect(await given(PEM)).toBe(PEM);
  expect(await given(path)).toBe(PEM);
});

test.each(["/dev/zero", folder])("%s is not a certificate, and is not read", async (path) => {
  expect(await given(path)).toBe("refused: the client certificate is not a regular file");
});

test("a large file is not a certificate, and is not read", async () => {
  const path = join(folder, "large.pem");
  writeFileSync(path, PEM.repeat(2_000));
  expect(await given(path)).toMatch(/^refused: the file of the client certificate has more than/);
});
