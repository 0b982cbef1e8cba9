import { type ModelControls, NO_CONTROLS } from '../../../../shared/model-options.ts'
import { type TierNames, tiersIn } from '../service-tiers.ts'

export const GOOGLE_TIERS: TierNames = { standard: 'standard', flex: 'flex', priority: 'priority' }

/** Gemini 2.5 and older cannot combine their own tools, or a schema, with functions, which are always sent. */
export function googleControls(model: string): ModelControls {
  const major = Number(/^(?:models\/)?gemini-(\d+)/.exec(model)?.[1] ?? 3)
  const combines = major >= 3
  return {
    ...NO_CONTROLS,
    serviceTiers: tiersIn(GOOGLE_TIERS),
    maxTemperature: 2,
    outputLimit: !combines,
    schema: combines ? 'native' : 'instructed',
    webSearch: combines,
    codeExecution: combines,
  }
}
