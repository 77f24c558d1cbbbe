import type { Key } from "@/lib/wire/key";

/** The name of a key: its alias, or its abbreviated secret. */
export function keyName(key: Pick<Key, "key_alias" | "key_name">): string {
  return key.key_alias ?? key.key_name;
}
