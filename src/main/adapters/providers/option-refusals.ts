import type { ModelOptionName } from '../../../shared/model-options.ts'
import type { ModelRequest } from '../../core/ports/provider-ports.ts'
import { readFailure } from './sdk-failure.ts'
import { textField } from './wire-value.ts'

/** What a refusal of an option says, by the names of the fields in the APIs. */
const SAYS: readonly (readonly [ModelOptionName, RegExp])[] = [
  ['verbosity', /verbosity/i],
  ['service_tier', /service_?tier/i],
  ['temperature', /temperature/i],
  ['schema', /response_?format|text\.format|output_config\.format|json_?schema|response_?mime/i],
  ['web_search', /web_?search|google_?search/i],
  ['code_execution', /code_?(execution|interpreter)/i],
]

/**
 * Remembers the options that a server has refused although its models should take them; requests to that model are then
 * sent without them. Kept as long as a provider's instance.
 */
export class OptionRefusals {
  readonly #refused = new Map<string, Set<ModelOptionName>>()

  /** Returns the request in the form that this server accepts. */
  adapted(request: ModelRequest): ModelRequest {
    const refused = this.#refused.get(request.model)
    if (request.options === undefined || refused === undefined) return request
    const kept = Object.entries(request.options).filter(([name]) => ![...refused].some((each) => each === name))
    return { ...request, options: Object.fromEntries(kept) }
  }

  /** Returns the options that the server has refused for a model. */
  refusedFor(model: string): readonly ModelOptionName[] {
    return [...(this.#refused.get(model) ?? [])]
  }

  /** Returns whether `cause` is such a refusal, so that the adapted request should be tried. */
  note(request: ModelRequest, cause: unknown): boolean {
    const { status, body, message } = readFailure(cause)
    if (request.options === undefined || (status !== 400 && status !== 422)) return false
    const text = `${textField(body, 'message') ?? message} ${textField(body, 'param') ?? ''}`
    const refused = this.#refused.get(request.model) ?? new Set()
    const named = SAYS.find(
      ([name, says]) => request.options?.[name] !== undefined && !refused.has(name) && says.test(text),
    )
    if (named === undefined) return false
    this.#refused.set(request.model, refused.add(named[0]))
    return true
  }
}
