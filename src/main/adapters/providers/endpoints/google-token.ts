import type { AppError } from '../../../../shared/app-error.ts'
import { learnSecrets } from '../../../../shared/known-secrets.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { hostRefusal } from '../../only-hosts.ts'
import { hostNotNamed, noCredentials, refusalOfServer } from './cloud-failure.ts'
import type { Token } from './read-token.ts'

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** The life of a token whose end the server does not say, ms. */
const UNKNOWN_LIFE_MS = 300_000
const HOW =
  'Sign in with gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS to the file of a service account.'

/**
 * Asks Google for a new token with the application default credentials: a file that GOOGLE_APPLICATION_CREDENTIALS names,
 * that of `gcloud auth application-default login`, or the metadata server of a machine of Google Cloud. No program is started.
 */
export async function googleToken(label: string, request: typeof fetch, now: number): Promise<Result<Token, AppError>> {
  const { GoogleAuth, PluggableAuthClient } = await import('google-auth-library')
  const auth = new GoogleAuth({
    scopes: [SCOPE],
    // Without one, the library starts gcloud to find it.
    projectId: 'unused',
    // Its own requests use no proxy.
    clientOptions: { transporterOptions: { fetchImplementation: request } },
  })
  try {
    const client = await auth.getClient()
    if (client instanceof PluggableAuthClient)
      return noCredentials(label, 'its credentials start a program', 'Name that program as token_command instead.')
    const { token } = await client.getAccessToken()
    if (typeof token !== 'string' || token === '') return noCredentials(label, 'the answer of Google has no token', HOW)
    learnSecrets([token])
    return ok({ token, expiresAt: client.credentials.expiry_date ?? now + UNKNOWN_LIFE_MS })
  } catch (error) {
    return noCredentials(label, problemOf(error), HOW)
  }
}

/** The library's own texts may repeat what a file or a server says. */
function problemOf(error: unknown): string {
  const refusal = hostNotNamed(error)
  if (refusal !== null) return refusal
  const response: unknown = error instanceof Error && 'response' in error ? error.response : undefined
  if (typeof response === 'object' && response !== null && 'status' in response) {
    return refusalOfServer('Google', Number(response.status), 'data' in response ? response.data : undefined)
  }
  const message = error instanceof Error ? error.message : ''
  if (/default credentials/i.test(message)) {
    const metadata = hostRefusal('metadata.google.internal', 80)
    return metadata?.replace(/\.$/, '') ?? 'there are no application default credentials'
  }
  if (/credential file|ENOENT|JSON/i.test(message)) return 'the file of its credentials cannot be read'
  return 'Google could not be asked'
}
