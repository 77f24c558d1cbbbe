import { crc32 } from "node:zlib";
import type { ModelEntry } from "@/lib/config/schema";

/**
 * Gives every entry of the file an id: its own, or one derived from its name, upstream model, address and API version.
 * Its health and its spend rows stay with it when other entries come and go. A change of keys or prices does not change
 * the id.
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

function fingerprint({
  model_name: name,
  gateway_params: { model, api_base: base, api_version: version },
}: ModelEntry): string {
  return crc32(JSON.stringify([name, model, base, version]))
    .toString(16)
    .padStart(8, "0");
}
