import { chmod, writeFile } from 'node:fs/promises'
import { createVerify, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'

import { isJsonObject, parseJson } from '../../src/shared/json.ts'
import { signatureProblems } from './aws-verifier.ts'
import type { DialectRefusal, DialectRequest } from './provider-simulator/start-dialect.ts'
import type { TokenRequest } from './token-server.ts'

/** How long each token is good, ms. */
const LIFE_MS = 3_600_000
export const AWS_REGION = 'eu-central-1'
export const AZURE_RESOURCE = 'https://ai.azure.com'
export const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const ACCOUNT_KEY = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

interface Issued {
  readonly scope: string
  /** Ms since the epoch; null: it counts from the first use. */
  readonly expiresAt: number | null
}

/** An account at a cloud: what its servers of tokens give, and what its API accepts of that. */
export class CloudAccount {
  /** Ms since the epoch. */
  time = Date.now()
  /** Whether the API refuses whatever it is sent. */
  isClosed = false
  readonly #issued = new Map<string, Issued>()
  readonly #used = new Set<string>()
  #count = 0

  /** Ends every token that was used so far. */
  endUsed(): void {
    for (const token of this.#used) this.#issued.set(token, { scope: '', expiresAt: 0 })
  }

  /** Answers a request for a token as the servers of Entra, of Google and of machines do, for the scope that is asked for. */
  answer({ url, headers, fields }: TokenRequest): readonly [number, object] {
    const isMachine = url.pathname.startsWith('/metadata/') || url.pathname.startsWith('/msi/')
    const isGoogleMachine = url.pathname.startsWith('/computeMetadata/')
    if (isMachine && headers['metadata'] !== 'true' && headers['x-identity-header'] !== 'identity-header-1')
      return [400, { error: 'invalid_request' }]
    if (!isMachine && !isGoogleMachine && !isProven(fields, url.pathname)) return [401, { error: 'invalid_client' }]
    const asked = fields['scope'] ?? fields['scopes'] ?? fields['resource'] ?? scopeOfAssertion(fields['assertion'])
    const token = this.issue(asked.replace(/\/\.default$/, ''))
    return [200, { access_token: token, expires_in: LIFE_MS / 1000, token_type: 'Bearer' }]
  }

  /** Gives a token for a scope. */
  issue(scope: string, expiresAt: number | null = this.time + LIFE_MS): string {
    const token = `secret-token-${(this.#count += 1)}`
    this.#issued.set(token, { scope, expiresAt })
    return token
  }

  /** Gives tokens to a program, whose life begins when they are used, as the text of a list. */
  issueMany(scope: string): string {
    return JSON.stringify([1, 2, 3, 4].map(() => this.issue(scope, null)))
  }

  /** Returns why the API does not accept a bearer token of a scope. */
  refusesToken(scope: string, { headers }: DialectRequest): DialectRefusal | null {
    const token = (headers.authorization ?? '').replace(/^Bearer /, '')
    const issued = this.isClosed ? undefined : this.#issued.get(token)
    if (issued === undefined) return { status: 401, message: `Access token ${token} is missing or invalid.` }
    if (this.#hasEnded(token, issued)) return { status: 401, message: `Access token ${token} has expired.` }
    return issued.scope === scope ? null : { status: 403, message: 'Request had insufficient authentication scopes.' }
  }

  /** Returns why the API does not accept a signed request. The programs number their keys. */
  refusesSignature(request: DialectRequest): DialectRefusal | null {
    const { method, path, headers, text: body } = request
    const [, number = ''] = /Credential=AKIAPROGRAM(\d+)\//.exec(headers.authorization ?? '') ?? []
    const session = `session-token-${number}`
    const known = { id: `AKIAPROGRAM${number}`, secret: `secret-key-${number}`, session }
    const place = { region: AWS_REGION, service: 'bedrock', now: this.time }
    const wrong = signatureProblems({ method, path, headers, body }, { ...known, ...place })
    if (wrong.length > 0)
      return { status: 403, message: `The request signature we calculated does not match: ${wrong.join()}` }
    const issued = this.#issued.get(session) ?? { scope: '', expiresAt: null }
    if (this.isClosed || this.#hasEnded(session, issued))
      return { status: 403, message: `The security token ${session} included in the request is expired` }
    return null
  }

  #hasEnded(token: string, { scope, expiresAt }: Issued): boolean {
    const end = expiresAt ?? this.time + LIFE_MS
    this.#issued.set(token, { scope, expiresAt: end })
    this.#used.add(token)
    return end <= this.time
  }

  /** The end of keys that are printed now. */
  endOfKeys(): string {
    return new Date(this.time + LIFE_MS).toISOString()
  }
}

/** Whether a request for a token has the secret, the file or the signature of the account. */
function isProven(fields: Readonly<Record<string, string>>, path: string): boolean {
  const { client_secret: secret, client_assertion: file, refresh_token: refresh, assertion = '' } = fields
  if (path.endsWith('/oauth2/v2.0/token')) return secret === 'client-secret-1' || file === 'file-assertion-1'
  if (refresh !== undefined) return refresh === '1//refresh-token-1' && secret === 'client-secret-1'
  const [head = '', payload = '', signature = ''] = assertion.split('.')
  return createVerify('RSA-SHA256').update(`${head}.${payload}`).verify(keys.publicKey, signature, 'base64url')
}

function scopeOfAssertion(assertion = ''): string {
  const payload = Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8')
  const claims = payload === '' ? undefined : parseJson(payload)
  return isJsonObject(claims) && typeof claims['scope'] === 'string' ? claims['scope'] : GOOGLE_SCOPE
}

/** Writes a program that counts its runs as `n` in a file of its folder, and prints what `script` says. */
export async function countingProgram(directory: string, name: string, script: string): Promise<string> {
  const [file, count] = [join(directory, name), JSON.stringify(join(directory, `${name}-runs`))]
  const lines = [
    `#!${process.execPath}`,
    `const { appendFileSync, readFileSync } = require('node:fs')`,
    `appendFileSync(${count}, 'x')`,
    `const n = readFileSync(${count}, 'utf8').length`,
    script,
  ]
  await writeFile(file, lines.join('\n'))
  await chmod(file, 0o755)
  return file
}
