import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** A certificate with its key, as PEM. */
export interface Certified {
  readonly certificate: string;
  readonly key: string;
}

/** An authority that issues certificates. */
export interface Authority extends Certified {
  /** A certificate for a client, or for a server at 127.0.0.1, `localhost` or `upstream.example`. */
  issue(commonName: string): Certified;
  /** An authority below this one. */
  delegate(commonName: string): Authority;
}

const ECDSA_WITH_SHA256 = sequence(identifier("1.2.840.10045.4.3.2"));

/** Makes a root authority (RFC 5280), without any program of the machine. */
export function makeAuthority(commonName: string): Authority {
  return authority(commonName, undefined);
}

interface Issuer {
  readonly name: Buffer;
  readonly key: KeyObject;
}

function authority(commonName: string, parent: Issuer | undefined): Authority {
  const own = certify(commonName, parent, true);
  const issuer = { name: nameOf(commonName), key: own.privateKey };
  return {
    certificate: own.certificate,
    key: own.key,
    issue: (name) => certify(name, issuer, false),
    delegate: (name) => authority(name, issuer),
  };
}

function certify(commonName: string, issuer: Issuer | undefined, isAuthority: boolean) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const names = sequence(
    ...["localhost", "upstream.example"].map((name) => text(0x82, name)),
    element(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    issuer?.name ?? nameOf(commonName),
    sequence(text(0x17, "200101000000Z"), text(0x17, "491231235959Z")),
    nameOf(commonName),
    publicKey.export({ type: "spki", format: "der" }),
    element(
      0xa3,
      sequence(
        extension("2.5.29.19", isAuthority ? sequence(element(0x01, Buffer.from([0xff]))) : sequence()),
        ...(isAuthority ? [] : [extension("2.5.29.17", names)]),
      ),
    ),
  );
  const signature = sign("sha256", content, issuer?.key ?? privateKey);
  const certificate = sequence(content, ECDSA_WITH_SHA256, element(0x03, Buffer.from([0]), signature));
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    privateKey,
  };
}

function nameOf(commonName: string): Buffer {
  return sequence(element(0x31, sequence(identifier("2.5.4.3"), text(0x0c, commonName))));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(identifier(id), element(0x04, value));
}

/** DER (ITU-T X.690 §8.1): the tag, the length and the content. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts);
}

function text(tag: number, value: string): Buffer {
  return element(tag, Buffer.from(value));
}

function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return element(0x06, Buffer.from(bytes));
}
