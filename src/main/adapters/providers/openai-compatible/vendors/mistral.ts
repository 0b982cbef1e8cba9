import type { JsonObject } from '../../../../../shared/json.ts'
import { NO_CONTROLS } from '../../../../../shared/model-options.ts'
import { alwaysThinks, effortThinking } from '../effort-thinking.ts'
import type { EffortRow } from '../effort-thinking.ts'
import type { Vendor } from '../vendor.ts'

const ON_OR_OFF = { none: 'none', low: 'high', med: 'high', high: 'high' } as const

/** Models with `reasoning_effort` (November 2026); the others refuse the field. */
const MODELS: readonly EffortRow[] = [
  { name: 'mistral-small-2603', efforts: ON_OR_OFF },
  { name: 'mistral-small-latest', efforts: ON_OR_OFF },
  { name: 'mistral-medium-2604', efforts: ON_OR_OFF },
  { name: 'mistral-medium-3-5', efforts: ON_OR_OFF },
  { name: 'mistral-medium-latest', efforts: ON_OR_OFF },
  { name: 'mistral-large-4', efforts: { none: 'low', low: 'low', med: 'medium', high: 'high' } },
  { name: 'mistral-large-4-0-8', efforts: { none: 'low', low: 'low', med: 'medium', high: 'high' } },
]

/**
 * Mistral's Chat Completions: thinking is a part of a content list, usage is sent unasked, unknown fields are refused.
 */
export const MISTRAL: Vendor = {
  name: 'mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  api: 'chat',
  thinking(model, level) {
    // These models always reason.
    if (model.startsWith('magistral-')) return alwaysThinks(level)
    return effortThinking(MODELS, model, level, (effort) => ({ reasoning_effort: effort }))
  },
  outputLimit: (reply, thinks) => (thinks ? null : reply),
  asksForUsage: false,
  pdfPart: 'document_url',
  tiers: { standard: 'standard_only', priority: 'auto' },
  controls: () => ({ ...NO_CONTROLS, maxTemperature: 1.5, schema: 'native' }),
  replay: ({ thinking, text }) => (thinking === '' ? {} : { content: contentParts(thinking, text) }),
  cacheFields: ({ key }) => ({ prompt_cache_key: key }),
  isChatModel: (id) => !/embed|moderation|ocr|transcribe|voxtral|realtime|tts/.test(id),
}

function contentParts(thinking: string, text: string): JsonObject[] {
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: thinking }] }
  return text === '' ? [thought] : [thought, { type: 'text', text }]
}
