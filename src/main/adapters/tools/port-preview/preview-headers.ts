import { cookiesIn, PREVIEW_COOKIE, type PreviewGrant } from './preview-access.ts'

/** Whose headers are translated: the browser knows the preview by `host`, the server itself by `port` of localhost. */
export interface PreviewPlace {
  /** Host name and port of the preview. */
  readonly host: string
  /** The port in the network of the agent. */
  readonly port: number
}

/** A header with its name as it was sent. */
type Header = readonly [name: string, value: string]

/** Headers of one connection (RFC 9110 § 7.6.1), and `Expect`, which is answered here. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** What a server would open to other pages, or would make the browser send or forget elsewhere. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'x-frame-options',
  'strict-transport-security',
  'alt-svc',
  'clear-site-data',
  'content-security-policy-report-only',
  'report-to',
  'reporting-endpoints',
  'nel',
  // Of the preview's own, which replace them.
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-opener-policy-report-only',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
])

/** Returns the headers of a request as the server gets them: as if the browser had asked it at localhost. */
export function upstreamHeaders(raw: readonly string[], { host, port }: PreviewPlace): readonly Header[] {
  const own = `http://${host}`
  const server = `http://localhost:${port}`
  return [
    ['Host', `localhost:${port}`],
    ...headersIn(raw).flatMap(([name, value]): readonly Header[] => {
      switch (name.toLowerCase()) {
        case 'host':
          return []
        case 'origin':
          return [[name, value === own ? server : value]]
        case 'referer':
          return value === own || value.startsWith(`${own}/`) ? [[name, server + value.slice(own.length)]] : []
        case 'cookie':
          return cookieHeader(name, value)
        default:
          return [[name, value]]
      }
    }),
  ]
}

function cookieHeader(name: string, value: string): readonly Header[] {
  const others = cookiesIn(value).filter(([cookie]) => cookie !== PREVIEW_COOKIE)
  return others.length === 0 ? [] : [[name, others.map((pair) => pair.join('=')).join('; ')]]
}

/** Returns the headers of an answer as the browser gets them. */
export function downstreamHeaders(raw: readonly string[], place: PreviewPlace, grant: PreviewGrant): readonly Header[] {
  return [
    ...headersIn(raw).flatMap(([name, value]): readonly Header[] => {
      const lower = name.toLowerCase()
      if (NOT_PASSED_ON.has(lower) || lower.startsWith('access-control-')) return []
      if (lower === 'location') return [[name, locationOf(value, place)]]
      if (lower === 'set-cookie') return cookieFrom(name, value)
      if (lower === 'content-security-policy') return [[name, withoutReports(value)]]
      return [[name, value]]
    }),
    ...Object.entries(previewPolicy(place, grant)),
  ]
}

/** Returns the headers that keep a page of a preview to itself. */
export function previewPolicy({ host }: PreviewPlace, { shownIn }: PreviewGrant) {
  const own = `'self' http://${host} ws://${host} data: blob:`
  return {
    'content-security-policy': [
      `default-src ${own} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
      "base-uri 'self'",
      "form-action 'self'",
      `frame-ancestors ${shownIn === null ? "'none'" : `'self' ${shownIn}`}`,
    ].join('; '),
    'referrer-policy': 'same-origin',
    'permissions-policy': NO_DEVICES,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
  }
}

const NO_DEVICES = [
  'camera',
  'microphone',
  'display-capture',
  'geolocation',
  'usb',
  'serial',
  'hid',
  'bluetooth',
  'midi',
  'payment',
  'publickey-credentials-get',
  'clipboard-read',
  'local-fonts',
]
  .map((name) => `${name}=()`)
  .join(', ')

/** An address of the server itself becomes a path, so that a redirect stays in the preview. */
function locationOf(value: string, { port }: PreviewPlace): string {
  const url = URL.parse(value)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return value
  const isOwn = OWN_NAMES.has(url.hostname) && url.port === String(port)
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : value
}

const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

/**
 * In a frame of the window a cookie counts as one of another site, so that browsers keep it only with these attributes.
 * The preview takes requests of its own pages alone, whatever the attributes are.
 */
function cookieFrom(name: string, value: string): readonly Header[] {
  const [pair = '', ...attributes] = value.split(';')
  if (pair.split('=')[0]?.trim() === PREVIEW_COOKIE) return []
  const kept = attributes.filter((text) => !/^\s*(domain|samesite|secure|partitioned)\s*(=|$)/i.test(text))
  return [[name, `${[pair, ...kept].join(';')}; ${COOKIE_ATTRIBUTES}`]]
}

/** Attributes of every cookie of a preview: also kept in a frame, and there for this window alone. */
export const COOKIE_ATTRIBUTES = 'SameSite=None; Secure; Partitioned'

/** Reports of a policy are sent to any host, whatever the policy allows. */
function withoutReports(policy: string): string {
  return policy
    .split(';')
    .filter((directive) => !/^\s*report-(uri|to)\b/i.test(directive))
    .join(';')
}

/** Returns the headers without those of the connection. */
function headersIn(raw: readonly string[]): readonly Header[] {
  const all = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))
  const named = all.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.split(','))
  const dropped = new Set(named.map((name) => name.trim().toLowerCase()))
  return all.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()) && !dropped.has(name.toLowerCase()))
}
