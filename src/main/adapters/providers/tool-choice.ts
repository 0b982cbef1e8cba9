import type { ModelRequest } from '../../core/ports.ts'
import { readFailure } from './sdk-failure.ts'
import { textField } from './wire-value.ts'

/** Whether the request offers its tools and forbids to call them. Without tools there is nothing to forbid. */
export function forbidsTools({ tools, toolChoice }: ModelRequest): boolean {
  return toolChoice === 'none' && tools.length > 0
}

const SAYS_TOOL_CHOICE = /tool[_ -]?choice|function[_ -]?calling[_ -]?config/i

/**
 * Servers that refuse a request for its tool choice: what they are asked then has no tools at all. Remembered for the
 * life of a provider's instance, by model, because behind one address may be many servers.
 */
export class ToolChoiceRefusals {
  readonly #models = new Set<string>()

  /** The request as this server takes it. */
  adapted(request: ModelRequest): ModelRequest {
    return forbidsTools(request) && this.#models.has(request.model) ? { ...request, tools: [] } : request
  }

  /** Whether `cause` is such a refusal, so that the adapted request is worth a try. */
  note(request: ModelRequest, cause: unknown): boolean {
    if (!forbidsTools(request) || this.#models.has(request.model)) return false
    const { status, body, message } = readFailure(cause)
    const isRefusal = status !== undefined && status >= 400 && status !== 429
    if (!isRefusal || !SAYS_TOOL_CHOICE.test(textField(body, 'message') ?? message)) return false
    this.#models.add(request.model)
    return true
  }
}

/** Sends, and once more without tools when the first was refused for its tool choice. */
export async function withoutToolsIfRefused<T>(
  send: () => Promise<T>,
  request: ModelRequest,
  refusals: ToolChoiceRefusals,
): Promise<T> {
  try {
    return await send()
  } catch (cause) {
    if (!refusals.note(request, cause)) throw cause
    return send()
  }
}
