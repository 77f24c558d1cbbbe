import { expect, test } from "vitest";
import { webhookHeaders } from "./webhook-signature";

test("a message is signed as the example of Standard Webhooks is", () => {
  const headers = webhookHeaders(
    { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330_999, body: '{"test": 2432232314}' },
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  );
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("without a secret a message has an id and a time, and no signature", () => {
  expect(webhookHeaders({ id: "id", at: 5_000, body: "text" }, [])).toEqual({
    "webhook-id": "id",
    "webhook-timestamp": "5",
  });
});
