import type { AgentOptions } from '../../../src/shared/contract/agents.ts'
import { leftOutNotes, type ModelControls, type ModelOptions, VERBOSITIES } from '../../../src/shared/model-options.ts'

const CONTROLS: ModelControls = {
  verbosities: VERBOSITIES,
  serviceTiers: ['standard', 'flex', 'priority'],
  maxTemperature: null,
  outputLimit: true,
  schema: 'native',
  webSearch: true,
  codeExecution: true,
}

export function previewOptions(options: ModelOptions): AgentOptions {
  return { options, controls: CONTROLS, maxOutput: 64_000, notes: leftOutNotes(options, CONTROLS, 'the model') }
}
