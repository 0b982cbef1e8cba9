import type { JsonObject } from '../../../../shared/json.ts'
import type { ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { claudeCitation } from '../citations.ts'

/** A complete text block, its length in UTF-16 units. */
interface CitingText {
  readonly index: number
  readonly length: number
  readonly citations: readonly JsonObject[]
}

/**
 * Returns the events for the citations of a text block. Only citations of the API's own search are sent back: the
 * others refer to documents of one request.
 */
export function citationEvents({ index: blockIndex, length, citations }: CitingText): readonly ProviderEvent[] {
  if (citations.length === 0) return []
  const replayed = citations.filter(isOfSearch)
  const data: ProviderEvent = {
    type: 'block_data',
    blockIndex,
    blockType: 'text',
    providerData: { citations: replayed },
  }
  const shown: ProviderEvent = {
    type: 'citations',
    blockIndex,
    citations: citations.map((raw) => claudeCitation(raw, length)),
  }
  return replayed.length === 0 ? [shown] : [shown, data]
}

/** The API refuses a citation that lacks one of these. */
function isOfSearch({ type, url, cited_text: quote, encrypted_index: index }: JsonObject): boolean {
  return type === 'web_search_result_location' && [url, quote, index].every((value) => typeof value === 'string')
}
