import type { Settings } from "@/lib/config/schema";
import type { Services } from "@/lib/gateway/services";
import type { LoadedConfig } from "../configuration";
import { type NodeWatch, watchNodes } from "../nodes/node-watch";

/** Compares this node, as it is configured now, with the others. `file`: the configuration file in force. */
export function watchOwnNode({
  environment,
  changes,
  settings,
  file,
  sessionSecret,
  ...parts
}: Pick<Services, "environment" | "database" | "changes" | "secrets" | "version" | "log" | "now"> & {
  readonly settings: () => Settings;
  readonly file: () => LoadedConfig["file"];
  readonly sessionSecret: string;
}): Promise<NodeWatch> {
  return watchNodes({
    ...parts,
    name: changes.node,
    describe() {
      const { masterKey, previousMasterKeys } = settings();
      return {
        file: file(),
        environment,
        masterKey,
        sessionSecret,
        previousSessionSecrets: environment.previousNextAuthSecrets,
        previousMasterKeys: previousMasterKeys.map((key) => key.reveal()),
      };
    },
  });
}
