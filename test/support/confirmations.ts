import type { Confirmation } from '../../src/main/hosts/confirmation.ts'

/** Treats every call as confirmed, for tests that do not test confirmations. */
export const EVERYTHING_CONFIRMED: Confirmation = {
  check: () => Promise.resolve('granted'),
  give: () => ({ ok: true, value: null }),
}
