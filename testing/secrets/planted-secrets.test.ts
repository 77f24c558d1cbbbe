import { expect, test } from "vitest";
import { PlantedSecrets } from "./planted-secrets";

const secrets = new PlantedSecrets();
secrets.plant({
  GATEWAY_MASTER_KEY: "master-key-1",
  PORT: "40000000",
  model_list: [{ model_name: "a-long-name", gateway_params: { api_key: "upstream-key-1", short_key: "k" } }],
  other: { api_key: "os.environ/UPSTREAM_KEY" },
});

test.each(["master-key-1", "upstream-key-1", "sk-generated-key", "Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln"])(
  "a text that tells %j is found, with its line",
  (secret) => {
    expect(secrets.linesWithSecrets(`one\ntwo ${secret}.\nthree`)).toEqual([`two ${secret}.`]);
    expect(() => secrets.expectNone(secret, "the log")).toThrow("There are secrets in the log");
  },
);

test.each(["a-long-name", "40000000", "k", "os.environ/UPSTREAM_KEY", "sk-...abcd", "[redacted]", ""])(
  "%j is not a secret",
  (text) => {
    expect(secrets.linesWithSecrets(text)).toEqual([]);
  },
);
