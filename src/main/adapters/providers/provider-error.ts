import { type AppError, type ErrorCategory, ERRORS } from '../../../shared/app-error.ts'
import { hideSecrets, learnSecrets, withoutSecrets } from '../../../shared/known-secrets.ts'
import { type ProviderName, PROVIDERS } from '../../../shared/providers.ts'
import { defined } from '../../../shared/defined.ts'

/** A failure as reported by a provider; `providerMessage` is its text. */
export interface ProviderFault {
  readonly category: ErrorCategory
  readonly providerMessage?: string | undefined
  readonly httpStatus?: number | undefined
  readonly providerCode?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly requestId?: string | undefined
  /** As in `AppError`. */
  readonly maxImageSide?: number | undefined
  /** Overrides the category's value (docs/behaviour/errors.md#categories). */
  readonly retryable?: boolean
}

const MAX_QUOTE = 600

/** How servers say that they are not ready yet. */
const LOADING: readonly RegExp[] = [
  // llama.cpp, Ollama
  /\b(re)?loading (the |a )?models?\b|model load (is )?in progress/i,
  /\b(model|weights)\b.{0,120}\b(is|are) (still |currently |now |being )*((re)?(load|start|initiali[sz]|warm|prepar|download|provision)(ing|ed)|pulled)\b/i,
  /\b(server|engine|enginecore|worker|container|endpoint|instance|backend|deployment|pod|replica|service|runner|upstream)\b.{0,80}\b(is|are) (still |currently |now |being )*(load|start|initiali[sz]|warm|spin|boot|scal|prepar|provision|wak)ing\b/i,
  /\b(model|server|engine|endpoint|deployment|service|backend|upstream|worker)\b.{0,80}\bnot (yet )?(ready|initiali[sz]ed)\b|\bnot ready yet\b/i,
  /\bwarming[- ]up\b|\bcold[- ]start|\bscal(ed|ing) (up )?(to|from) zero\b|\bspinning up\b/i,
]
/** What looks similar, but will not end by waiting. */
const NOT_LOADING =
  /fail|error.{0,20}loading|cannot|can't|could not|unable|stopped|enough|insufficient|no models?\b|not (been )?loaded|unsupported|corrupt|broken/i

function isLoading({ category, providerMessage = '' }: ProviderFault): boolean {
  if (category === 'AUTH' || category === 'BILLING' || category === 'CONTENT_FILTER') return false
  return !NOT_LOADING.test(providerMessage) && LOADING.some((words) => words.test(providerMessage))
}

/** Who is named in an error: a provider, or an endpoint by its own name. */
export type ErrorSource = ProviderName | { readonly label: string }

export function sourceLabel(source: ErrorSource): string {
  return typeof source === 'string' ? PROVIDERS[source].label : source.label
}

/** Returns the error for a fault: what happened, what to do, then the provider's message. */
export function providerError(provider: ErrorSource, fault: ProviderFault): AppError {
  const name = sourceLabel(provider)
  const category = isLoading(fault) ? 'LOADING' : fault.category
  const { message, retry } = ERRORS[category]
  const text = message(name)
  const providerCode = fault.providerCode === undefined ? undefined : hideSecrets(fault.providerCode)
  const providerMessage = hideSecrets(fault.providerMessage?.trim() ?? '').slice(0, MAX_QUOTE)
  return {
    category,
    message: providerMessage === '' ? text : `${text} ${name} said: ${providerMessage}`,
    ...defined({ httpStatus: fault.httpStatus, providerCode }),
    retryable: fault.retryable ?? retry !== null,
    ...defined({ retryAfterMs: fault.retryAfterMs, requestId: fault.requestId, maxImageSide: fault.maxImageSide }),
  }
}

/** The table of docs/behaviour/errors.md#categories-from-http; providers' own codes take precedence. */
export function categoryOfStatus(status: number): ErrorCategory {
  if (status === 401 || status === 403) return 'AUTH'
  if (status === 402) return 'BILLING'
  if (status === 404) return 'NOT_FOUND'
  if (status === 408 || status === 502 || status === 504) return 'TIMEOUT'
  if (status === 413) return 'CONTEXT_LENGTH'
  if (status === 429) return 'RATE_LIMIT'
  if (status === 503 || status === 529) return 'OVERLOADED'
  // 409 and 499: the provider itself aborted the request.
  if (status >= 500 || status === 409 || status === 499) return 'SERVER'
  return status >= 400 ? 'INVALID_REQUEST' : 'UNKNOWN'
}

/**
 * How APIs and the gateways in front of them say that a request is longer than the model's context. They often give it
 * the code of any invalid request, and a gateway for one API passes on the words of another.
 */
const TOO_LONG = new RegExp(
  [
    // Groq says of an output limit that it is "less than the `context_window`".
    '(?<!less than the `)context[_ -]?(length|window|size|limit)',
    '(available|maximum|entire|whole) context',
    'too many (input |prompt )?tokens',
    '(prompt|input|request|messages?|conversation)( is| are|:)? too (long|large)',
    'maximum prompt length|model token limit|maximum number of (input )?tokens|max_model_len',
    '(token count|input length|input tokens?|prompt tokens?|prompt length).{0,80}(exceed|greater|longer|larger)',
    // Ollama leaves out the prompt of a request that exceeds its window.
    'no user query found in messages',
    'payload size exceeds|reduce the length of (the|your) (messages|prompt|input)',
  ].join('|'),
  'i',
)
/** A limit of rates, which a request may exceed by itself. */
const PER_TIME = /per (minute|hour|day|second)|\btp[md]\b|rate limit/i

/** Returns whether the words of a refusal say that the request is longer than the model's context. */
export function saysTooLong(words: string): boolean {
  return TOO_LONG.test(words) && !PER_TIME.test(words)
}

/** The stream ended without the event that marks a complete response. */
export function closedEarly(provider: ErrorSource): AppError {
  const name = sourceLabel(provider)
  return {
    category: 'SERVER',
    message: `The connection closed before the answer of ${name} was complete.`,
    retryable: true,
  }
}

/** What did not arrive, and for how many ms: any byte at all, or any content. */
export interface Silence {
  readonly of: 'everything' | 'content'
  readonly ms: number
}

/** The error of a stream that the idle timeout aborted. */
export function silenceTimeout(provider: ErrorSource, { of, ms }: Silence): AppError {
  const seconds = Math.max(1, Math.round(ms / 1000))
  const name = sourceLabel(provider)
  const what = of === 'everything' ? 'nothing' : 'nothing but signs of life'
  const place =
    typeof provider === 'string' ? `providers.${provider}.idle_timeout_seconds` : 'idle_timeout_seconds of its entry'
  return {
    category: 'TIMEOUT',
    message: `${name} sent ${what} for ${seconds} s; the request was given up. Set ${place} in config.json if its models need longer.`,
    retryable: true,
  }
}

/** The stream violates the provider's own protocol. */
export function malformedStream(provider: ErrorSource, what: string): AppError {
  return {
    category: 'SERVER',
    message: `The answer of ${sourceLabel(provider)} was malformed: ${what}.`,
    retryable: true,
  }
}

/** Returns the error without the key and other secrets, in case a provider quoted them. */
export function withoutKey(error: AppError, key: string): AppError {
  learnSecrets([key])
  return withoutSecrets(error)
}
