import ipaddr from "ipaddr.js";

const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * The network of one subscriber: an IPv4 address (also when embedded in IPv6), or the /64 of an IPv6
 * address. Text that is no address, as a proxy may forward, is returned unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const bytes = address.toByteArray();
  if (address.match(nat64)) return ipaddr.fromByteArray(bytes.slice(12)).toString();
  return `${new ipaddr.IPv6([...bytes.slice(0, 8), ...Array<number>(8).fill(0)]).toRFC5952String()}/64`;
}
