import type { Fault } from "@/lib/config/finding";

/** next-auth's own spelling of a root, `/api/auth`, counts as no path. */
const ROOT = /^(\/api\/auth)?\/?$/;

/**
 * What is wrong with the console's public address beside its syntax. `place`: where NEXTAUTH_URL is set. An address that
 * cannot be parsed is another check's.
 */
export function consoleAddressFaults(address: string | undefined, place: Pick<Fault, "path" | "at">): Fault[] {
  if (address === undefined || !URL.canParse(address) || ROOT.test(new URL(address).pathname)) return [];
  return [
    {
      number: "C091",
      ...place,
      message: "NEXTAUTH_URL has a path, but the console is served at the root of its host",
      fix: "write https://host, and have the proxy pass paths on as they are",
    },
  ];
}
