import { crc32 } from "node:zlib";
import { LOCATION_SETTINGS } from "@/lib/config/provider-settings/table";
import type { ModelEntry } from "@/lib/config/schema";

/**
 * Gives every entry of the file an id: its own, or one derived from its name, upstream model and place (address, API
 * version, region and the like). Its health and its spend rows stay with it when other entries come and go. A change of
 * keys or prices does not change the id.
 */
export function withIds(entries: readonly ModelEntry[]): ModelEntry[] {
  const taken = new Set(entries.flatMap(({ model_info: info }) => info?.id ?? []));
  return entries.map((entry) => {
    if (entry.model_info?.id !== undefined) return entry;
    const base = `file-${fingerprint(entry)}`;
    let id = base;
    for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
    taken.add(id);
    return { ...entry, model_info: { ...entry.model_info, id } };
  });
}

function fingerprint({ model_name: name, gateway_params: params }: ModelEntry): string {
  const { model, api_base: base } = params;
  const own: Readonly<Record<string, unknown>> = params;
  const locations = LOCATION_SETTINGS.map((setting) => own[setting]);
  // Settings that come to be later must not change the ids of entries without them.
  while (locations.length > 1 && locations.at(-1) === undefined) locations.pop();
  return crc32(JSON.stringify([name, model, base, ...locations]))
    .toString(16)
    .padStart(8, "0");
}
