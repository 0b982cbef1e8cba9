import { z } from 'zod'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ModelPool } from '../../../shared/model-pool.ts'
import { parseModelSpec } from '../../../shared/model-spec.ts'

/** A member, as it is typed after `/model`. */
const member = z.string('must have models as texts').transform((text, context): ModelChoice => {
  const spec = parseModelSpec(text)
  if (spec.ok) return spec.choice
  const [words = ''] = spec.message.split('\n')
  context.addIssue({ code: 'custom', message: `has a model that can't be used (${words})` })
  return z.NEVER
})

/** An entry of `pools`; the messages complete `pools.NAME …`. */
export const poolField: z.ZodType<ModelPool> = z.object(
  {
    strategy: z.enum(['failover', 'round-robin'], 'must have a strategy: failover or round-robin').default('failover'),
    models: z.array(member, 'must have a list of models').min(1, 'must have at least one model'),
  },
  'must be an object with strategy and models',
)
