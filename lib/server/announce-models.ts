import type { Services } from "@/lib/gateway/services";

/** The notice about a gateway that serves no model. Undefined: it serves some. `configPath`: its configuration file. */
export function modelsNotice(models: number, configPath: string): string | undefined {
  if (models > 0) return undefined;
  return `no model is configured, so no call is served: add one on the console's page Models, or to model_list in ${configPath}`;
}

/** Writes the notice to standard output, if there is one. */
export function announceModels({ settings, environment }: Pick<Services, "settings" | "environment">): void {
  const notice = modelsNotice(settings.current().models.length, environment.configPath);
  if (notice !== undefined) process.stdout.write(`${notice}\n`);
}
