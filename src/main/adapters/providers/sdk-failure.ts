import type { AppError } from '../../../shared/app-error.ts'
import { errorMessage } from '../../../shared/result.ts'
import { type ProviderName, PROVIDERS } from '../../../shared/providers.ts'
import { closedEarly, providerError } from './provider-error.ts'

/** The parts of an error that an SDK threw, read without the SDK's classes (so that errors do not load an SDK). */
export interface SdkFailure {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  /** The parsed body, if the SDK keeps it. */
  readonly body: unknown
  readonly message: string
}

/** Thrown by our fetch for an HTML page with status 200: a proxy's login page, or a wrong base URL. */
export class WebPageError extends Error {
  override readonly name = 'WebPageError'
}

export function readFailure(cause: unknown): SdkFailure {
  const status = property(cause, 'status')
  const headers = property(cause, 'headers')
  return {
    status: typeof status === 'number' ? status : undefined,
    headers: headers instanceof Headers ? headers : undefined,
    body: property(cause, 'error'),
    message: errorMessage(cause),
  }
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** Returns the delay in ms, from `retry-after-ms`, otherwise from `retry-after` in seconds or as a date. */
export function retryAfterOf(headers: Headers | undefined, now = Date.now()): number | undefined {
  const inMs = positive(headers?.get('retry-after-ms'))
  if (inMs !== undefined) return Math.round(inMs)
  const value = headers?.get('retry-after')
  const seconds = positive(value)
  if (seconds !== undefined) return Math.round(seconds * 1000)
  const date = value ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function positive(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Returns a message from a response that is not JSON: its text, or the title of a web page. */
export function plainSentence(message: string): string {
  const text = message.replace(/^\d{3} /, '').trim()
  if (!text.startsWith('<')) return text === 'status code (no body)' ? '' : text
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1]?.trim()
  return `a web page instead of an answer${title ? ` (“${title}”)` : ''}. Is the base URL right, or a proxy in between?`
}

const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name could not be looked up. Is this machine online?',
  EAI_AGAIN: 'its name could not be looked up. Is this machine online?',
  ECONNREFUSED: 'the connection was refused. Is the base URL right?',
  EHOSTUNREACH: 'there is no way to the host. Is this machine online?',
  ENETUNREACH: 'there is no way to the network. Is this machine online?',
}
const TIMED_OUT = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const BROKEN_OFF = [
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_CHUNK_SIZE',
]
const TLS_CODE = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/

/**
 * Returns the error for a failure without a response from the provider: name look-up, refused or reset connection,
 * certificate, timeout, a proxy's page.
 */
export function connectionError(provider: ProviderName, cause: unknown): AppError {
  const name = PROVIDERS[provider].label
  const chain = causes(cause)
  if (chain.some((error) => error instanceof WebPageError)) {
    return providerError(provider, { category: 'UNKNOWN', providerMessage: plainSentence('<'), retryable: false })
  }
  const code = chain.map((error) => property(error, 'code')).find((found) => typeof found === 'string') ?? ''
  if (BROKEN_OFF.includes(code)) return { ...closedEarly(provider), providerCode: code }
  if (code in UNREACHABLE) {
    const message = `${name} can't be reached: ${UNREACHABLE[code]}`
    return { category: 'SERVER', message, providerCode: code, retryable: true }
  }
  if (TIMED_OUT.includes(code)) return { ...providerError(provider, { category: 'TIMEOUT' }), providerCode: code }
  if (TLS_CODE.test(code)) {
    const message = `The secure connection to ${name} failed (${code}). Is a proxy in between, or the base URL wrong?`
    return { category: 'UNKNOWN', message, providerCode: code, retryable: false }
  }
  return unnamedError(provider, chain, code)
}

/** SDKs report an incomplete event or a truncated body without a code. */
function unnamedError(provider: ProviderName, chain: readonly unknown[], code: string): AppError {
  const messages = chain.map((error) => errorMessage(error))
  if (
    chain.some((error) => error instanceof SyntaxError) ||
    messages.some((text) => /terminated|Incomplete JSON/.test(text))
  ) {
    return closedEarly(provider)
  }
  const message = `The connection to ${PROVIDERS[provider].label} failed: ${messages.at(-1) ?? 'no reason given'}`
  return { category: 'SERVER', message, ...(code !== '' && { providerCode: code }), retryable: true }
}

const DEEPEST_CAUSE = 5

/** Returns the error, its cause, the cause's cause and so on, the innermost last. */
function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (
    let link = error;
    link !== undefined && link !== null && chain.length < DEEPEST_CAUSE;
    link = property(link, 'cause')
  ) {
    chain.push(link)
  }
  return chain
}
