import { effortThinking, THINKS_BY_DEFAULT } from '../effort-thinking.ts'
import type { EffortRow } from '../effort-thinking.ts'
import type { Vendor } from '../vendor.ts'

/** `none` is a 400. The llama models ended with the Llama API in July 2026 and accept no effort. */
const MODELS: readonly EffortRow[] = ['muse-spark', 'muse-ember', 'muse-wonder'].map((name) => ({
  name,
  efforts: { none: 'minimal', low: 'low', med: 'medium', high: 'high' },
}))

/** The row's name without its version: `muse-spark-1.3` is one of the `muse-spark` models. */
const LINE = /^(muse-[a-z]+)-.*$/

/** Meta's API of 2026, which replaced the Llama API. */
export const META: Vendor = {
  name: 'meta',
  baseUrl: 'https://api.meta.ai/v1',
  api: 'responses',
  thinking: (model, level) =>
    effortThinking(
      MODELS,
      model.replace(LINE, '$1'),
      level,
      (effort) => ({ reasoning: { effort } }),
      THINKS_BY_DEFAULT,
    ),
  outputLimit: (reply, thinks) => (thinks ? null : reply),
  asksForUsage: true,
  quietness: 'silent',
  onlyAutoToolChoice: true,
  replay: () => ({}),
}
