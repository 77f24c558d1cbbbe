/** An IP address without its zone, which names the network interface of a link-local address: `fe80::1%eth0`. */
export function withoutZone(address: string): string {
  const zone = address.indexOf("%");
  return zone === -1 ? address : address.slice(0, zone);
}
