import { startTestDatabase } from "@/testing/database/test-database";
import { type GatewayOptions, type GatewayProcess, startGateway } from "./gateway-process";

/**
 * Starts a gateway as a process, on an empty database of the test run's server: an embedded server of its own would
 * add seconds to the start. `stop` removes the database too. @throws Error as `startGateway` does
 */
export async function startGatewayWithDatabase(options: GatewayOptions = {}): Promise<GatewayProcess> {
  const database = await startTestDatabase();
  try {
    const environment = { DATABASE_URL: database.url, ...options.environment };
    const gateway = await startGateway({ ...options, environment });
    return {
      ...gateway,
      get output() {
        return gateway.output;
      },
      async stop() {
        try {
          return await gateway.stop();
        } finally {
          await database.stop();
        }
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
