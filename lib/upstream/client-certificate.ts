import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { buildConnector } from "undici";

/** A value that is never shown. */
interface Hidden {
  reveal(): string;
}

/** What the gateway proves itself to an upstream with: PEM strings, or paths of PEM files. */
export interface ClientCertificate {
  /** With its chain. */
  readonly certificate: Hidden;
  readonly key: Hidden;
}

/**
 * Makes a connector that shows a client certificate. Files are read at each new connection, so that a renewed
 * certificate counts without a restart. `connectorWith` must not resume sessions: they would keep the old certificate.
 */
export function withClientCertificate(
  { certificate, key }: ClientCertificate,
  connectorWith: (tls: { readonly cert: string; readonly key: string }) => buildConnector.connector,
): buildConnector.connector {
  const connect = async (...[options, callback]: Parameters<buildConnector.connector>): Promise<void> => {
    try {
      const [cert, privateKey] = await Promise.all([pemOf(certificate), pemOf(key)]);
      connectorWith({ cert, key: privateKey })(options, callback);
    } catch (error) {
      callback(error instanceof Error ? error : new Error("the client certificate cannot be read"), null);
    }
  };
  return (options, callback) => void connect(options, callback);
}

/** In bytes. No certificate with its chain is larger. */
const LONGEST = 64 * 1024;

async function pemOf(value: Hidden): Promise<string> {
  const text = value.reveal();
  return text.includes("-----BEGIN ") ? text : await readPem(text);
}

/** Reads a regular file. A device or a pipe could give bytes without an end. @throws Error */
async function readPem(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new Error("the client certificate is not a regular file");
    if (facts.size > LONGEST) throw new Error(`the file of the client certificate has more than ${LONGEST} bytes`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
