import { perUse } from '../../price-rules.ts'
import { NO_CONTROLS } from '../../../../../shared/model-options.ts'
import { findModelRow } from '../../../../../shared/model-table.ts'
import { alwaysThinks, effortThinking, NO_THINKING_FIELD, THINKS_BY_DEFAULT } from '../effort-thinking.ts'
import type { EffortRow } from '../effort-thinking.ts'
import type { ThinkingLevel } from '../../../../../shared/thinking-level.ts'
import type { CompanyVendor, VendorThinking } from '../vendor.ts'

const TO_XHIGH = { none: 'low', low: 'low', med: 'medium', high: 'high', xhigh: 'xhigh' } as const

/** Efforts by model (November 2026). Thinking cannot be disabled for later models. */
const MODELS: readonly EffortRow[] = [
  { name: 'grok-4-3', efforts: { ...TO_XHIGH, none: 'none' } },
  { name: 'grok-4-5', efforts: TO_XHIGH },
  { name: 'grok-4-6', efforts: TO_XHIGH },
  { name: 'grok-4-7', efforts: TO_XHIGH },
]

/** These models decide how much to think, and refuse an effort. */
const ALWAYS_THINK = [
  { name: 'grok-4' },
  { name: 'grok-4-1-fast' },
  { name: 'grok-4-20' },
  { name: 'grok-code-fast-1' },
]

function grokThinking(model: string, level: ThinkingLevel): VendorThinking {
  if (model.includes('non-reasoning')) return NO_THINKING_FIELD
  if (findModelRow(ALWAYS_THINK, model) !== null) return alwaysThinks(level)
  return effortThinking(MODELS, model, level, (effort) => ({ reasoning: { effort } }), THINKS_BY_DEFAULT)
}

/** xAI recommends its Responses API; errors have the form `{code, error}` with a sentence in `error`. */
export const XAI: CompanyVendor = {
  name: 'xai',
  baseUrl: 'https://api.x.ai/v1',
  api: 'responses',
  thinking: grokThinking,
  outputLimit: (reply, thinks) => (thinks ? null : reply),
  // docs.x.ai: models and pricing
  prices: [{ models: /./, prices: { tools: { web_search: perUse(0.005) } } }],
  asksForUsage: true,
  tiers: { standard: 'default', priority: 'priority' },
  controls: () => ({ ...NO_CONTROLS, maxTemperature: 2, schema: 'native', webSearch: true, codeExecution: true }),
  serverTools: { web_search: { type: 'web_search' }, code_execution: { type: 'code_interpreter' } },
  quietness: 'silent',
  replay: ({ thinking }) => (thinking === '' ? {} : { reasoning_content: thinking }),
  cacheFields: ({ key }) => ({ prompt_cache_key: key }),
  isChatModel: (id) => id.startsWith('grok-') && !/image|imagine|video|voice/.test(id),
  // For its own search in X.
  runsCustomTools: true,
}
