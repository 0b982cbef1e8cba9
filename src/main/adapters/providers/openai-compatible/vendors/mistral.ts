import type { JsonObject } from '../../../../../shared/json.ts'
import { NO_CONTROLS } from '../../../../../shared/model-options.ts'
import { alwaysThinks, effortThinking, NO_THINKING_FIELD } from '../effort-thinking.ts'
import type { EffortRow } from '../effort-thinking.ts'
import type { CompanyVendor } from '../vendor.ts'

const ON_OR_OFF = { none: 'none', low: 'high', med: 'high', high: 'high' } as const
const FROM_LOW = { none: 'low', low: 'low', med: 'medium', high: 'high' } as const
const LOW_OR_HIGH = { none: 'low', low: 'low', med: 'high', high: 'high', max: 'max' } as const

/** Models with `reasoning_effort` (November 2026); the others refuse the field. */
const MODELS: readonly EffortRow[] = [
  { name: 'mistral-small-2603', efforts: ON_OR_OFF },
  { name: 'mistral-small-latest', efforts: ON_OR_OFF },
  { name: 'mistral-medium-2604', efforts: ON_OR_OFF },
  { name: 'mistral-medium-3-5', efforts: ON_OR_OFF },
  { name: 'mistral-medium-latest', efforts: ON_OR_OFF },
  { name: 'mistral-large-4', efforts: FROM_LOW },
  { name: 'mistral-large-4-0-8', efforts: FROM_LOW },
  { name: 'mistral-large-latest', efforts: FROM_LOW },
  { name: 'magistral-medium-latest', efforts: ON_OR_OFF },
  { name: 'labs-leanstral-1-5-1', efforts: ON_OR_OFF },
  // Models of other companies that Mistral serves.
  { name: 'zai-glm-5-2', efforts: { ...ON_OR_OFF, max: 'max' } },
  { name: 'zai-glm-5-3', efforts: LOW_OR_HIGH },
  { name: 'zai-glm-5-3-flash', efforts: LOW_OR_HIGH },
  { name: 'deepseek-v4-1-flash', efforts: { ...LOW_OR_HIGH, none: 'none' } },
]

/**
 * Mistral's Chat Completions: thinking is a part of a content list, usage is sent unasked, unknown fields are refused.
 */
export const MISTRAL: CompanyVendor = {
  name: 'mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  api: 'chat',
  thinking(model, level) {
    // Earlier magistral models always reason, and refuse the field.
    const unknown = model.startsWith('magistral-') ? alwaysThinks(level) : NO_THINKING_FIELD
    return effortThinking(MODELS, model, level, (effort) => ({ reasoning_effort: effort }), unknown)
  },
  outputLimit: (reply, thinks) => (thinks ? null : reply),
  prices: null,
  asksForUsage: false,
  pdfPart: 'document_url',
  tiers: { standard: 'standard_only', priority: 'auto' },
  controls: () => ({ ...NO_CONTROLS, maxTemperature: 1.5, schema: 'native' }),
  replay: ({ thinking, text }) => (thinking === '' ? {} : { content: contentParts(thinking, text) }),
  cacheFields: ({ key }) => ({ prompt_cache_key: key }),
  isChatModel: (id) => !/embed|moderation|ocr|transcribe|voxtral-mini|realtime|tts/.test(id),
}

function contentParts(thinking: string, text: string): JsonObject[] {
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: thinking }] }
  return text === '' ? [thought] : [thought, { type: 'text', text }]
}
