import { expect, test } from "vitest";
import { isMetadataAddress } from "./metadata-address";

const REFUSED = [
  ["the address of most clouds", "169.254.169.254"],
  ["another link-local address", "169.254.0.1"],
  ["one decimal number", "2852039166"],
  ["one hexadecimal number", "0xa9fea9fe"],
  ["octal parts", "0251.0376.0251.0376"],
  ["two parts", "169.16689662"],
  ["mapped into IPv6", "::ffff:169.254.169.254"],
  ["mapped into IPv6, in hexadecimal and brackets", "[::ffff:a9fe:a9fe]"],
  ["compatible with IPv6", "::169.254.169.254"],
  ["translated", "::ffff:0:169.254.169.254"],
  ["behind NAT64", "64:ff9b::a9fe:a9fe"],
  ["behind a NAT64 of the network", "64:ff9b:1::a9fe:a9fe"],
  ["in 6to4", "2002:a9fe:a9fe::1"],
  ["in Teredo", "2001:0:4136:e378:8000:63bf:5601:5601"],
  ["link-local IPv6 with a zone", "fe80::1%eth0"],
  ["the end of the link-local range", "febf:ffff::1"],
  ["AWS over IPv6", "fd00:0ec2:0:0:0:0:0:254"],
  ["Google Cloud over IPv6", "fd20:ce::254"],
  ["Alibaba Cloud", "100.100.100.200"],
  ["Alibaba Cloud, mapped", "::ffff:100.100.100.200"],
  ["Azure's WireServer", "168.63.129.16"],
  ["Oracle Cloud", "192.0.0.192"],
] as const;

test.each(REFUSED)("an address that serves metadata is recognised: %s", (_what, address) => {
  expect(isMetadataAddress(address)).toBe(true);
});

const OTHERS = [
  ["loopback", "127.0.0.1"],
  ["loopback over IPv6", "::1"],
  ["loopback, mapped", "::ffff:127.0.0.1"],
  ["any address", "0.0.0.0"],
  ["any address over IPv6", "::"],
  ["a private network", "10.1.2.3"],
  ["a unique local address", "fd00::1"],
  ["just outside the range", "169.253.255.255"],
  ["just outside the IPv6 range", "fec0::1"],
  ["a public address", "93.184.216.34"],
  ["a public IPv6 address", "2606:2800:220:1::"],
  ["a name", "metadata.example"],
  ["no address", "%%"],
] as const;

test.each(OTHERS)("an address that serves no metadata is let through: %s", (_what, address) => {
  expect(isMetadataAddress(address)).toBe(false);
});
