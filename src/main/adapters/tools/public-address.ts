import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether an address belongs to the open internet. What is reserved in any way does not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address that is written as IPv6 is what it is.
  return ipaddr.process(address).range() === 'unicast'
}

/** `dns.lookup`, asked for every address. */
export type AddressLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export type AddressCheck = (address: string) => boolean

/**
 * A look-up that gives a connection none but permitted addresses. What it answers is what is connected to, so a name
 * that answers differently the second time gains nothing.
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

/** The name leads into this machine or its network. */
export class PrivateAddressError extends Error {
  constructor(hostname: string) {
    super(`${hostname} is on this machine or in a private network; web_fetch reaches public addresses only.`)
  }
}
