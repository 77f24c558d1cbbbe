import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { testCredentials } from "@/testing/aws/test-credentials";
import { createUpstreams } from "@/lib/upstream/pools";
import { createS3Sink } from "./s3-sink";

const upstreams = createUpstreams();
afterAll(() => upstreams.close());

const BATCH = { id: "e-1-1", epoch: "e", calls: [] };
const KEYS = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
const SETTINGS = { bucket: "calls", prefix: "", region: "eu-central-1" };
const deliver = (variables: Record<string, string>) =>
  createS3Sink(SETTINGS, { upstreams, now: () => 0 }, testCredentials(variables))(BATCH, new AbortController().signal);

test("without keys in the settings, those of the environment are used", async () => {
  expect(await deliver(KEYS)).toEqual({ arrived: true });
});

test("without any keys nothing is sent, and the reason is told", async () => {
  expect(await deliver({})).toEqual({
    arrived: false,
    error:
      "the AWS credential of this machine cannot be fetched: there are no keys in the settings, the environment or AWS's files, and nobody is there",
  });
});

test("a file is signed for the time in its header, whatever the machine's clock says by then", async () => {
  const heads: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heads.push(request.headers);
    request.resume().on("end", () => response.end());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const { port } = server.address() as AddressInfo;
    const settings = { ...SETTINGS, endpoint: `http://127.0.0.1:${port}` };
    const then = Date.parse("2020-01-02T03:04:05Z");
    const sink = createS3Sink(settings, { upstreams, now: () => then }, testCredentials(KEYS));
    const call = { booking: 1n, number: 1n, bookedAt: new Date(then), line: "{}" };
    expect(await sink({ id: "e-1-1", epoch: "e", calls: [call] }, new AbortController().signal)).toEqual({
      arrived: true,
    });
  } finally {
    server.close();
  }
  expect(heads.map((head) => head["x-amz-date"])).toEqual(["20200102T030405Z"]);
  expect(heads[0]?.authorization).toContain("Credential=a/20200102/eu-central-1/s3/aws4_request");
});
