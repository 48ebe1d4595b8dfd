import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether an IP address is public. An IPv4 address that is embedded in IPv6 is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/**
 * Resolves a host to its public IP addresses only; fails if it has none. It runs for each connection,
 * so that a host can't change to a private address after a check.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, resolved) => {
    const addresses = (resolved ?? []).filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (error || !first) callback(error ?? new Error("not a public host"), "", 4);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
