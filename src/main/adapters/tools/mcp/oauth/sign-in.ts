import { randomBytes } from 'node:crypto'

import type { OAuthDiscoveryState } from '@modelcontextprotocol/client'

import type { OAuthSettings } from '../../../../../shared/tool-server.ts'
import { DONE, errorMessage, ok, refuse, type Result } from '../../../../../shared/result.ts'
import { visibleText } from '../../../../../shared/visible-text.ts'
import type { OpenSignIn } from '../../../../core/ports/tool-server-ports.ts'
import { HostNotNamed } from '../../../only-hosts.ts'
import { type CallbackListener, listenForCallback } from './callback-listener.ts'
import type { LoginStore } from './login-store.ts'
import { oauthProvider } from './oauth-provider.ts'
import { defined } from '../../../../../shared/defined.ts'

/** What a server said when it refused a request. */
export interface Challenge {
  readonly scope?: string
  readonly resourceMetadataUrl?: URL
}

/** Longest error code of a server that is shown, UTF-16 units. */
const MAX_CODE = 100

/** Prepares a sign-in: finds the issuer, registers there if need be, and listens for the browser's answer. */
export async function beginSignIn(options: {
  readonly serverUrl: string
  readonly settings: OAuthSettings
  readonly store: LoginStore
  readonly challenge: Challenge
  /** Aborting it ends the sign-in. */
  readonly signal: AbortSignal
}): Promise<Result<OpenSignIn>> {
  const { serverUrl, settings, store, challenge, signal } = options
  const { auth } = await import('@modelcontextprotocol/client')
  const state = randomBytes(32).toString('base64url')
  const listener = await listenForCallback({ state, port: await registeredPort(store), signal })
  let offered: { readonly address: URL; readonly discovered: OAuthDiscoveryState } | null = null
  const provider = oauthProvider({
    store,
    settings,
    redirectUrl: listener.redirectUrl,
    signIn: { state, onAddress: (address, discovered) => (offered = { address, discovered }) },
  })
  const request = { serverUrl, ...challenge }
  try {
    await auth(provider, { ...request, forceReauthorization: true })
  } catch (error) {
    listener.finish(false)
    return refuse(`Signing in to ${serverUrl} is not possible: ${problemText(error)}`)
  }
  const found = offeredOf(offered)
  if (found === null) {
    listener.finish(false)
    return refuse(`Signing in to ${serverUrl} is not possible: it names no sign-in page.`)
  }
  const exchange = (code: string, iss: string | undefined) =>
    auth(provider, { ...request, authorizationCode: code, ...defined({ iss }) })
  return ok({
    address: found.address.href,
    issuer: issuerOf(found.discovered),
    scopes: (found.address.searchParams.get('scope') ?? '').split(' ').filter((scope) => scope !== ''),
    done: finish(listener, found.discovered, exchange),
    accept: (address) => listener.accept(address),
  })
}

interface Offered {
  readonly address: URL
  readonly discovered: OAuthDiscoveryState
}

/** Widens the type, because a callback sets the value. */
function offeredOf(offered: Offered | null): Offered | null {
  return offered
}

async function finish(
  listener: CallbackListener,
  discovered: OAuthDiscoveryState,
  exchange: (code: string, iss: string | undefined) => Promise<unknown>,
): Promise<Result<null>> {
  let isSignedIn = false
  try {
    const parameters = await listener.parameters
    const iss = parameters.get('iss') ?? undefined
    const code = parameters.get('code')
    if (code === null) return refuse(await refusalText(parameters, iss, discovered))
    await exchange(code, iss)
    isSignedIn = true
    return DONE
  } catch (error) {
    return refuse(`Not signed in: ${problemText(error)}`)
  } finally {
    listener.finish(isSignedIn)
  }
}

/** Throws if the answer is not from the issuer that was asked: then nothing of it is shown. */
async function refusalText(
  parameters: URLSearchParams,
  iss: string | undefined,
  { authorizationServerMetadata: metadata }: OAuthDiscoveryState,
): Promise<string> {
  const { validateAuthorizationResponseIssuer } = await import('@modelcontextprotocol/client')
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.['authorization_response_iss_parameter_supported'] === true,
  })
  const code = (parameters.get('error') ?? 'no reason').slice(0, MAX_CODE)
  return `The server refused the sign-in (${visibleText(code, 'shown')}). Try again, or contact its operator.`
}

/** The port for which an earlier sign-in registered; 0: any. */
async function registeredPort(store: LoginStore): Promise<number> {
  const { issuer, issuers } = await store.read()
  const [address] = (issuer === null ? undefined : issuers[issuer]?.client?.redirect_uris) ?? []
  return address !== undefined && URL.canParse(address) ? Number(new URL(address).port) : 0
}

function issuerOf({ authorizationServerMetadata: metadata, authorizationServerUrl }: OAuthDiscoveryState): string {
  return metadata?.issuer ?? authorizationServerUrl
}

function problemText(error: unknown): string {
  const held = error instanceof Error && error.cause instanceof HostNotNamed ? error.cause : error
  return visibleText(errorMessage(held).slice(0, 1_000), 'shown')
}
