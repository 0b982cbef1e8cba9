import { API_PROVIDERS, type ApiProviderName } from './providers.ts'

/** What a pasted address means: the address to use, or why it cannot be used, which completes `base_url …`. */
export type ReadAddress = { readonly url: URL } | { readonly problem: string }

const FORM = 'must be an http:// or https:// address'
const WITH_SECRET =
  'must not contain a user name, a password or a key, because addresses are shown and recorded; save the key in Settings, or as a variable'

/** Quotes and brackets that come along with a copied address, and marks that are not visible. */
const AROUND = /^[\s\u200b-\u200d\u2060\ufeff"'`<(“”‘’«»]+|[\s\u200b-\u200d\u2060\ufeff"'`>),;“”‘’«»]+$/g
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i

/**
 * Reads an address of a server as users paste it: with quotes and spaces around it, without a scheme, with 0.0.0.0 or an
 * IPv6 address without brackets. Addresses with credentials or a query are refused. No message contains a part of it.
 */
export function readAddress(pasted: string): ReadAddress {
  const text = pasted.replaceAll(AROUND, '')
  if (text === '') return { problem: 'must not be empty' }
  if (/[\s\p{Cc}\\]/u.test(text)) return { problem: 'must not contain spaces, line breaks or backslashes' }
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return { problem: FORM }
  const rest = scheme === undefined ? text.replace(/^(https?:)?\/{0,2}/i, '') : text.slice(`${scheme}://`.length)
  const host = withBrackets(rest)
  const url = URL.parse(`${scheme ?? schemeOf(text, host)}://${host}`)
  if (url === null || url.hostname === '') return { problem: FORM }
  // A word alone may be anything, for example a key.
  if (scheme === undefined && url.port === '' && /^(?!localhost$)[^.:]+$/i.test(url.hostname)) return { problem: FORM }
  if (url.username !== '' || url.password !== '' || url.search.length > 1) {
    return { problem: hasSecret(url) ? WITH_SECRET : 'must not contain a query (?…)' }
  }
  // The address on which a server listens is none that can be asked.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  url.hash = ''
  url.search = ''
  url.pathname = url.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
  return { url }
}

function hasSecret({ username, password, searchParams }: URL): boolean {
  return (
    username !== '' ||
    password !== '' ||
    [...searchParams.keys()].some((name) => /key|token|secret|pass|pwd|auth|sig|cred|code/i.test(name))
  )
}

/** `https:host` keeps its scheme. Machines nearby mostly have no certificate. */
function schemeOf(text: string, rest: string): string {
  if (/^https:/i.test(text)) return 'https'
  const host = rest.replace(/[/?#].*$/, '')
  const isNearby = /^(localhost|[^.:]+)(:|$)|^[\d.]+(:|$)|^\[|:\d+$|\.(local|lan|internal|home|test)(:|$)/i.test(host)
  return isNearby || /^http:/i.test(text) ? 'http' : 'https'
}

/** An IPv6 address without brackets, which cannot have a port. */
function withBrackets(rest: string): string {
  const [, host = '', path = ''] = /^([^/?#]*)(.*)$/.exec(rest) ?? []
  return /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(host) ? `[${host}]${path}` : rest
}

/** Ends of addresses that name one operation, as pages of documentation show them. */
const OPERATION =
  /\/(chat\/completions|completions|chat|responses|messages|models|embeddings|generate|tags|show)(\/[^/]*)?$|:(stream)?generateContent$/i

/** Returns the base URL that a provider's SDK expects, from an address of it or of one of its operations. */
export function baseUrlOf(provider: ApiProviderName, { url }: { readonly url: URL }): string {
  const path = url.pathname
    .replace(OPERATION, '')
    .replace(/(\/v\d+(beta)?)\1+$/i, '$1')
    .replace(/\/$/, '')
  return `${url.origin}${pathFor(provider, path)}`
}

function pathFor(provider: ApiProviderName, path: string): string {
  if (API_PROVIDERS[provider].sdkAddsVersion) return path.replace(/\/v1(beta)?$/i, '')
  // The API of Ollama's own is beside the one that is asked.
  return provider === 'local' && /^(\/api)?$/i.test(path) ? '/v1' : path
}
