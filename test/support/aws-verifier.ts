import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A request as a server got it. */
export interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a server of AWS expects. `now`: ms since the epoch. */
export interface ExpectedSignature {
  readonly id: string
  readonly secret: string
  readonly session: string | null
  readonly region: string
  readonly service: string
  readonly now: number
}

/**
 * Verifies Signature Version 4 as AWS documents it, by itself. Returns what is wrong: nothing, or the parts that differ.
 */
export function signatureProblems(
  { method, path, headers, body }: SignedRequest,
  expected: ExpectedSignature,
): string[] {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, credential = '', names = '', signature = ''] = pattern.exec(headers.authorization ?? '') ?? []
  const [id = '', day = '', region = '', service = '', end = ''] = credential.split('/')
  const date = String(headers['x-amz-date'])
  const signed = names.split(';')
  const url = new URL(path, 'http://any')
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted()
  const canonical = [
    method,
    url.pathname.split('/').map(encoded).join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/\s+/g, ' ')}`),
    '',
    names,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n')
  const scope = [day, region, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const { secret } = expected
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  )
  const at = new Date(expected.now).toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
  const checks: readonly (readonly [string, boolean])[] = [
    ['signature', createHmac('sha256', key).update(text).digest('hex') === signature],
    ['key', id === expected.id],
    ['region', region === expected.region],
    ['service', service === expected.service],
    ['date', date === at && day === at.slice(0, 8)],
    ['end', end === 'aws4_request'],
    ['signed headers', ['host', 'x-amz-date'].every((name) => signed.includes(name))],
    ['session', (headers['x-amz-security-token'] ?? null) === expected.session],
    ['signed session', expected.session === null || signed.includes('x-amz-security-token')],
  ]
  return checks.flatMap(([name, holds]) => (holds ? [] : [name]))
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  )
}
