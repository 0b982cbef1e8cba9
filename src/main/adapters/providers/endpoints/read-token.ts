import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import { parseJson } from '../wire-value.ts'

export interface Token {
  readonly token: string
  /** Ms since the epoch. */
  readonly expiresAt: number
}

/** For how long a token counts whose end is not said, ms. */
const UNKNOWN_LIFE_MS = 300_000

/**
 * Reads what a program printed: a token alone, or JSON with it and its end. `now`: ms since the epoch. Returns what is
 * wrong with it, which completes `the program …`; no part of it is repeated.
 */
export function readToken(printed: string, now: number): Token | string {
  const text = printed.trim()
  if (text === '') return 'printed nothing'
  if (!/^[{["]/.test(text)) return plainToken(text, now)
  const json = parseJson(text)
  if (json === undefined) return 'printed JSON that is cut off or broken'
  if (typeof json === 'string') return plainToken(json, now)
  if (!isJsonObject(json)) return 'printed JSON without a token'
  const token = [json['token'], json['access_token'], json['accessToken']].find((value) => typeof value === 'string')
  if (typeof token !== 'string') return 'printed JSON without token, access_token or accessToken'
  const plain = plainToken(token, now)
  if (typeof plain === 'string') return plain
  const expiresAt = endOf(json, now)
  if (expiresAt === null) return plain
  return expiresAt <= now ? 'printed a token that has ended already' : { token: plain.token, expiresAt }
}

/** A web token says its own end. */
function plainToken(text: string, now: number): Token | string {
  if (!/^[!-~]+$/.test(text)) return 'printed something that is no token'
  const [, payload = ''] = /^eyJ[\w-]*\.([\w-]+)\./.exec(text) ?? []
  const claims = payload === '' ? undefined : parseJson(Buffer.from(payload, 'base64url').toString('utf8'))
  const end = isJsonObject(claims) ? claims['exp'] : undefined
  if (typeof end !== 'number') return { token: text, expiresAt: now + UNKNOWN_LIFE_MS }
  return end * 1000 <= now ? 'printed a token that has ended already' : { token: text, expiresAt: end * 1000 }
}

/** Null: the end is not said. */
function endOf(json: JsonObject, now: number): number | null {
  const seconds = numberOf(json['expires_in'] ?? json['expiresIn'])
  if (seconds !== null) return now + seconds * 1000
  const ends = [json['expires_at'], json['expiresAt'], json['expires_on'], json['expiresOn'], json['token_expiry']]
  return ends.map(timeOf).find((time) => time !== null) ?? null
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** A number is seconds, or ms if it is too large for that; a text is a date, by this machine's clock if it names no zone. */
function timeOf(value: unknown): number | null {
  const number = numberOf(value)
  if (number !== null) return number > 100_000_000_000 ? number : number * 1000
  if (typeof value !== 'string') return null
  // `2026-11-30 07:12:34.000000` of Azure's command line.
  const time = Date.parse(value.replace(/^(\d{4}-\d\d-\d\d) /, '$1T').replace(/(\.\d{3})\d+/, '$1'))
  return Number.isNaN(time) ? null : time
}
