import { effortThinking, THINKS_UNASKED } from '../effort-thinking.ts'
import type { EffortRow } from '../effort-thinking.ts'
import type { Vendor } from '../vendor.ts'

const FROM_LOW = { none: 'low', low: 'low', med: 'medium', high: 'high' } as const

/** What each model takes (November 2026). Later models can't be kept from thinking. */
const MODELS: readonly EffortRow[] = [
  { name: 'grok-4-3', efforts: { ...FROM_LOW, none: 'none' } },
  { name: 'grok-4-5', efforts: FROM_LOW },
  { name: 'grok-4-6', efforts: FROM_LOW },
  { name: 'grok-4-7', efforts: FROM_LOW },
]

/** xAI prefers its Responses API; errors come as `{code, error}` with a sentence in `error`. */
export const XAI: Vendor = {
  name: 'xai',
  baseUrl: 'https://api.x.ai/v1',
  api: 'responses',
  thinking: (model, level) =>
    effortThinking(MODELS, model, level, (effort) => ({ reasoning: { effort } }), THINKS_UNASKED),
  outputLimit: (reply, thinks) => (thinks ? null : reply),
  asksForUsage: true,
  replay: ({ thinking }) => (thinking === '' ? {} : { reasoning_content: thinking }),
  isChatModel: (id) => id.startsWith('grok-') && !/image|imagine|video|voice/.test(id),
  // Searches in X.
  runsCustomTools: true,
}
