import { dispatch } from "@/lib/api/dispatch";
import type { Services } from "@/lib/gateway/services";
import { shutdownCut } from "@/lib/upstream/failure";
import { composeServices, type ComposeOptions } from "./compose";
import { watchConfiguration } from "./configuration-watch";
import { answersForConsole } from "./console/answers";
import { publishGateway, type GatewayHandle } from "./console/published-gateway";
import { isForConsole } from "./console/served-path";

/** A serving process: the services that operations act through, and the way to end it. */
export interface Gateway extends GatewayHandle {
  readonly services: Services;
  /** Reads the configuration file again. */
  reload(): Promise<void>;
  /** Makes readiness answer 503. Calls are still served. */
  announceStop(): void;
  /** Ends the calls that are in flight, each with an error in its own dialect. */
  cutCalls(): void;
  /** Drains the spend and closes everything that this process opened. */
  close(): Promise<void>;
}

/**
 * Opens the services of this process, watches its configuration file, and publishes the gateway to every bundle in it.
 */
export async function openGateway(options: ComposeOptions): Promise<Gateway> {
  const { config, host, log } = options;
  const { services, sessions, replaceFile, close } = await composeServices(options);
  const { settings } = services;
  const { refuseFile } = settings;
  const watch = watchConfiguration({
    started: config,
    path: config.environment.configPath,
    settings: { replaceFile, refuseFile },
    log,
  });
  const gateway: Gateway = {
    services,
    reload: () => watch.reload(),
    handle: (request) => dispatch(services, request),
    console: answersForConsole(services, sessions, host.sessionSecret),
    isForConsole,
    announceStop: () => services.shutdown.begin(),
    cutCalls: () => services.underWay.cutAll(shutdownCut()),
    close() {
      watch.close();
      return close();
    },
  };
  publishGateway(gateway);
  return gateway;
}
