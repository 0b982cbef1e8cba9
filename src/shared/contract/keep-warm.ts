import { oc, type } from '@orpc/contract'
import { z } from 'zod'

import { keepWarmScope, type KeepWarmState } from '../keep-warm.ts'
import type { Result } from '../result.ts'
import { agentId } from './fields.ts'

export const keepWarmContract = {
  /** Returns the agent's order, if there is one, and what keeping it warm would cost. Sends nothing. */
  get: oc.input(z.object({ agentId })).output(type<Result<KeepWarmState>>()),
  /** Keeps the beginning of the next request in the provider's cache; null: no longer. Returns the new state. */
  set: oc.input(z.object({ agentId, scope: keepWarmScope.nullable() })).output(type<Result<KeepWarmState>>()),
}
