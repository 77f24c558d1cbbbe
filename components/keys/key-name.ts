import type { Key } from "@/lib/wire/key";

/** What people call a key. */
export function keyName(key: Pick<Key, "key_alias" | "key_name">): string {
  return key.key_alias ?? key.key_name;
}
