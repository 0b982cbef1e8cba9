import { cacheFacts } from '../../../../../shared/cache-facts.ts'
import { LEVEL_LABELS } from '../../../../../shared/thinking-feedback.ts'
import { effortFor } from '../effort-thinking.ts'
import type { Vendor } from '../vendor.ts'

const CLAUDE = 'anthropic/claude-'

/**
 * OpenRouter forwards requests to many companies and translates one `reasoning` field for all of them. Its streams
 * contain comment lines as keep-alive, errors of the upstream company arrive with status 200, and `reasoning_details`
 * must be sent back unchanged.
 */
export const OPENROUTER: Vendor = {
  name: 'openrouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  api: 'chat',
  thinking: (_model, level) => effortFor(level, LEVEL_LABELS[level], { reasoning: { effort: LEVEL_LABELS[level] } }),
  outputLimit: (reply, thinks) => (thinks ? null : reply),
  asksForUsage: true,
  listsPrices: true,
  replay({ thinking, details }) {
    if (details.length > 0) return { reasoning_details: details }
    return thinking === '' ? {} : { reasoning: thinking }
  },
  // The id keeps a conversation at one company, whose cache has its beginning.
  cacheFields: ({ key }) => ({ session_id: key }),
  cacheMarks(model) {
    if (model.startsWith(CLAUDE)) return 'all'
    // Each mark makes a Gemini entry of its own, which is paid for and never renewed; the rest is cached without marks.
    return model.startsWith('google/gemini-') ? 'system' : 'none'
  },
  firstWriteMinimum(model) {
    if (!model.startsWith(CLAUDE)) return null
    return cacheFacts('openrouter', model).minimumTokens
  },
  refusesNoThinking: (providerMessage) => /reasoning is mandatory|cannot be disabled/i.test(providerMessage),
  leastThinking: { reasoning: { effort: 'minimal' } },
}
