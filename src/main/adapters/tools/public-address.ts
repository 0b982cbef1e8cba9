import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * IPv6 addresses that are routed in the internet (IANA, IPv6 Global Unicast Address Assignments). What is outside of it
 * can lead to this machine, such as the IPv4-compatible `::7f00:1` (RFC 4291 2.5.5.1), or to a NAT64 of this network.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Addresses inside public ranges that are not public. */
const NOT_PUBLIC = [
  // Azure's wire server, which gives machines their secrets ("What is IP address 168.63.129.16", Microsoft).
  '168.63.129.16/32',
  // IETF protocol assignments with Teredo and ORCHID, 6to4, documentation (RFC 2928, 3056, 3849, 9637).
  '2001::/23',
  '2002::/16',
  '2001:db8::/32',
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range))

/** Returns whether an address belongs to the public internet. Reserved addresses do not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address in IPv6 notation is treated as IPv4.
  const parsed = ipaddr.process(address)
  const isIn = ([range, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
    parsed.kind() === range.kind() && parsed.match(range, bits)
  if (parsed.kind() === 'ipv6' && !isIn(GLOBAL_IPV6)) return false
  return parsed.range() === 'unicast' && !NOT_PUBLIC.some(isIn)
}

/** The part of `dns.lookup` that returns all addresses. */
export type AddressLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export type AddressCheck = (address: string) => boolean

/**
 * Returns a look-up that gives a connection only permitted addresses. The connection uses the checked address, so a
 * name that resolves differently the second time gains nothing.
 */
export function vettedLookup(isPermitted: AddressCheck, lookup: AddressLookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const permitted = found.filter(({ address }) => isPermitted(address))
      const [first] = permitted
      if (first === undefined || permitted.length < found.length) return callback(new PrivateAddressError(hostname), '')
      if (options.all === true) callback(null, permitted)
      else callback(null, first.address, first.family)
    })
  }
}

/** The name resolves to this machine or its network. */
export class PrivateAddressError extends Error {
  constructor(hostname: string) {
    super(`${hostname} is on this machine or in a private network; only public addresses are reached.`)
  }
}
