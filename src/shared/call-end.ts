import { z } from 'zod'

/**
 * Why a call has no result of its own. `denied`: the user declined it; `reason`: the user's words, missing if there
 * were none. `refused`: a rule, a hook, a profile or a limit forbids it, or nobody could be asked. `stopped`: its turn
 * was stopped. `unanswered`, `interrupted`: ikigai was closed while the user was asked about it, or before its end.
 */
export type CallEnd =
  | { readonly type: 'denied'; readonly reason?: string }
  | { readonly type: 'refused' }
  | { readonly type: 'stopped' }
  | { readonly type: 'unanswered' }
  | { readonly type: 'interrupted' }

/** The end of a recorded call, which a file from elsewhere may have. */
export const callEndSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('denied'), reason: z.string().optional() }),
  z.looseObject({ type: z.enum(['refused', 'stopped', 'unanswered', 'interrupted']) }),
])

/** Returns the end of a call that the user declined; `reason`: the user's words, empty or undefined if there are none. */
export function deniedEnd(reason: string | undefined): CallEnd {
  return reason === undefined || reason === '' ? { type: 'denied' } : { type: 'denied', reason }
}
