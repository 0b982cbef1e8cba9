import type { ModelOptionName } from '../../../shared/model-options.ts'
import type { ModelRequest } from '../../core/ports/provider-ports.ts'
import { OptionRefusals } from './option-refusals.ts'
import { readFailure } from './sdk-failure.ts'
import { ToolChoiceRefusals } from './tool-choice.ts'
import { textField } from './wire-value.ts'

const SAYS_CACHE_FIELD = /prompt_cache_|cache_control|session_id/

/**
 * Remembers models whose server refuses the fields of the prompt cache; their requests are then sent without them. Kept
 * as long as a provider's instance, by model.
 */
class CacheRefusals {
  readonly #models = new Set<string>()

  /** Returns the request in the form that this server accepts. */
  adapted(request: ModelRequest): ModelRequest {
    if (request.cache === undefined || !this.#models.has(request.model)) return request
    const { cache: _, ...plain } = request
    return plain
  }

  /** Returns whether `cause` is such a refusal, so that the adapted request should be tried. */
  note(request: ModelRequest, cause: unknown): boolean {
    if (request.cache === undefined || this.#models.has(request.model)) return false
    const { status, body, message } = readFailure(cause)
    if (status !== 400 && status !== 422) return false
    if (!SAYS_CACHE_FIELD.test(textField(body, 'message') ?? message)) return false
    this.#models.add(request.model)
    return true
  }
}

/**
 * The optional parts of requests that a server has refused: the choice of tools, the prompt cache, an agent's options.
 */
export class RequestRefusals {
  readonly #toolChoice = new ToolChoiceRefusals()
  readonly #cache = new CacheRefusals()
  readonly #options = new OptionRefusals()

  /** Returns the request in the form that this server accepts. */
  adapted(request: ModelRequest): ModelRequest {
    return this.#options.adapted(this.#cache.adapted(this.#toolChoice.adapted(request)))
  }

  /** As in `Provider`. */
  readonly refusedOptions = (model: string): readonly ModelOptionName[] => this.#options.refusedFor(model)

  /** Returns whether the adapted request should be tried after this failure. True once for each part and model. */
  note(request: ModelRequest, cause: unknown): boolean {
    return (
      this.#toolChoice.note(request, cause) || this.#cache.note(request, cause) || this.#options.note(request, cause)
    )
  }
}

/** Sends a request, and sends it again without each optional part that the server refuses. */
export async function resentIfRefused<T>(
  send: () => Promise<T>,
  request: ModelRequest,
  refusals: RequestRefusals,
): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (cause) {
      if (!refusals.note(request, cause)) throw cause
    }
  }
}
