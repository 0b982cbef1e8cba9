import { type ClientAccess, NO_BROWSERS } from '../../src/main/hosts/client-access.ts'
import { noCodes } from '../../src/main/hosts/confirmation.ts'

/** Treats every call as confirmed, for tests that do not test confirmations. */
export const EVERYTHING_CONFIRMED: ClientAccess = {
  confirmation: {
    check: () => Promise.resolve('granted'),
    give: () => ({ ok: true, value: null }),
    codes: noCodes,
  },
  sessions: NO_BROWSERS,
}
