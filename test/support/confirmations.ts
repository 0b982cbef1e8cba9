import { type ClientAccess, NO_BROWSERS } from '../../src/main/hosts/client-access.ts'

/** Treats every call as confirmed, for tests that do not test confirmations. */
export const EVERYTHING_CONFIRMED: ClientAccess = {
  confirmation: {
    check: () => Promise.resolve('granted'),
    give: () => ({ ok: true, value: null }),
  },
  sessions: NO_BROWSERS,
}
