import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns whether an address belongs to the public internet. Reserved addresses do not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address in IPv6 notation is treated as IPv4.
  return ipaddr.process(address).range() === 'unicast'
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
