import { readFile } from 'node:fs/promises'

import type { AppError } from '../../../../shared/app-error.ts'
import { learnSecrets } from '../../../../shared/known-secrets.ts'
import { isThisMachine } from '../../../../shared/named-hosts.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { parseJson } from '../wire-value.ts'
import { hostNotNamed, noCredentials, refusalOfServer } from './cloud-failure.ts'
import { printedOutput } from './printed-output.ts'
import { readToken, type Token } from './read-token.ts'
import { PROGRAM_LIMIT_MS } from './token-command.ts'

/** A cloud of Azure: who gives its tokens, and for what. */
interface AzureCloud {
  readonly authority: string
  readonly resource: string
}

const USUAL: AzureCloud = { authority: 'https://login.microsoftonline.com', resource: 'https://ai.azure.com' }
/** The other clouds by the ends of their hosts. */
const SOVEREIGN: readonly (readonly [end: string, cloud: AzureCloud])[] = [
  ['.azure.us', { authority: 'https://login.microsoftonline.us', resource: 'https://cognitiveservices.azure.us' }],
  ['.azure.cn', { authority: 'https://login.chinacloudapi.cn', resource: 'https://cognitiveservices.azure.cn' }],
]
/** How long a server of tokens may take, ms. */
const LIMIT_MS = 30_000
/** A machine outside of Azure has nothing at the address of the identity, ms. */
const PROBE_MS = 1_000
const HOW =
  'Sign in with az login, or set AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET or AZURE_FEDERATED_TOKEN_FILE.'

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the cloud of an address. */
export function azureCloud(baseUrl: string): AzureCloud {
  const { hostname } = new URL(baseUrl)
  return SOVEREIGN.find(([end]) => hostname.endsWith(end))?.[1] ?? USUAL
}

/** A source of tokens, and the request that asks it. */
interface Source {
  readonly url: string
  readonly init: RequestInit
  /** Whether another source is tried when nothing answers at the address. */
  readonly isGuess?: true
}

/**
 * Asks Entra for a new token: with the secret or the file of a workload in the environment, else as the identity of this
 * machine, else by `az account get-access-token`. The first of them that is there counts.
 */
export async function azureToken(
  { label, cloud }: { readonly label: string; readonly cloud: AzureCloud },
  environment: Environment,
  request: typeof fetch,
  now: () => number,
): Promise<Result<Token, AppError>> {
  const source = await sourceIn(environment, cloud)
  if (typeof source === 'string') return noCredentials(label, source, HOW)
  const { host } = new URL(source.url)
  try {
    const signal = AbortSignal.timeout(source.isGuess === true ? PROBE_MS : LIMIT_MS)
    const response = await request(source.url, { ...source.init, redirect: 'error', signal })
    const text = await response.text()
    if (response.ok) return tokenIn(label, text, now(), `${host} `)
    if (source.isGuess !== true)
      return noCredentials(label, refusalOfServer(host, response.status, parseJson(text)), HOW)
  } catch (error) {
    if (source.isGuess !== true) return noCredentials(label, hostNotNamed(error) ?? `${host} could not be asked`, HOW)
  }
  const command = ['az', 'account', 'get-access-token', '--resource', cloud.resource, '--output', 'json']
  const printed = await printedOutput(command, environment, PROGRAM_LIMIT_MS)
  if ('problem' in printed) return noCredentials(label, `az ${printed.problem}`, HOW)
  return tokenIn(label, printed.text, now(), 'az ')
}

function tokenIn(label: string, text: string, now: number, subject: string): Result<Token, AppError> {
  const read = readToken(text, now)
  if (typeof read === 'string') return noCredentials(label, subject + read, HOW)
  learnSecrets([read.token])
  return ok(read)
}

/** Returns the source that the environment names, or what is wrong with it. */
async function sourceIn(environment: Environment, { authority, resource }: AzureCloud): Promise<Source | string> {
  const at = (name: string): string => environment[name]?.trim() ?? ''
  const [tenant, client, secret] = [at('AZURE_TENANT_ID'), at('AZURE_CLIENT_ID'), at('AZURE_CLIENT_SECRET')]
  const file = at('AZURE_FEDERATED_TOKEN_FILE')
  if (tenant !== '' && client !== '' && (secret !== '' || file !== '')) {
    const url = URL.parse(
      `${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
      slashed(at('AZURE_AUTHORITY_HOST') || authority),
    )
    if (url === null || (url.protocol !== 'https:' && !isThisMachine(url.hostname)))
      return 'AZURE_AUTHORITY_HOST is no address with https'
    const proof = secret === '' ? await assertionIn(file) : secretProof(secret)
    if (proof === null) return 'the file of AZURE_FEDERATED_TOKEN_FILE cannot be read'
    learnSecrets([secret, proof['client_assertion'] ?? ''])
    const scope = `${resource}/.default`
    const fields = { grant_type: 'client_credentials', client_id: client, scope, ...proof }
    return { url: url.href, init: { method: 'POST', body: new URLSearchParams(fields) } }
  }
  const identity = new URLSearchParams({ resource })
  if (client !== '') identity.set('client_id', client)
  const [endpoint, header] = [at('IDENTITY_ENDPOINT'), at('IDENTITY_HEADER')]
  if (endpoint !== '' && header !== '') {
    if (!URL.canParse(endpoint)) return 'IDENTITY_ENDPOINT is no address'
    learnSecrets([header])
    identity.set('api-version', '2019-08-01')
    return { url: `${endpoint}?${identity.toString()}`, init: { headers: { 'x-identity-header': header } } }
  }
  identity.set('api-version', '2018-02-01')
  const machine = at('AZURE_POD_IDENTITY_AUTHORITY_HOST') || 'http://169.254.169.254'
  const url = `${slashed(machine)}metadata/identity/oauth2/token?${identity.toString()}`
  if (!URL.canParse(url)) return 'AZURE_POD_IDENTITY_AUTHORITY_HOST is no address'
  return { url, init: { headers: { metadata: 'true' } }, isGuess: true }
}

type Proof = Readonly<Record<string, string>>

function secretProof(secret: string): Proof {
  return { client_secret: secret }
}

async function assertionIn(file: string): Promise<Proof | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  return { client_assertion_type: type, client_assertion: text.trim() }
}

function slashed(address: string): string {
  return address.endsWith('/') ? address : `${address}/`
}
