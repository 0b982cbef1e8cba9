import { type AppError, refused } from '../../../shared/app-error.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { errorMessage } from '../../../shared/result.ts'
import { HostNotNamed } from '../only-hosts.ts'
import { RedirectedAway } from '../own-host-fetch.ts'
import { closedEarly, type ErrorSource, providerError, sourceLabel } from './provider-error.ts'
import { defined } from '../../../shared/defined.ts'

/** The parts of an error that an SDK threw, read without the SDK's classes (so that errors do not load an SDK). */
export interface SdkFailure {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  /** The parsed body, if the SDK keeps it. */
  readonly body: unknown
  readonly message: string
}

/** Thrown by our fetch for a response that cannot be an answer. The text completes `NAME sent …`. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

/** Thrown by our fetch for an error that came in place of an answer although the status is 200. */
export class ServerSaid extends Error {
  override readonly name = 'ServerSaid'
  readonly error: JsonObject

  /** `error`: the body's error in the form of OpenAI's API. */
  constructor(error: JsonObject) {
    super(typeof error['message'] === 'string' ? error['message'] : JSON.stringify(error))
    this.error = error
  }
}

/** Thrown by our fetch for a request that could not be sent, for example for want of a token. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
  readonly error: AppError

  constructor(error: AppError) {
    super(error.message)
    this.error = error
  }
}

export function readFailure(cause: unknown): SdkFailure {
  const said = causes(cause).find((error) => error instanceof ServerSaid)
  if (said !== undefined) return { status: undefined, headers: undefined, body: said.error, message: said.message }
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

/** Returns a message from a response that is not JSON: its text, or the title of a web page. */
export function plainSentence(message: string): string {
  const text = message.replace(/^\d{3} /, '').trim()
  if (!text.startsWith('<')) return text === 'status code (no body)' ? '' : text
  const said = /<message>([^<]+)<\/message>/i.exec(text)?.[1]?.trim()
  return said ?? `${webPage(text)}. Is the base URL right, or a proxy in between?`
}

/** Describes a web page by its title: `a web page instead of an answer (“Log in”)`. */
export function webPage(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim()
  return `a web page instead of an answer${title ? ` (“${title}”)` : ''}`
}

interface ConnectionFault {
  /** Completes `NAME can't be reached: …` or `The connection to NAME failed: …`. */
  readonly sentence: string
  readonly unreachable?: true
  /** False: another try cannot succeed. */
  readonly retryable: boolean
}

const LOOK_UP = {
  sentence: 'its name could not be looked up. Is this machine online?',
  unreachable: true,
  retryable: true,
} as const

/** What the codes of failed connections mean. */
const BY_CODE: Readonly<Record<string, ConnectionFault>> = {
  ENOTFOUND: LOOK_UP,
  EAI_AGAIN: LOOK_UP,
  ECONNREFUSED: { sentence: 'the connection was refused. Is the base URL right?', unreachable: true, retryable: true },
  EHOSTUNREACH: {
    sentence: 'there is no way to the host. Is this machine online?',
    unreachable: true,
    retryable: true,
  },
  ENETUNREACH: {
    sentence: 'there is no way to the network. Is this machine online?',
    unreachable: true,
    retryable: true,
  },
  EADDRNOTAVAIL: {
    sentence: 'this machine cannot connect to that address. Is the base URL right?',
    unreachable: true,
    retryable: false,
  },
  UND_ERR_HEADERS_OVERFLOW: {
    sentence: 'the headers of the answer are too large. Is the base URL right?',
    retryable: false,
  },
  ERR_INVALID_CHAR: {
    sentence: 'the key contains a character that cannot be sent. Paste the key again.',
    retryable: false,
  },
  ERR_INVALID_URL: { sentence: 'its address is not valid. Check the base URL.', retryable: false },
}

const NOT_COMPRESSED = {
  sentence: 'the answer says that it is compressed (content-encoding), but is not. Look for a proxy in between.',
  retryable: false,
} as const
const NOT_HTTP = {
  sentence: 'what came back is not HTTP. Is the port right, and http:// or https://?',
  retryable: false,
} as const

/** What sentences of libraries about connections mean, where there is no code. The sentences are not shown. */
const BY_TEXT: readonly (readonly [RegExp, ConnectionFault])[] = [
  [
    /incorrect header check|invalid (block type|stored block|distance|code lengths)|unknown compression method|decompression failed|ERR_.*BROTLI|ZSTD/i,
    NOT_COMPRESSED,
  ],
  [/^bad port$/, { sentence: 'HTTP clients do not connect to its port. Serve it at another one.', retryable: false }],
  [/redirect count exceeded/, { sentence: 'it redirects in a circle. Check the base URL.', retryable: false }],
  [
    /unknown scheme|HTTP\(S\) scheme|invalid url|failed to parse url/i,
    { sentence: 'its address, or one that it redirects to, is not valid. Check the base URL.', retryable: false },
  ],
  [
    /Proxy response \(407\)|proxy authentication required/i,
    {
      sentence:
        'the proxy asks for a user name and password (status 407). Put them into the address of the proxy: http://user:password@host:port.',
      retryable: false,
    },
  ],
  [
    /Proxy response|HTTP Tunneling/i,
    { sentence: 'the proxy refused to connect. Check the address of the proxy and what it allows.', retryable: false },
  ],
  [
    /ByteString|invalid header value|Invalid character in header/i,
    { sentence: 'the key contains a character that cannot be sent. Paste the key again.', retryable: false },
  ],
  [
    /Expected HTTP|Parse Error|Invalid (status|header)|Missing expected CR|wrong version number|packet length too long/i,
    NOT_HTTP,
  ],
]

/** fetch gives no reason for status 407 alone (fetch.spec.whatwg.org/#http-network-or-cache-fetch). */
const NO_REASON: ConnectionFault = {
  sentence: 'a server or proxy asks for the authentication of a proxy (status 407). Check the proxy and the base URL.',
  retryable: false,
}

const TIMED_OUT = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const BROKEN_OFF = [
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_CHUNK_SIZE',
  // The body ended within compressed data.
  'Z_BUF_ERROR',
]
const TLS_CODE = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/
const OWN_AUTHORITY = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED|INVALID_CA/

/**
 * Returns the error for a failure without a response from the provider: name look-up, refused or reset connection,
 * certificate, timeout, a proxy's page. Sentences of libraries are not shown.
 */
export function connectionError(provider: ErrorSource, cause: unknown): AppError {
  const name = sourceLabel(provider)
  const chain = causes(cause)
  const notSent = chain.find((error) => error instanceof NotSent)
  if (notSent !== undefined) return notSent.error
  const unusable = chain.find((error) => error instanceof UnusableAnswer)
  if (unusable !== undefined) {
    const message = `The request to ${name} failed. ${name} sent ${unusable.message}`
    return { category: 'UNKNOWN', message, retryable: false }
  }
  const held = chain.find((error) => error instanceof HostNotNamed)
  if (held !== undefined) return refused(held.message)
  const away = chain.find((error) => error instanceof RedirectedAway)
  if (away !== undefined) {
    const message = `${name} redirects to ${away.origin}, where its key is not sent. If that is its address, set it as the base URL.`
    return { category: 'UNKNOWN', message, retryable: false }
  }
  const code = chain.map((error) => property(error, 'code')).find((found) => typeof found === 'string') ?? ''
  if (BROKEN_OFF.includes(code)) return { ...closedEarly(provider), providerCode: code }
  if (TIMED_OUT.includes(code)) return { ...providerError(provider, { category: 'TIMEOUT' }), providerCode: code }
  const fault = BY_CODE[code] ?? faultByText(chain)
  if (fault !== undefined) return faultError(provider, fault, code)
  if (TLS_CODE.test(code)) {
    const message = `The secure connection to ${name} failed (${code}). ${certificateAdvice(code)}`
    return { category: 'UNKNOWN', message, providerCode: code, retryable: false }
  }
  return unnamedError(provider, chain, code)
}

function faultByText(chain: readonly unknown[]): ConnectionFault | undefined {
  if (chain.some((error) => error instanceof SyntaxError)) return undefined
  const texts = chain.map((error) => errorMessage(error))
  const found = BY_TEXT.find(([words]) => texts.some((text) => words.test(text)))?.[1]
  return found ?? (texts.includes('fetch failed') && texts.at(-1) === '' ? NO_REASON : undefined)
}

function faultError(
  provider: ErrorSource,
  { sentence, unreachable, retryable }: ConnectionFault,
  code: string,
): AppError {
  const name = sourceLabel(provider)
  const message = unreachable
    ? `${name} can't be reached: ${sentence}`
    : `The connection to ${name} failed: ${sentence}`
  const category = retryable ? 'SERVER' : 'UNKNOWN'
  return { category, message, ...defined({ providerCode: code !== '' ? code : undefined }), retryable }
}

function certificateAdvice(code: string): string {
  if (!OWN_AUTHORITY.test(code)) return 'Is a proxy in between, or the base URL wrong?'
  return 'If its certificate is from an authority of your own, name the file of that authority in SSL_CERT_FILE and start ikigai again.'
}

/** SDKs report an incomplete event or a truncated body without a code. */
function unnamedError(provider: ErrorSource, chain: readonly unknown[], code: string): AppError {
  const isCut = chain.some(
    (error) => error instanceof SyntaxError || /terminated|Incomplete JSON/.test(errorMessage(error)),
  )
  if (isCut) return closedEarly(provider)
  const reason = code === '' ? '' : ` (${code})`
  const message = `The connection to ${sourceLabel(provider)} failed${reason}.`
  return { category: 'SERVER', message, ...defined({ providerCode: code !== '' ? code : undefined }), retryable: true }
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
