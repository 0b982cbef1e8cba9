import type { AppError } from '../../../../shared/app-error.ts'
import { err, type Result } from '../../../../shared/result.ts'
import { isJsonObject } from '../../../../shared/json.ts'
import { HostNotNamed } from '../../only-hosts.ts'

/** What servers of tokens may be quoted with: their texts may repeat what they were sent. */
const OAUTH_CODES: ReadonlySet<string> = new Set([
  'access_denied',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_resource',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
])

/** Returns the error for a cloud that gave no token. `what`: a clause with what happened; `then`: a sentence with what to do. */
export function noCredentials(label: string, what: string, then: string): Result<never, AppError> {
  return err({ category: 'AUTH', message: `No token for ${label}: ${what}. ${then}`, retryable: false })
}

/** The refusal of a host that `only_hosts` does not name, as a clause; null: the failure is another one. */
export function hostNotNamed(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof HostNotNamed) return at.message.replace(/\.$/, '')
  }
  return null
}

/** Returns what a server of tokens said: its status, and its code if it is one of OAuth or of Entra. */
export function refusalOfServer(host: string, status: number, answer: unknown): string {
  const { error, error_description: text } = isJsonObject(answer) ? answer : {}
  const entra = typeof text === 'string' ? (/\bAADSTS\d{4,7}\b/.exec(text)?.[0] ?? null) : null
  const codes = [typeof error === 'string' && OAUTH_CODES.has(error) ? error : null, entra].filter(
    (code) => code !== null,
  )
  return `${host} refused it with status ${status}${codes.length === 0 ? '' : ` (${codes.join(', ')})`}`
}
