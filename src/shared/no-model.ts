/** The answer to a prompt for an agent without a model (docs/behaviour/commands.md#no-model). */
export const NO_MODEL_CONFIGURED = `No model configured. Use /model to select one.

Examples:
  /model claude-sonnet-5-5      (Anthropic)
  /model gpt-5-mini             (OpenAI)
  /model gemini-3.8-flash       (Google)

Run /model with Tab for available options.`
