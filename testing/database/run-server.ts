import { ON_DISK } from "@/scripts/setup/tiers.mjs";
import { keepTemporaryFilesInMemory } from "./quick-folder";
import { startTestServer } from "./test-server";

/**
 * Starts the one PostgreSQL server of a test run, unless the process that started this run has one. Vitest and
 * Playwright call this as a global setup, with the project as `tier`, and call the returned function at the end of the
 * run. The processes of the run find the server through the variable MODEL_GATEWAY_TEST_SERVER.
 */
export default async function startRunServer(tier?: { readonly name?: string }): Promise<() => Promise<void>> {
  if (process.env.MODEL_GATEWAY_TEST_SERVER !== undefined) return () => Promise.resolve();
  const removeFiles = [...ON_DISK].some((name) => name === tier?.name)
    ? () => Promise.resolve()
    : keepTemporaryFilesInMemory();
  const server = await startTestServer();
  process.env.MODEL_GATEWAY_TEST_SERVER = server.url;
  return async () => {
    delete process.env.MODEL_GATEWAY_TEST_SERVER;
    await server.stop();
    await removeFiles();
  };
}

/** The address of the run's server. @throws Error when there is none */
export function runServerUrl(): string {
  const url = process.env.MODEL_GATEWAY_TEST_SERVER;
  if (url === undefined)
    throw new Error("No PostgreSQL server: testing/database/run-server.ts must be a global setup of this test project");
  return url;
}
