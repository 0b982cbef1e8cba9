import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { supportedLines } from '../../src/shared/supported-models.ts'

/** Error texts of docs/behaviour/commands.md#model. */

export const UNKNOWN_MODEL = [
  'Unknown model: unknown-model',
  '',
  'Supported models:',
  ...supportedLines(createModelCatalog().list),
].join('\n')

export const INVALID_LEVEL = `Invalid thinking level: maximum
Valid levels: none, low, med, high`

export const NO_CREDENTIALS = `No credentials for anthropic. Set ANTHROPIC_API_KEY or add to credentials.json

Get your API key at: https://console.anthropic.com/settings/keys`

export const NO_MODEL = `No model configured. Use /model to select one.

Examples:
  /model claude-sonnet-5-5      (Anthropic)
  /model gpt-6.1-terra          (OpenAI)
  /model gemini-3.8-flash       (Google)

Run /model with Tab for available options.`

export const BUSY_MODEL =
  'Cannot switch model while response is streaming. Wait for completion or press Ctrl+C to cancel.'
