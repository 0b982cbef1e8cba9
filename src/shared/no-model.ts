import { API_PROVIDERS } from './providers.ts'

/** The providers whose default models are the examples. */
const EXAMPLES = (['anthropic', 'openai', 'google'] as const).map((name) => API_PROVIDERS[name])
const WIDTH = Math.max(...EXAMPLES.map(({ defaultModel }) => defaultModel?.length ?? 0)) + 6

/** The answer to a prompt for an agent without a model (docs/behaviour/commands.md#no-model). */
export const NO_MODEL_CONFIGURED = `No model configured. Use /model to select one.

Examples:
${EXAMPLES.map(({ label, defaultModel }) => `  /model ${(defaultModel ?? '').padEnd(WIDTH)}(${label})`).join('\n')}

Run /model with Tab for available options.`
