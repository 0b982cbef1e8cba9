import { cacheFacts } from '../../../../../shared/cache-facts.ts'
import { LEVEL_LABELS } from '../../../../../shared/thinking-feedback.ts'
import { NO_CONTROLS, VERBOSITIES } from '../../../../../shared/model-options.ts'
import { effortFor } from '../effort-thinking.ts'
import { OPENAI_TIERS } from '../../service-tiers.ts'
import type { CompanyVendor } from '../vendor.ts'

const CLAUDE = 'anthropic/claude-'

/** The gateway has all efforts, and lowers one that the model behind it does not have. */

/**
 * OpenRouter forwards requests to many companies and translates one `reasoning` field for all of them. Its streams
 * contain comment lines as keep-alive, errors of the upstream company arrive with status 200, and `reasoning_details`
 * must be sent back unchanged.
 */
export const OPENROUTER: CompanyVendor = {
  name: 'openrouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  api: 'chat',
  thinking(_model, level) {
    const effort = LEVEL_LABELS[level]
    return effortFor(level, effort, { reasoning: { effort } })
  },
  outputLimit: (reply, thinks) => (thinks ? null : reply),
  prices: null,
  asksForUsage: true,
  tiers: OPENAI_TIERS,
  // It leaves out what the model behind it does not take.
  controls: () => ({ ...NO_CONTROLS, verbosities: VERBOSITIES, maxTemperature: 2, webSearch: true }),
  serverTools: { web_search: { type: 'openrouter:web_search' } },
  listsPrices: true,
  replay({ thinking, details, detailsField }) {
    if (details.length > 0) return { [detailsField]: details }
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
}
