import { z } from "zod";
import { Secret } from "./secret";

const text = z.string().trim().min(1);

/** Whether a value is a PEM text and not the path of a file. */
export function isPem(value: string): boolean {
  return value.includes("-----BEGIN ");
}

/** The fields of `gateway_params` by which the gateway proves itself to an upstream (RFC 8446 §4.4.2, mutual TLS). */
export const clientCertificateSettings = {
  ssl_certificate: text
    .transform((value) => new Secret(value))
    .optional()
    .describe(
      "Client certificate for the upstream, with its chain: the path of a PEM file, which is read at each new connection, or the PEM itself as `os.environ/NAME`. By the API: the PEM itself. Needs `ssl_key`.",
    ),
  ssl_key: text
    .transform((value) => new Secret(value))
    .optional()
    .describe("The key of that certificate, in the same forms. It is never shown."),
};
