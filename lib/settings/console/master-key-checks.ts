import type { Fault } from "@/lib/config/finding";

/** The length of a random key of 64 bits in hexadecimal. */
const SHORTEST = 16;
/** Keys from examples in the documents of gateways, which everybody tries first. */
const WELL_KNOWN = /^(sk-)?(1234\d*|master|master-key|test|admin|password|secret|changeme)$/i;

/**
 * Visible ASCII, which every client can send after `Bearer`. RFC 6750 §2.1 allows fewer characters, but the gateway
 * accepts all of these.
 */
const SENDABLE = /^[\x21-\x7e]+$/;

/** The faults of a master key: it can be guessed, or cannot be sent. `place`: where it is given. */
export function masterKeyFaults(masterKey: string | undefined, location: Pick<Fault, "path" | "at">): Fault[] {
  if (!masterKey) return [];
  const fault = (number: "C183" | "C195", message: string): Fault => ({
    ...location,
    number,
    message: `${location.path.length === 0 ? "GATEWAY_MASTER_KEY " : ""}${message}`,
    fix: "remove it, so that a random one is generated, or make one with: openssl rand -hex 32",
  });
  const faults: Fault[] = [];
  if (masterKey.length < SHORTEST || WELL_KNOWN.test(masterKey))
    faults.push(fault("C183", `can be guessed: it is well known, or shorter than ${SHORTEST} characters`));
  if (!SENDABLE.test(masterKey))
    faults.push(fault("C195", "cannot be sent as a bearer token: it has a blank, or a letter that is not ASCII"));
  return faults;
}
