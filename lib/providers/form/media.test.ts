import { describe, expect, test } from "vitest";
import { CLIENTS, UPSTREAMS } from "../dialects/halves";
import { addressedMedia, isFetchable, readFetched, type AddressedMedia } from "./media";
import { translateRequest } from "./translated";

const HOSTS = ["files.example.com", "files.test:8443", "[fd00::1]"];

test.each([
  "https://files.example.com/a.pdf?b=c",
  "http://files.example.com/a.pdf",
  "https://FILES.example.com:443/a.pdf",
  "https://files.test:8443/a",
  "https://[fd00:0::1]/a",
])("%s is fetched", (url) => expect(isFetchable(url, HOSTS)).toBe(true));

test.each([
  ["another host", "https://files.example.com.evil.test/a.pdf"],
  ["a host below it", "https://a.files.example.com/a.pdf"],
  ["another port", "https://files.example.com:8443/a.pdf"],
  ["the usual port of a host that is listed with its own", "https://files.test/a"],
  ["a user in the address", "https://files.example.com@evil.test/a.pdf"],
  ["a password for the host", "https://a:b@files.example.com/a.pdf"],
  ["another protocol", "ftp://files.example.com/a.pdf"],
  ["a file of the machine", "file:///etc/passwd"],
  ["no address", "a.pdf"],
])("%s is not fetched: %s", (_, url) => expect(isFetchable(url, HOSTS)).toBe(false));

describe("what was fetched", () => {
  const media = (kind: AddressedMedia["kind"]): AddressedMedia => ({ kind, url: "https://a/b", at: "messages.0" });
  const PDF = Buffer.from("%PDF-1.7 …");
  const PNG = Buffer.from("\x89PNG\r\n\x1a\n…", "latin1");

  test.each([
    ["as its host says", "document", "application/pdf", PDF, "application/pdf"],
    ["by its first bytes, whatever its host says", "document", "binary/octet-stream", PDF, "application/pdf"],
    ["by its first bytes, if its host is mistaken", "image", "image/jpeg", PNG, "image/png"],
    ["with parameters of the type", "image", "Image/SVG+xml; charset=utf-8", Buffer.from("<svg/>"), "image/svg+xml"],
    ["as sound", "audio", undefined, Buffer.from("RIFF\0\0\0\0WAVEfmt "), "audio/wav"],
  ] as const)("is read %s", (_, kind, told, bytes, mediaType) =>
    expect(readFetched(media(kind), told, bytes)).toEqual({
      kind: "bytes",
      mediaType,
      data: bytes.toString("base64"),
    }),
  );

  test("is a text if it is one", () =>
    expect(readFetched(media("document"), "text/plain; charset=utf-8", Buffer.from("Grüße"))).toEqual({
      kind: "text",
      text: "Grüße",
    }));

  test.each([
    ["a page of a login", "image", "text/html", Buffer.from("<html>"), "text/html"],
    ["a PDF where an image is asked for", "image", "image/png", PDF, "application/pdf"],
    ["nothing known", "document", undefined, Buffer.from("??"), ""],
  ] as const)("is refused if it is %s", (_, kind, told, bytes, named) =>
    expect(() => readFetched(media(kind), told, bytes)).toThrow(
      expect.objectContaining({ code: "invalid_request", message: expect.stringContaining(JSON.stringify(named)) }),
    ),
  );
});

test("what was fetched stands in a request in place of its address, for upstreams that take only bytes", () => {
  const url = "https://files.example.com/a.png";
  const image = { type: "image_url", image_url: { url } };
  const body = { model: "x", messages: [{ role: "user", content: [image, { type: "text", text: "What is it?" }] }] };
  const { bytesOnly = [] } = UPSTREAMS.converse;
  expect(addressedMedia(CLIENTS.chat.readRequest(body), bytesOnly)).toEqual([
    { kind: "image", url, at: "messages.0.content.0.image_url.url" },
  ]);
  const fetched = new Map([[url, { kind: "bytes" as const, mediaType: "image/png", data: "aGk=" }]]);
  const target = { model: "m", provider: "bedrock" };
  const sent = translateRequest(CLIENTS.chat, UPSTREAMS.converse, body, target, { fetched });
  expect(JSON.stringify(sent)).toContain('{"image":{"format":"png","source":{"bytes":"aGk="}}}');
  expect(() => translateRequest(CLIENTS.chat, UPSTREAMS.converse, body, target)).toThrow(/media_hosts/);
});
