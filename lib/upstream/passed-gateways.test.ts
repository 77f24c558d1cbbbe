import { expect, test } from "vitest";
import { checkLoop, MOST_GATEWAYS, passedGateways, viaUpstream } from "./passed-gateways";

test.each([
  ["no Via at all", {}, 0],
  ["a gateway", { via: "1.1 model-gateway" }, 1],
  ["two gateways with a proxy between", { via: "1.1 model-gateway, 1.1 nginx, 1.1 Model-Gateway" }, 2],
  ["proxies alone", { via: "1.1 varnish, 2 cdn.example" }, 0],
  ["a proxy whose name only contains ours", { via: "1.1 model-gateway-2" }, 0],
] as const)("a request with %s has passed as many gateways", (_what, headers, passed) => {
  expect(passedGateways(headers)).toBe(passed);
});

test("a call goes on with one gateway more, and without the proxies of the caller's network", () => {
  expect(viaUpstream({})).toBe("1.1 model-gateway");
  expect(viaUpstream({ via: "1.1 nginx, 1.1 model-gateway" })).toBe("1.1 model-gateway, 1.1 model-gateway");
});

test("gateways in a row serve a call, and one that comes round again and again is refused", () => {
  let headers: { via?: string } = {};
  for (let passed = 0; passed <= MOST_GATEWAYS; passed++) {
    expect(() => checkLoop({ headers })).not.toThrow();
    headers = { via: viaUpstream(headers) };
  }
  expect(() => checkLoop({ headers })).toThrow(expect.objectContaining({ code: "loop_detected", status: 400 }));
});
