import type { Confirmation } from '../../src/main/hosts/confirmation.ts'

/** For tests that are not about confirmations: everything is confirmed. */
export const EVERYTHING_CONFIRMED: Confirmation = {
  check: () => Promise.resolve('granted'),
  give: () => ({ ok: true, value: null }),
}
