import { NO_CONTROLS } from '../../../../../shared/model-options.ts'
import { findModelRow } from '../../../../../shared/model-table.ts'
import { effortThinking, THINKS_BY_DEFAULT } from '../effort-thinking.ts'
import type { EffortRow } from '../effort-thinking.ts'
import type { CompanyVendor } from '../vendor.ts'

const TO_XHIGH = { none: 'minimal', low: 'low', med: 'medium', high: 'high', xhigh: 'xhigh' } as const
const TO_MAX = { ...TO_XHIGH, max: 'max' } as const

/** `none` is a 400. The llama models ended with the Llama API in July 2026 and accept no effort. */
const MODELS: readonly EffortRow[] = [
  { name: 'muse-spark', efforts: TO_XHIGH },
  { name: 'muse-spark-1-3', efforts: TO_MAX },
  { name: 'muse-spark-1-3-contributor', efforts: TO_XHIGH },
  { name: 'muse-ember', efforts: TO_MAX },
  { name: 'muse-wonder', efforts: TO_MAX },
]

/**
 * The row's name without its version, for versions without a row: `muse-spark-1.1` is one of the `muse-spark` models.
 */
const LINE = /^(muse-[a-z]+)-.*$/

/** Meta's API of 2026, which replaced the Llama API. */
export const META: CompanyVendor = {
  name: 'meta',
  baseUrl: 'https://api.meta.ai/v1',
  api: 'responses',
  thinking: (model, level) =>
    effortThinking(
      MODELS,
      findModelRow(MODELS, model)?.name ?? model.replace(LINE, '$1'),
      level,
      (effort) => ({ reasoning: { effort } }),
      THINKS_BY_DEFAULT,
    ),
  outputLimit: (reply, thinks) => (thinks ? null : reply),
  prices: null,
  asksForUsage: true,
  controls: () => NO_CONTROLS,
  quietness: 'silent',
  onlyAutoToolChoice: true,
  replay: () => ({}),
}
