import { expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import { objectAddress } from "./object-address";

const key = { access_key_id: new Secret("id"), secret_access_key: new Secret("secret") };
const FILE = "a b/date=2026-11-22/x'(1)*.gz";
const PATH = "a%20b/date%3D2026-11-22/x%27%281%29%2A.gz";

const cases: [
  what: string,
  settings: { endpoint?: string; path_style?: boolean },
  address: ReturnType<typeof objectAddress>,
][] = [
  [
    "Amazon's storage has the bucket in the host name",
    {},
    {
      origin: "https://calls.s3.eu-west-1.amazonaws.com",
      host: "calls.s3.eu-west-1.amazonaws.com",
      path: `/${PATH}`,
    },
  ],
  [
    "another storage has the bucket in the path",
    { endpoint: "http://127.0.0.1:9000/" },
    { origin: "http://127.0.0.1:9000", host: "127.0.0.1:9000", path: `/calls/${PATH}` },
  ],
  [
    "another storage can have it in the host name",
    { endpoint: "https://s3.example:8443", path_style: false },
    { origin: "https://calls.s3.example:8443", host: "calls.s3.example:8443", path: `/${PATH}` },
  ],
  [
    "Amazon's storage can have it in the path",
    { path_style: true },
    { origin: "https://s3.eu-west-1.amazonaws.com", host: "s3.eu-west-1.amazonaws.com", path: `/calls/${PATH}` },
  ],
];
test.each(cases)("%s", (_what, settings, address) => {
  expect(objectAddress({ bucket: "calls", region: "eu-west-1", ...key, ...settings }, FILE)).toEqual(address);
});
