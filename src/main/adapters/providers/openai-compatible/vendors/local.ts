import type { Vendor } from '../vendor.ts'
import { NO_CONTROLS } from '../../../../../shared/model-options.ts'
import { NO_THINKING_FIELD } from '../effort-thinking.ts'

/**
 * Any server on this machine: Ollama, llama.cpp, LM Studio, vLLM. Its models are unknown, so no field is sent that one
 * of them might refuse: no thinking field, and no limit, which vLLM compares with the context.
 */
export const LOCAL: Vendor = {
  name: 'local',
  baseUrl: 'http://127.0.0.1:11434/v1',
  api: 'chat',
  thinking: () => NO_THINKING_FIELD,
  outputLimit: () => null,
  asksForUsage: true,
  controls: () => ({ ...NO_CONTROLS, maxTemperature: 2 }),
  quietness: 'local',
  hasUnknownTemplates: true,
  // Some servers use `reasoning`, some `reasoning_content`, and each reads the field that it writes.
  replay: ({ thinking, field = 'reasoning_content' }) => (thinking === '' ? {} : { [field]: thinking }),
}
