import { expect, test } from "vitest";
import { listNetworkRanges } from "./networks.ts";

const findNetwork = (ip: string) => listNetworkRanges(ip)[0]?.range;

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
  // Of the NAT64 prefixes, only the well-known one contains an IPv4 address.
  ["64:ff9b::203.0.113.7", "203.0.113.7"],
  ["64:ff9b::cb00:7107", "203.0.113.7"],
  ["64:ff9b:1::cb00:7107", "64:ff9b:1::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::2:0:0:0:1", "2001:db8:0:2::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["fe80::1%eth1", "fe80::/64"],
  ["::1", "::/64"],
  ["::", "::/64"],
  ["not an address", "not an address"],
])("PRIV-07 %s is counted as %s", (ip, network) => {
  expect(findNetwork(ip)).toBe(network);
});

test("PRIV-07 two addresses of one /64 are one network, and the next /64 and the next IPv4 address are others", () => {
  expect(findNetwork("2001:db8:1:2:aaaa::1")).toBe(findNetwork("2001:db8:1:2:bbbb:cccc::"));
  expect(findNetwork("2001:db8:1:3::1")).not.toBe(findNetwork("2001:db8:1:2::1"));
  expect(findNetwork("203.0.113.8")).not.toBe(findNetwork("203.0.113.7"));
});

test("SAFE-08 an IPv6 address is counted in its /64, /56 and /48, an IPv4 address alone", () => {
  expect(listNetworkRanges("2001:db8:1:2a3:4:5:6:7")).toEqual([
    { range: "2001:db8:1:2a3::/64", factor: 1 },
    { range: "2001:db8:1:200::/56", factor: 4 },
    { range: "2001:db8:1::/48", factor: 16 },
  ]);
  for (const ip of ["203.0.113.7", "::ffff:203.0.113.7", "64:ff9b::203.0.113.7"]) {
    expect(listNetworkRanges(ip)).toEqual([{ range: "203.0.113.7", factor: 1 }]);
  }
});
