import type { Services } from "@/lib/gateway/services";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { applyChange } from "../apply-change";

/** The change feed of a process. `opened`: called once with the services that it changes. */
interface OpenChanges {
  readonly changes: Services["changes"];
  readonly opened: (services: Services) => void;
}

/**
 * Opens the change feed, before anything is read: a change that arrives while services open is applied once they have.
 * `node`: the name of this process.
 */
export async function openChanges(
  { observer, ...parts }: Pick<Services, "database" | "log" | "now" | "observer"> & { readonly node: string },
  overrides: Pick<Partial<Services>, "changes">,
): Promise<OpenChanges> {
  const changes =
    overrides.changes ??
    (await createChangeFeed({
      ...parts,
      onCondition: (condition) => observer.happened?.({ kind: "change feed", ...condition }),
    }));
  let announce: (services: Services) => void = () => {};
  const services = new Promise<Services>((resolve) => (announce = resolve));
  changes.subscribe(async (change) => applyChange(await services, change));
  return { changes, opened: (all) => announce(all) };
}
