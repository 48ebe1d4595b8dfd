import ipaddr from "ipaddr.js";

/** The IPv6 range that contains every IPv4 address in its last 32 bits (RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** A range of addresses; `factor` multiplies the maximum of a limit for it. */
export interface NetworkRange {
  range: string;
  factor: number;
}

/**
 * A subscriber gets a /64 at least, often a /56; a /48 has 65,536 /64s. Wider ranges may hold
 * several subscribers and have higher maxima.
 */
const ipv6Ranges = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
];

/**
 * The widest range of an address. All networks in this range count as one subscriber; in the worst
 * case these are several customers of an internet provider.
 */
export function findSubscriber(ip: string): string {
  return listNetworkRanges(ip).at(-1)?.range ?? ip;
}

/**
 * The ranges that an address is counted in, the narrowest first. An IPv4 address (also when
 * embedded in IPv6) is counted alone, since neighbouring addresses belong to other subscribers. A
 * text that is not an address, which a proxy may forward, is returned unchanged.
 */
export function listNetworkRanges(ip: string): NetworkRange[] {
  if (!ipaddr.isValid(ip)) return [{ range: ip, factor: 1 }];
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return [{ range: address.toString(), factor: 1 }];
  const bytes = address.toByteArray();
  if (address.match(nat64)) {
    return [{ range: ipaddr.fromByteArray(bytes.slice(12)).toString(), factor: 1 }];
  }
  return ipv6Ranges.map(({ bits, factor }) => {
    const networkBytes = bytes.map((byte, index) => (index < bits / 8 ? byte : 0));
    return { range: `${new ipaddr.IPv6(networkBytes).toRFC5952String()}/${bits}`, factor };
  });
}
