import { expect, test } from "vitest";
import { NO_USAGE } from "@/lib/usage";
import { answerAttributes } from "./attempt-attributes";

const answer = { httpStatus: 200, usage: NO_USAGE, status: "success" } as const;

test("the span of an attempt has the upstream's own id of the call, if it names one", () => {
  expect(answerAttributes({ ...answer, upstreamRequestId: "req_upstream" }, undefined)).toMatchObject({
    "gateway.upstream_request_id": "req_upstream",
  });
  expect(answerAttributes({ ...answer, upstreamRequestId: null }, undefined)).not.toHaveProperty([
    "gateway.upstream_request_id",
  ]);
});
