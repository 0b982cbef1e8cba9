import type { ModelRequest } from '../../core/ports/provider-ports.ts'
import { readFailure } from './sdk-failure.ts'
import { textField } from './wire-value.ts'

/** Returns whether the request offers tools but forbids calling them. */
export function forbidsTools({ tools, toolChoice }: ModelRequest): boolean {
  return toolChoice === 'none' && tools.length > 0
}

const SAYS_TOOL_CHOICE = /tool[_ -]?choice|function[_ -]?calling[_ -]?config/i

/**
 * Remembers models whose server refuses a request for its tool choice; such requests are then sent without tools. Kept
 * as long as a provider's instance, by model, because one address may serve many servers.
 */
export class ToolChoiceRefusals {
  readonly #models = new Set<string>()

  /** Returns the request in the form that this server accepts. */
  adapted(request: ModelRequest): ModelRequest {
    return forbidsTools(request) && this.#models.has(request.model) ? { ...request, tools: [] } : request
  }

  /** Returns whether `cause` is such a refusal, so that the adapted request should be tried. */
  note(request: ModelRequest, cause: unknown): boolean {
    if (!forbidsTools(request) || this.#models.has(request.model)) return false
    const { status, body, message } = readFailure(cause)
    const isRefusal = status !== undefined && status >= 400 && status !== 429
    if (!isRefusal || !SAYS_TOOL_CHOICE.test(textField(body, 'message') ?? message)) return false
    this.#models.add(request.model)
    return true
  }
}
