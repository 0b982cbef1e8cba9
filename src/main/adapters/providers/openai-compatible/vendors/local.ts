import type { CompanyVendor } from '../vendor.ts'
import { NO_CONTROLS } from '../../../../../shared/model-options.ts'
import { NO_THINKING_FIELD } from '../effort-thinking.ts'

/**
 * Any server on this machine: Ollama, llama.cpp, LM Studio, vLLM. Its models are unknown, so no field is sent that one
 * of them might refuse: no thinking field, and no limit, which vLLM compares with the context.
 */
export const LOCAL: CompanyVendor = {
  name: 'local',
  baseUrl: 'http://127.0.0.1:11434/v1',
  api: 'chat',
  thinking: () => NO_THINKING_FIELD,
  outputLimit: () => null,
  prices: null,
  asksForUsage: true,
  controls: () => ({ ...NO_CONTROLS, maxTemperature: 2 }),
  quietness: 'local',
  hasUnknownTemplates: true,
  // Each server reads the field that it writes: `reasoning`, `reasoning_content`, or a gateway's signed details.
  replay({ thinking, field, details, detailsField }) {
    const name = field ?? (details.length === 0 ? 'reasoning_content' : undefined)
    return {
      ...(thinking !== '' && name !== undefined && { [name]: thinking }),
      ...(details.length > 0 && { [detailsField]: details }),
    }
  },
}
