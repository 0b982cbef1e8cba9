import type { ContentBlock } from '../../../shared/content.ts'
import { gatewayFamily, modelFamily } from './model-family.ts'
import type { TranscriptTarget } from './transcript-target.ts'

/**
 * Tells the target's own blocks: same provider, endpoint and model family. A block whose stamp is incomplete could be
 * anybody's: it is foreign.
 */
export function blockOwner(target: TranscriptTarget): (block: ContentBlock) => boolean {
  const familyOf = target.provider === 'openrouter' ? gatewayFamily : modelFamily
  const family = familyOf(target.model)
  // A history names few models; the same name is not taken apart ten thousand times.
  const known = new Map<string, boolean>()
  return ({ provider, endpoint, model }) => {
    if (provider !== target.provider || endpoint !== target.endpoint || model === undefined) return false
    const answer = known.get(model)
    if (answer !== undefined) return answer
    const own = familyOf(model) === family
    known.set(model, own)
    return own
  }
}
