import type { ContentBlock } from '../../../shared/content.ts'
import { gatewayFamily, modelFamily } from './model-family.ts'
import type { TranscriptTarget } from './transcript-target.ts'

type Stamp = Pick<ContentBlock, 'provider' | 'model' | 'requested_model' | 'endpoint'>

/** Who made the block, with the keys in one order. */
export function stampOf({ provider = '', model = '', requested_model: requested, endpoint = '' }: Stamp): Stamp {
  return { provider, model, ...(requested !== undefined && { requested_model: requested }), endpoint }
}

/**
 * Tells the target's own blocks: same provider and endpoint, and made by the model that was asked, whatever name its
 * response carries. Where only the response's name is known, its family must be the target's. A block whose stamp is
 * incomplete could be anybody's: it is foreign.
 */
export function blockOwner(target: TranscriptTarget): (block: ContentBlock) => boolean {
  const familyOf = target.provider === 'openrouter' ? gatewayFamily : modelFamily
  const family = familyOf(target.model)
  // A history names few models; the same name is not taken apart ten thousand times.
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
