/** Error texts of docs/behaviour/commands.md#model. */

export const UNKNOWN_MODEL = `Unknown model: unknown-model

Supported models:
  Anthropic: claude-haiku-4-5, claude-sonnet-5-5, claude-opus-4-5
  OpenAI:    gpt-5-nano, gpt-5-mini, gpt-5
  Google:    gemini-2.5-flash-lite, gemini-3.8-flash, gemini-3.1-pro-preview`

export const INVALID_LEVEL = `Invalid thinking level: maximum
Valid levels: none, low, med, high`

export const NO_CREDENTIALS = `No credentials for anthropic. Set ANTHROPIC_API_KEY or add to credentials.json

Get your API key at: https://console.anthropic.com/settings/keys`

export const NO_MODEL = `No model configured. Use /model to select one.

Examples:
  /model claude-sonnet-5-5      (Anthropic)
  /model gpt-5-mini             (OpenAI)
  /model gemini-3.8-flash       (Google)

Run /model with Tab for available options.`

export const BUSY_MODEL =
  'Cannot switch model while response is streaming. Wait for completion or press Ctrl+C to cancel.'
