import { HIDDEN_VALUE, optionsIn } from './hidden-values.ts'
import { parseJsonObject } from './json.ts'
import { KEY_BEGINNINGS } from './key-prefix.ts'
import { ADDRESS_IN_TEXT, decoded, isSecretName, secretsInAddress, withoutPassword } from './without-password.ts'

/** Shorter values occur in texts by chance, UTF-16 units. */
export const SHORTEST_SECRET = 8
/** Values that are used as passwords, and are words of messages too. */
const WORDS: ReadonlySet<string> = new Set(['password', 'postgres', 'postgresql', 'database', 'required', 'disabled'])
/** Most values that are remembered; the oldest are forgotten first. */
const MAX_SECRETS = 2_000

/** The keys of providers; a beginning such as `LLM|` separates parts of the key, too. */
const PROVIDER_KEYS: readonly RegExp[] = Object.values(KEY_BEGINNINGS)
  .flat()
  .map((beginning) => {
    const literal = beginning.replaceAll(/\W/g, '\\$&')
    return new RegExp(`\\b${literal}[\\w${beginning.endsWith('|') ? '|' : ''}-]{16,}`, 'g')
  })

/** Keys and tokens as their issuers write them, wherever they come from. */
const SHAPES: readonly RegExp[] = [
  ...PROVIDER_KEYS,
  /\b(?:sk-|gsk_|csk-|r8_|hf_|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|ya29\.|ikigai_[0-9a-f]{12}_)[\w-]{16,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  // A JSON web token.
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]
/** A header, field or parameter with its value, and the words of a header of authorization. */
const NAMED =
  /\b((?:proxy-)?authorization|(?:x-)?(?:goog-)?api[-_]?key|(?:set-)?cookie|(?:access|refresh|id)[-_]?token|client[-_]?secret|password)(\\?["']?\s*[:=]\s*\\?["']?(?:(?:bearer|basic|token)\s+)?)([^\s"'`,;&\\<>{}()]+)/gi
const SCHEME = /\b(bearer|basic)(\s+)([\w.~+/=-]+)/gi

/** Values that must not be shown, in every form in which texts repeat them; the longest first. */
let secrets: readonly string[] = []

/**
 * Remembers secret values for `hideSecrets`, for as long as the process runs: keys, tokens, passwords, and headers such
 * as `Bearer TOKEN`. Short values and common words are ignored.
 */
export function learnSecrets(values: Iterable<string>): void {
  const known = new Set(secrets)
  const found = [...values]
    .flatMap((value) => [value, value.trim(), ...value.split(/[\s=;,]+/).filter((word) => word !== value)])
    .filter((value) => value.trim().length >= SHORTEST_SECRET && !WORDS.has(value.toLowerCase()))
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())])
  const added = [...new Set(found)].filter((value) => !known.has(value))
  if (added.length === 0) return
  secrets = [...added, ...secrets].slice(0, MAX_SECRETS).toSorted((a, b) => b.length - a.length)
}

/**
 * Remembers the secrets of settings: values with names of secrets (`API_KEY`, `Authorization`, `--token`), and the
 * credentials in addresses. For an environment, a part of config.json, and what was stored as JSON.
 */
export function learnSecretsIn(settings: unknown): void {
  learnSecrets(secretsIn(settings))
}

function secretsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return secretsInText(value)
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item === 'string')
    const options = optionsIn(texts).flatMap((option) => (isSecretName(option.name) ? [option.value] : []))
    return [...options, ...value.flatMap(secretsIn)]
  }
  return Object.entries(value).flatMap(([name, item]) => [
    ...(typeof item === 'string' && isSecretName(name) && !isPath(item) ? [item] : []),
    ...secretsIn(item),
  ])
}

function secretsInText(text: string): readonly string[] {
  const stored = /^\s*\{/.test(text) ? parseJsonObject(text) : null
  return stored !== null ? secretsIn(stored) : (text.match(ADDRESS_IN_TEXT) ?? []).flatMap(secretsOfAddress)
}

/** Also the header that is made of the name and password of an address. */
function secretsOfAddress(address: string): readonly string[] {
  const found = secretsInAddress(address)
  const { username = '', password = '' } = URL.parse(address) ?? {}
  return password === '' ? found : [...found, base64(`${decoded(username)}:${decoded(password)}`)]
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
}

/** Variables with names of secrets may name a file that contains one. */
function isPath(value: string): boolean {
  return /^(?:\/[\w. -]+){2,}$|^[A-Z]:\\|^~\//i.test(value)
}

/**
 * Returns a text in a form that may be shown, logged and sent to others: known secrets are hidden, credentials in
 * addresses are removed, and so is what has the shape of a key, token or header of authorization. Everything that says
 * what went wrong passes here (docs/behaviour/errors.md#secrets).
 */
export function hideSecrets(text: string): string {
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN_VALUE), text)
  return SHAPES.reduce((rest, shape) => rest.replaceAll(shape, HIDDEN_VALUE), hidden)
    .replaceAll(ADDRESS_IN_TEXT, (address) => (secretsInAddress(address).length === 0 ? address : shown(address)))
    .replaceAll(NAMED, hiddenUnlessWord)
    .replaceAll(SCHEME, hiddenUnlessWord)
}

/** The marks behind an address in a sentence are no part of it. Looked for at their beginning, so that each is read once. */
function shown(address: string): string {
  const end = /(?<![).,;:!?\]}'`])[).,;:!?\]}'`]+$/.exec(address)?.[0] ?? ''
  return withoutPassword(address.slice(0, address.length - end.length)) + end
}

/** `Authorization: required` has no secret. */
function hiddenUnlessWord(all: string, name: string, between: string, value: string): string {
  const isSecret = value.length >= 20 || (value.length >= SHORTEST_SECRET && /\d/.test(value))
  return isSecret ? `${name}${between}${HIDDEN_VALUE}` : all
}

/** Returns a failed `Result` with a message that may be shown; anything else as it is. */
export function withoutSecretsInFailure<Answer>(answer: Answer): Answer {
  const isFailure = typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
  if (!isFailure || !('error' in answer)) return answer
  const { error } = answer
  if (typeof error !== 'object' || error === null || !('message' in error) || typeof error.message !== 'string')
    return answer
  const message = hideSecrets(error.message)
  return message === error.message ? answer : { ...answer, error: { ...error, message } }
}

/** Returns the error with a message that may be shown. */
export function withoutSecrets<E extends { readonly message: string }>(error: E): E {
  const message = hideSecrets(error.message)
  return message === error.message ? error : { ...error, message }
}
