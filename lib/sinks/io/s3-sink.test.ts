import { afterAll, expect, test } from "vitest";
import { testCredentials } from "@/testing/aws/test-credentials";
import { createUpstreams } from "@/lib/upstream/pools";
import { createS3Sink } from "./s3-sink";

const upstreams = createUpstreams();
afterAll(() => upstreams.close());

const BATCH = { id: "e-1-1", epoch: "e", calls: [] };
const SETTINGS = { bucket: "calls", prefix: "", region: "eu-central-1" };
const deliver = (variables: Record<string, string>) =>
  createS3Sink(SETTINGS, { upstreams, now: () => 0 }, testCredentials(variables))(BATCH, new AbortController().signal);

test("without keys in the settings, those of the environment are used", async () => {
  expect(await deliver({ AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" })).toEqual({ arrived: true });
});

test("without any keys nothing is sent, and the reason is told", async () => {
  expect(await deliver({})).toEqual({
    arrived: false,
    error:
      "the AWS credential of this machine cannot be fetched: there are no keys in the settings, the environment or AWS's files, and nobody is there",
  });
});
