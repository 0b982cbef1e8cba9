import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'

import type { OAuthSettings } from '../../../../../shared/tool-server.ts'
import type { Login, LoginStore, StoredClient } from './login-store.ts'
import { defined } from '../../../../../shared/defined.ts'

/** Creates what the SDK's OAuth client needs from its host. Everything is stored by issuer. */
export function oauthProvider({
  store,
  settings,
  redirectUrl,
  signIn,
}: {
  readonly store: LoginStore
  readonly settings: OAuthSettings
  readonly redirectUrl: string
  /** Null: no sign-in is in progress. Tokens are renewed, and nothing is registered. */
  readonly signIn: {
    readonly state: string
    /** Called with the address to open and who is asked there. */
    readonly onAddress: (address: URL, discovered: OAuthDiscoveryState) => void
  } | null
}): OAuthClientProvider {
  let verifier = ''
  let discovered: OAuthDiscoveryState | undefined
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'ikigai',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
    },
    ...defined({ clientMetadataUrl: settings.clientMetadataUrl }),
    clientInformation: async (context) => {
      const login = await store.read()
      if (settings.clientId !== undefined) return configuredClient(settings.clientId, settings.clientSecret, login)
      const client = context === undefined ? undefined : login.issuers[context.issuer]?.client
      // A registration for another port is of use only while no browser is needed.
      return signIn === null || client === undefined || allows(client, redirectUrl) ? client : undefined
    },
    ...(signIn !== null && {
      saveClientInformation: async (information, context) => {
        const { client_secret: secret, ...client } = information
        // A configured secret stays where it is.
        const own = settings.clientId === undefined && secret !== undefined && { client_secret: secret }
        if (context !== undefined)
          await store.change(context.issuer, (issued) => ({ ...issued, client: { ...client, ...own } }))
      },
      state: () => signIn.state,
    }),
    tokens: async (context) => {
      const { issuer, issuers } = await store.read()
      const from = context?.issuer ?? issuer
      return from === null ? undefined : issuers[from]?.tokens
    },
    saveTokens: async (tokens, context) => {
      const issuer = context?.issuer ?? tokens.issuer
      if (issuer !== undefined) await store.change(issuer, (issued) => ({ ...issued, tokens: { ...tokens } }), true)
    },
    redirectToAuthorization: (address) => {
      if (signIn === null || discovered === undefined) return
      const problem = addressProblem(address, discovered)
      if (problem !== null) throw new Error(problem)
      signIn.onAddress(address, discovered)
    },
    saveCodeVerifier: (made) => void (verifier = made),
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => void (discovered = state),
    discoveryState: () => discovered,
    invalidateCredentials: async (scope) => {
      const issuer = discovered?.authorizationServerMetadata?.issuer ?? discovered?.authorizationServerUrl
      if (issuer === undefined || scope === 'verifier' || scope === 'discovery') return
      await store.change(issuer, ({ client, tokens }) =>
        defined({
          client: scope === 'tokens' && client !== undefined ? client : undefined,
          tokens: scope === 'client' && tokens !== undefined ? tokens : undefined,
        }),
      )
    },
  }
}

/** The client id of config.json. It belongs to the issuer at which it was used first, and is sent to no other one. */
function configuredClient(id: string, secret: string | undefined, { issuers }: Login): StoredClient {
  const bound = Object.keys(issuers).find((issuer) => issuers[issuer]?.client?.client_id === id)
  return {
    client_id: id,
    ...defined({ client_secret: secret, issuer: bound }),
  }
}

function allows({ redirect_uris: allowed }: StoredClient, redirectUrl: string): boolean {
  return allowed === undefined || allowed.includes(redirectUrl)
}

/** Returns why a user must not be sent to an address that a server named. */
function addressProblem(address: URL, { authorizationServerMetadata: metadata }: OAuthDiscoveryState): string | null {
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname)
  if (address.protocol !== 'https:' && !(address.protocol === 'http:' && isLocal))
    return 'Its page for signing in is not at an https address.'
  if (metadata !== undefined && metadata.code_challenge_methods_supported?.includes('S256') !== true)
    return 'It does not protect sign-ins of programs (PKCE with S256).'
  return null
}
