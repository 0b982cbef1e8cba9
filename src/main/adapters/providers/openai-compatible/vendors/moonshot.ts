import { perUse } from '../../price-rules.ts'
import { CANNOT_DISABLE_THINKING, THINKING_DISABLED } from '../../../../../shared/thinking-feedback.ts'
import { NO_CONTROLS } from '../../../../../shared/model-options.ts'
import { findModelRow } from '../../../../../shared/model-table.ts'
import type { ThinkingLevel } from '../../../../../shared/thinking-level.ts'
import { effortThinking, NO_THINKING_FIELD, THINKS_BY_DEFAULT } from '../effort-thinking.ts'
import type { EffortRow } from '../effort-thinking.ts'
import type { CompanyVendor, VendorThinking } from '../vendor.ts'

/** Efforts are low, high and max; thinking cannot be disabled for these models. */
const EFFORT = { none: 'low', low: 'low', med: 'high', high: 'high', max: 'max' } as const
const MODELS: readonly EffortRow[] = [
  { name: 'kimi-k3', efforts: EFFORT },
  { name: 'kimi-k3-1', efforts: EFFORT },
]

/** Thinking of the previous generation is either on or off; the models for code and `kimi-k2-thinking` always think. */
const SWITCHED: readonly { readonly name: string; readonly canBeOff: boolean }[] = [
  { name: 'kimi-k2-5', canBeOff: true },
  { name: 'kimi-k2-6', canBeOff: true },
  { name: 'kimi-k2-7-code', canBeOff: false },
  { name: 'kimi-k2-thinking', canBeOff: false },
]

/**
 * Room for thinking in addition to the reply, tokens: Kimi counts it against the limit, and its default limit is small.
 */
const THINKING_ROOM = 25_000

/**
 * The search that Kimi runs once the call's own arguments come back as its result (platform.kimi.ai, pricing of tools).
 */
const WEB_SEARCH = '$web_search'

/** The previous generation can search only without thinking. */
function canSearch(model: string, level: ThinkingLevel): boolean {
  const row = findModelRow(SWITCHED, model)
  return row === null ? findModelRow(MODELS, model) !== null : row.canBeOff && level === 'none'
}

/**
 * Moonshot's Kimi: tool calls of an assistant are sent back with their `reasoning_content`, which must not be empty.
 */
export const MOONSHOT: CompanyVendor = {
  name: 'moonshot',
  baseUrl: 'https://api.moonshot.ai/v1',
  api: 'chat',
  thinking(model, level) {
    const row = findModelRow(SWITCHED, model)
    if (row !== null) return switched(row.canBeOff, level)
    return effortThinking(MODELS, model, level, (effort) => ({ reasoning_effort: effort }), THINKS_BY_DEFAULT)
  },
  outputLimit: (reply, thinks, isMaximum) => (thinks && !isMaximum ? reply + THINKING_ROOM : reply),
  // platform.kimi.ai: pricing of tools. What a search finds is charged as input of the next request.
  prices: [{ models: /./, prices: { tools: { web_search: perUse(0.005) } } }],
  asksForUsage: true,
  // Kimi models refuse every temperature except their own.
  controls: (model, level) => ({ ...NO_CONTROLS, schema: 'native', webSearch: canSearch(model, level) }),
  serverTools: { web_search: { type: 'builtin_function', function: { name: WEB_SEARCH } } },
  echoedTool: { option: 'web_search', name: WEB_SEARCH },
  replay({ thinking, hasCalls }) {
    if (thinking.trim() !== '') return { reasoning_content: thinking }
    // An empty text counts as missing, a space does not (docs/behaviour/providers.md#moonshot).
    return hasCalls ? { reasoning_content: ' ' } : {}
  },
  isChatModel: (id) => /^(kimi|moonshot)-/.test(id),
}

/** `thinking` together with `reasoning_effort` is a 400, and so is `disabled` for models that always think. */
function switched(canBeOff: boolean, level: ThinkingLevel): VendorThinking {
  if (level === 'none' && canBeOff) {
    const feedback = [`Thinking: ${THINKING_DISABLED}`]
    return { ...NO_THINKING_FIELD, fields: { thinking: { type: 'disabled' } }, label: THINKING_DISABLED, feedback }
  }
  const fields = canBeOff ? { thinking: { type: 'enabled' } } : {}
  const text = 'Thinking: on'
  const feedback = level === 'none' ? [CANNOT_DISABLE_THINKING, text] : [text]
  return { fields, thinks: true, label: 'on', feedback }
}
