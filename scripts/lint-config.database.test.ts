import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const script = fileURLToPath(new URL("lint-config.mjs", import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gateway-lint-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command as `npm run lint:config` does, from anywhere. */
function lint(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const options = {
    cwd: folder,
    encoding: "utf8",
    env: { NODE_ENV: "test", PATH: process.env["PATH"], ...environment },
  } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test("lint:config knows the routes and providers of the gateway, and prints its findings", async () => {
  const lines = [
    "general_settings: {enable_jwt_auth: true}",
    "environment_variables: {JWT_PUBLIC_KEY_URL: 'https://a.example/keys', JWT_AUDIENCE: gateway}",
    "gateway_jwtauth: {team_allowed_routes: [openai_routes, /v1/chat/completion]}",
    "model_list:",
    "  - {model_name: a, gateway_params: {model: groq/a, api_key: os.environ/KEY}}",
    "  - {model_name: b, gateway_params: {model: qrog/b}}",
  ];
  await writeFile(join(folder, "config.yaml"), lines.join("\n"));
  expect(await lint(["config.yaml"], { KEY: "sk-1" })).toEqual({
    code: 1,
    stderr: "",
    stdout: [
      '1. config.yaml:3:56: warning C036 gateway_jwtauth.team_allowed_routes.1: "/v1/chat/completion" matches no route of the gateway (fix: did you mean "/chat/completions"?)',
      '2. config.yaml:5:45: warning C053 model_list.0.gateway_params.model: "a" has no known price, so its calls will be booked as unpriced (fix: give input_cost_per_token and output_cost_per_token)',
      '3. config.yaml:6:45: error C021 model_list.1.gateway_params.model: the provider "qrog" is not built in, so it needs an api_base (fix: add api_base below gateway_params, or correct the provider\'s name)',
      "docs/reference/findings.md explains each number.",
      "config.yaml: 1 error, 2 warnings",
      "",
    ].join("\n"),
  });
});

test("lint:config succeeds on a file without errors", async () => {
  await writeFile(join(folder, "good.yaml"), "model_list: []\n");
  expect(await lint(["good.yaml"])).toEqual({ code: 0, stdout: "good.yaml: no findings\n", stderr: "" });
});

test("lint:config exits with 2 if it is called wrongly, or in an environment in which nothing could start", async () => {
  expect(await lint([])).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("Usage:") });
  expect(await lint(["good.yaml"], { PORT: "http" })).toEqual({
    code: 2,
    stdout: "",
    stderr: "the environment variable PORT must be a whole number from 0 to 65535\n",
  });
});
