import type { ContentBlock } from '../../../shared/content.ts'
import { gatewayFamily, modelFamily } from './model-family.ts'
import type { TranscriptTarget } from './transcript-target.ts'
import { defined } from '../../../shared/defined.ts'

/** What a block says about its source. */
export interface Stamp {
  readonly provider?: string
  readonly model?: string
  readonly requested_model?: string
  readonly endpoint?: string
}

/** The source of the block, with its keys in a fixed order. */
export function stampOf({ provider = '', model = '', requested_model: requested, endpoint = '' }: Stamp): Stamp {
  return { provider, model, ...defined({ requested_model: requested }), endpoint }
}

/**
 * Returns a test for the target's own blocks: same provider and endpoint, and the requested model is of the target's
 * family, whatever name the response has. If the requested model is not stored, the name in the response is compared. A
 * block with an incomplete stamp counts as foreign.
 */
export function blockOwner(target: TranscriptTarget): (block: ContentBlock) => boolean {
  const familyOf = target.provider === 'openrouter' ? gatewayFamily : modelFamily
  const family = familyOf(target.model)
  // A history contains few different models, so each name is parsed only once.
  const known = new Map<string, boolean>()
  return ({ provider, endpoint, model, requested_model: requested = model }) => {
    if (provider !== target.provider || endpoint !== target.endpoint || requested === undefined) return false
    const answer = known.get(requested)
    if (answer !== undefined) return answer
    const own = familyOf(requested) === family
    known.set(requested, own)
    return own
  }
}
