import type { AuthProvider, InsufficientScopeError } from '@modelcontextprotocol/client'

import { advice } from '../../../../../shared/advice.ts'
import type { ToolServerConfig } from '../../../../../shared/tool-server.ts'
import { DONE, type Result } from '../../../../../shared/result.ts'
import type { ToolServerState } from '../../../../../shared/tool-list.ts'
import type { SecretStore } from '../../../../core/ports/config-ports.ts'
import type { OpenSignIn } from '../../../../core/ports/tool-server-ports.ts'
import { LoginStore } from './login-store.ts'
import { oauthProvider } from './oauth-provider.ts'
import { beginSignIn, type Challenge } from './sign-in.ts'
import { defined } from '../../../../../shared/defined.ts'

type HttpServer = Extract<ToolServerConfig, { transport: 'http' }>
type SignInState = NonNullable<ToolServerState['signIn']>

/** An incomplete sign-in ends after this time, ms. */
const SIGN_IN_TIMEOUT_MS = 600_000

/** The user's login to one server: its tokens for requests, and what the server demands beyond them. */
export class ServerLogin {
  readonly #config: HttpServer
  readonly #store: LoginStore
  readonly #onChange: () => void
  #challenge: Challenge = {}
  #state: SignInState | null = null
  /** Scopes that the last sign-in asked for. The server is not believed when it demands them again. */
  #askedFor: ReadonlySet<string> = new Set()
  #open = new AbortController()
  #renewing: Promise<void> | null = null
  #changed = Promise.withResolvers<void>()

  constructor(config: HttpServer, secrets: SecretStore, onChange: () => void) {
    this.#config = config
    this.#store = new LoginStore(secrets, config.url)
    this.#onChange = onChange
  }

  /** Null: the server has not asked for a login. */
  get state(): SignInState | null {
    return this.#state
  }

  /** For the transport: it adds the token to requests to the server's own address, and to no others. */
  get authProvider(): AuthProvider {
    return {
      token: async () => {
        const { issuer, issuers } = await this.#store.read()
        const token = issuer === null ? undefined : issuers[issuer]?.tokens?.access_token
        if (token !== undefined && this.#state === null) this.#become('signed_in')
        return token
      },
      onUnauthorized: async ({ response, serverUrl, fetchFn }) => {
        const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client')
        const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
        this.#challenge = defined({ scope, resourceMetadataUrl: resourceMetadataUrl || undefined })
        this.#renewing ??= this.#renew({ serverUrl, fetchFn }).finally(() => (this.#renewing = null))
        await this.#renewing
      },
    }
  }

  /** Notes that more permissions are needed; returns what to say about the call that failed. */
  async needsMore({ requiredScope = '', resourceMetadataUrl }: InsufficientScopeError): Promise<string> {
    const { issuer, issuers } = await this.#store.read()
    const granted = issuer === null ? '' : (issuers[issuer]?.tokens?.scope ?? '')
    const wanted = [...new Set(`${granted} ${[...this.#askedFor].join(' ')} ${requiredScope}`.split(' '))].filter(
      Boolean,
    )
    const isNew = wanted.some((scope) => !this.#askedFor.has(scope)) && requiredScope !== ''
    if (!isNew) return 'the login does not permit this call, and signing in again would ask for the same permissions.'
    this.#challenge = { scope: wanted.join(' '), ...defined({ resourceMetadataUrl }) }
    // The next sign-in may be one of another process (`ikigai mcp login`).
    const address = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: resourceMetadataUrl.href }
    await this.#store.keepDemand({ scope: wanted.join(' '), ...address })
    this.#become('wider')
    return `the login does not permit this call. It needs: ${requiredScope}. ${advice('sign_in_again')}`
  }

  /** Begins a sign-in; an unfinished earlier one ends. */
  async begin(): Promise<Result<OpenSignIn>> {
    this.#open.abort()
    this.#open = new AbortController()
    const { url, oauth } = this.#config
    const signal = AbortSignal.any([this.#open.signal, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS)])
    const begun = await beginSignIn({
      serverUrl: url,
      settings: oauth ?? {},
      store: this.#store,
      challenge: await this.#wholeChallenge(),
      signal,
    })
    if (!begun.ok) return begun
    this.#askedFor = new Set(begun.value.scopes)
    const done = begun.value.done.then(async (result) => {
      if (!result.ok) return result
      await this.#store.keepDemand(null)
      this.#become('signed_in')
      return result
    })
    return { ok: true, value: { ...begun.value, done } }
  }

  /** Resolves when no sign-in is needed any more, or the signal aborts. */
  async signedIn(signal: AbortSignal): Promise<void> {
    const wake = (): void => this.#changed.resolve()
    signal.addEventListener('abort', wake, { once: true })
    while (this.#state === 'needed' && !signal.aborted) {
      this.#changed = Promise.withResolvers()
      await this.#changed.promise
    }
    signal.removeEventListener('abort', wake)
  }

  /** Forgets the tokens and the registration. */
  async signOut(): Promise<Result<null>> {
    this.close()
    this.#askedFor = new Set()
    const forgotten = await this.#store.forget()
    if (!forgotten.ok) return forgotten
    this.#become('needed')
    return DONE
  }

  /** Ends an unfinished sign-in. */
  close(): void {
    this.#open.abort()
  }

  /** What the server demands, with what a call demanded in another process or before the last start. */
  async #wholeChallenge(): Promise<Challenge> {
    const { demanded } = await this.#store.read()
    if (demanded === undefined) return this.#challenge
    const { scope, resourceMetadataUrl: address } = demanded
    const scopes = new Set(`${this.#challenge.scope ?? ''} ${scope}`.split(' ').filter(Boolean))
    const resource = address !== undefined && URL.canParse(address) && { resourceMetadataUrl: new URL(address) }
    return { ...resource, ...this.#challenge, scope: [...scopes].join(' ') }
  }

  /** Renews the tokens without a user. Throws if that needs a sign-in. */
  async #renew(request: Pick<Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0], 'serverUrl' | 'fetchFn'>) {
    const { auth, UnauthorizedError } = await import('@modelcontextprotocol/client')
    const { issuer, issuers } = await this.#store.read()
    const canRenew = issuer !== null && issuers[issuer]?.tokens?.refresh_token !== undefined
    const provider = oauthProvider({
      store: this.#store,
      settings: this.#config.oauth ?? {},
      redirectUrl: 'http://127.0.0.1/callback',
      signIn: null,
    })
    try {
      if (canRenew && (await auth(provider, { ...request, ...this.#challenge })) === 'AUTHORIZED') return
    } catch (error) {
      // The network failed, which says nothing about the login.
      if (error instanceof TypeError) throw error
    }
    this.#become('needed')
    throw new UnauthorizedError('Sign in to use this server')
  }

  #become(state: SignInState): void {
    if (this.#state === state) return
    this.#state = state
    this.#changed.resolve()
    this.#onChange()
  }
}
