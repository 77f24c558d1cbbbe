import type { Settings } from "@/lib/config/schema";
import type { Services } from "@/lib/gateway/services";
import { watchDatabase } from "@/lib/store/database-watch";
import { createDirectory } from "@/lib/store/directory/directory";
import { createRowReader, type RowReader } from "@/lib/store/directory/row-reader";

type DirectoryServices = Pick<Services, "databaseWatch" | "directory">;

/** Opens the directory of the request path. `overrides`: services that are there already. */
export function openDirectory(
  {
    settings,
    ...parts
  }: Pick<Services, "database" | "changes" | "log" | "now"> & { readonly settings: () => Settings },
  overrides: Partial<DirectoryServices>,
): DirectoryServices & { readonly readRows: RowReader } {
  const databaseWatch = overrides.databaseWatch ?? watchDatabase(parts);
  const readRows = createRowReader({ ...parts, watch: databaseWatch });
  const directory =
    overrides.directory ??
    createDirectory({
      ...parts,
      staleTtlSeconds: () => settings().general.directory_stale_ttl,
      capacity: () => settings().general.remembered_callers,
      readRows,
    });
  return { databaseWatch, directory, readRows };
}
