import type { AppError } from '../../../../shared/app-error.ts'
import type { CloudAuth } from '../../../../shared/endpoints/endpoint-kinds.ts'
import { mapOk, type Result } from '../../../../shared/result.ts'
import { type AwsKeys, awsKeys } from './aws-keys.ts'
import { awsHeaders, awsPlace } from './aws-signature.ts'
import { azureCloud, azureToken } from './azure-token.ts'
import { noCredentials } from './cloud-failure.ts'
import { type Credential, sentKey } from './endpoint-credential.ts'
import { googleToken } from './google-token.ts'
import { HeldTokens } from './held-tokens.ts'
import { ownHostFetch } from '../../own-host-fetch.ts'

/** An endpoint that is signed in to by the credentials of its cloud. */
export interface SignedEndpoint {
  /** As errors name it. */
  readonly label: string
  readonly auth: CloudAuth
  /** Of AWS; null: the usual one. */
  readonly profile: string | null
  readonly baseUrl: string
}

/** The credentials of clouds, from where their own programs and libraries look for them. They are in memory only. */
export class CloudSignIn {
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #now: () => number
  readonly #fetch: typeof fetch
  readonly #tokens: HeldTokens
  readonly #keys: HeldTokens<AwsKeys>

  constructor({
    environment,
    now = () => Date.now(),
    request = ownHostFetch,
  }: {
    readonly environment: Readonly<Record<string, string | undefined>>
    /** Returns ms since the epoch. */
    readonly now?: () => number
    /** Asks the servers of tokens. */
    readonly request?: typeof fetch
  }) {
    this.#environment = environment
    this.#now = now
    this.#fetch = request
    this.#tokens = new HeldTokens(now)
    this.#keys = new HeldTokens(now)
  }

  /** Returns a credential that is valid for a while. `refused`: the id of one that the server did not accept. */
  async find(endpoint: SignedEndpoint, refused?: string): Promise<Result<Credential, AppError>> {
    const { label, auth, baseUrl } = endpoint
    if (auth === 'aws') return this.#awsKeys(endpoint, refused)
    const cloud = azureCloud(baseUrl)
    const make =
      auth === 'google'
        ? () => googleToken(label, this.#fetch, this.#now())
        : () => azureToken({ label, cloud }, this.#environment, this.#fetch, this.#now)
    const source = auth === 'google' ? auth : cloud.resource
    return mapOk(await this.#tokens.get(source, make, refused), ({ token }) => sentKey(token, 'bearer'))
  }

  async #awsKeys(
    { label, profile, baseUrl }: SignedEndpoint,
    refused: string | undefined,
  ): Promise<Result<Credential, AppError>> {
    const place = awsPlace(baseUrl, this.#environment)
    if (place === null)
      return noCredentials(label, 'its address names no region', 'Set AWS_REGION, or correct base_url of its entry.')
    const make = () => awsKeys(label, profile, this.#environment, this.#now)
    return mapOk(await this.#keys.get(profile ?? '', make, refused), (keys) => ({
      id: keys.token,
      headers: (request) => awsHeaders(keys, place, request, this.#now()),
    }))
  }
}
