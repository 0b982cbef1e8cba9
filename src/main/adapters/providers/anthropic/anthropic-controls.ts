import { type ModelControls, NO_CONTROLS } from '../../../../shared/model-options.ts'
import { type TierNames, tiersIn } from '../service-tiers.ts'

export const ANTHROPIC_TIERS: TierNames = { standard: 'standard_only', priority: 'auto' }

/** Claude 3.5 and older: no structured output, no tools of the server. */
const OLD_CLAUDE = /^claude-(2|instant|3(?!-7))/
/** Claude models before structured output (platform.claude.com, structured outputs). */
const UNSTRUCTURED_CLAUDE = /^claude-(3|(opus|sonnet)-4(-20250514|-0)?$)/

/** Since the API version of October 2026, `temperature` is a 400 for all models. */
export function anthropicControls(model: string): ModelControls {
  const isOld = OLD_CLAUDE.test(model)
  return {
    ...NO_CONTROLS,
    serviceTiers: tiersIn(ANTHROPIC_TIERS),
    outputLimit: true,
    schema: UNSTRUCTURED_CLAUDE.test(model) ? 'instructed' : 'native',
    webSearch: !isOld,
    codeExecution: !isOld,
  }
}
