import type { Fault } from "@/lib/config/finding";

/** As many characters as a random key of 64 bits has in hexadecimal. */
const SHORTEST = 16;
/** Keys of examples in the documents of gateways, which everybody tries first. */
const WELL_KNOWN = /^(sk-)?(1234\d*|master|master-key|test|admin|password|secret|changeme)$/i;

/** Whether a master key can be guessed. `place`: where it is given. */
export function masterKeyFaults(masterKey: string | undefined, place: Pick<Fault, "path" | "at">): Fault[] {
  if (!masterKey || (masterKey.length >= SHORTEST && !WELL_KNOWN.test(masterKey))) return [];
  return [
    {
      ...place,
      number: "C183",
      message: `${place.path.length === 0 ? "GATEWAY_MASTER_KEY " : ""}can be guessed: it is well known, or shorter than ${SHORTEST} characters`,
      fix: "remove it, so that a random one is generated, or make one with: openssl rand -hex 32",
    },
  ];
}
