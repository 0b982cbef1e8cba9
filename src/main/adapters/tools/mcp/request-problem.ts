import { type Client, ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'

import { isJsonObject, isNestedTooDeep } from '../../../../shared/json.ts'
import { errorMessage } from '../../../../shared/result.ts'
import { visibleText } from '../../../../shared/visible-text.ts'
import { HostNotNamed } from '../../only-hosts.ts'
import { startFailure } from '../../start-process.ts'

/** Longest answer of a server that is shown, UTF-16 units. */
const MAX_WORDS = 300

/**
 * A server no longer has the session of a request, so it did nothing with it: the request can be sent again in a new
 * session (Model Context Protocol 2025-06-18, transports, session management).
 */
export class SessionEnd extends Error {}

const SESSION_WORDS =
  /\b(no|unknown|invalid|missing|expired|stale)\b.{0,20}\bsession|\bsession\b.{0,60}\b(not found|unknown|expired|invalid|terminated|closed|does not exist|no longer)|\bnot initialized\b|\binitialize request\b/i

/** Codes with which servers refuse a request as a whole. Errors of tools have others. */
const REFUSED_REQUEST: readonly number[] = [-32_600, -32_001, -32_000]

/** Says whether the server has refused a request because it no longer has the session. */
export function isSessionEnd(error: unknown, { transport }: Client): boolean {
  if (transport?.sessionId === undefined) return false
  if (error instanceof SdkHttpError) {
    const { status } = error
    if (status === 401 || status === 403) return false
    // The protocol has 404 for this. Many servers answer with another status, and words.
    return status === 404 || SESSION_WORDS.test(bodyOf(error))
  }
  return error instanceof ProtocolError && REFUSED_REQUEST.includes(error.code) && SESSION_WORDS.test(error.message)
}

/** Returns why a request got no answer, in the server's own words if it said any; never in those of a library. */
export function requestProblem(error: unknown): string {
  // The SDK puts its own words around what happened when it asked for the version.
  const isProbe = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed
  if (isProbe && error.cause instanceof Error) return requestProblem(error.cause)
  if (error instanceof SdkHttpError) {
    const words = wordsOf(bodyOf(error))
    return `it answered with HTTP ${error.status}${words === '' ? '' : `: ${words}`}`
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent)
    return 'it answered with a page or another file, which is no answer of the protocol'
  const cause = networkCause(error)
  if (cause !== null) return cause
  const message = errorMessage(error)
  // A list of what a validator found is no sentence.
  return /^\s*[[{]/.test(message) ? 'its answer does not follow the protocol' : message
}

/**
 * Says why a connection could not be opened. `words`: the arguments of its program; `told`: what that wrote to stderr.
 * Both may be empty.
 */
export function connectionProblem(error: unknown, words: readonly string[], told: string): string {
  return [reasonOf(error, words), told].filter((part) => part !== '').join(': ')
}

function reasonOf(error: unknown, words: readonly string[]): string {
  const failure = startFailure(error, words)
  if (failure.reason !== 'other') return `it was not started: ${failure.message}`
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.ConnectionClosed) return 'it ended before it answered'
    if (error.code === SdkErrorCode.RequestTimeout) return 'it did not answer in time'
    if (error.code === SdkErrorCode.InvalidResult) return 'its first answer does not follow the protocol'
  }
  return requestProblem(error)
}

function bodyOf({ data }: SdkHttpError): string {
  return typeof data.text === 'string' ? data.text : ''
}

/** Returns the sentence in the body of an error: of JSON the message, of a page the text. */
function wordsOf(body: string): string {
  const text = /^\s*</.test(body)
    ? body.replaceAll(/<(style|script|title)\b.*?<\/\1>|<[^>]*>/gis, ' ')
    : jsonWords(body)
  return visibleText(text.replaceAll(/\s+/g, ' ').trim(), 'shown').slice(0, MAX_WORDS)
}

function jsonWords(body: string): string {
  if (isNestedTooDeep(body)) return ''
  try {
    return messageIn(JSON.parse(body)) ?? body
  } catch {
    return body
  }
}

function messageIn(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (!isJsonObject(value)) return null
  const inner = ['error', 'message', 'detail', 'error_description'].flatMap((key) => value[key] ?? [])
  return inner.map(messageIn).find((words) => words !== null && words !== '') ?? null
}

/** Errors before anything was sent. */
const UNREACHED = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)\b/

/** Returns what the system said about a connection: `fetch failed` has no information. Null: it is no such error. */
function networkCause(error: unknown): string | null {
  const chain: Error[] = []
  for (let cause = error; cause instanceof Error && chain.length < 5; cause = cause.cause) chain.push(cause)
  if (!chain.some(({ message }) => /\bfetch failed\b/.test(message))) return null
  const last = chain.at(-1)
  if (last === undefined) return null
  const [first] = last instanceof AggregateError ? last.errors.filter((each) => each instanceof Error) : []
  const said = first instanceof Error ? first.message : last.message
  if (last instanceof HostNotNamed) return last.message
  if (said === 'bad port') return 'it could not be reached: no request is sent to this port, which another protocol has'
  if (UNREACHED.test(said)) return `it could not be reached: ${said}`
  return `the connection broke before its answer${said === '' || said === 'fetch failed' ? '' : ` (${said})`}`
}
