import type { CredentialSource, CredentialState, KeyPlan } from '../../../shared/credential-state.ts'
import { ENGINE_SENTENCES, WITHOUT_KEYCHAIN } from '../../../shared/engine-sentences.ts'
import type { ComponentState } from '../../../shared/engine-state.ts'
import { learnSecrets } from '../../../shared/known-secrets.ts'
import { DONE, ok, refuse, type Result } from '../../../shared/result.ts'
import type { CredentialStore } from '../../core/ports/config-ports.ts'
import type { IsNewWarning, Logger } from '../../core/ports/system-ports.ts'
import { API_PROVIDERS, type ApiProviderName, PROVIDER_NAMES } from '../../../shared/providers.ts'
import { createCredentialsFile, type CredentialsFile } from './credentials-file.ts'
import type { Keychain, KeychainProblemKind, KeychainResult } from './keychain-port.ts'

export interface CredentialStoreOptions {
  /** The directory of credentials.json. */
  readonly configDirectory: string
  readonly environment: Environment
  readonly keychain: Keychain
  readonly logger: Logger
  /** Called before a warning about the keychain is logged. */
  readonly isNewWarning: IsNewWarning
}

interface FoundKey {
  readonly source: CredentialSource
  readonly key: string
}

const NOT_USED_YET: ComponentState = { state: 'ok', message: ENGINE_SENTENCES.keychainUnused }
const IN_USE: ComponentState = { state: 'ok', message: ENGINE_SENTENCES.keychain }

const PROBLEM_LABELS: Readonly<Record<KeychainProblemKind, string>> = {
  no_service: ENGINE_SENTENCES.noKeychain,
  off: ENGINE_SENTENCES.keychainOff,
  locked: ENGINE_SENTENCES.keychainLocked,
  timeout: ENGINE_SENTENCES.keychainTimeout,
  failed: ENGINE_SENTENCES.keychainFailed,
}

const PROBED_ACCOUNT: ApiProviderName = 'anthropic'

/** Shortest key whose last four characters may be shown. */
const LEAST_LENGTH_TO_SHOW_END = 12

/**
 * Looks keys up in the environment, then the keychain, then credentials.json (docs/behaviour/providers.md#keys).
 * Nothing is read before the first look-up and nothing is cached, so a new key takes effect at once. A failing keychain
 * causes a warning, but keys from other places still work.
 */
export function createCredentialStore(options: CredentialStoreOptions): CredentialStore {
  return new CredentialChain(options)
}

class CredentialChain implements CredentialStore {
  readonly #environment: Environment
  readonly #keychain: Keychain
  readonly #file: CredentialsFile
  readonly #logger: Logger
  readonly #isNewWarning: IsNewWarning
  readonly #warned = new Set<string>()
  readonly #listeners = new Set<(state: ComponentState) => void>()
  #keychainState = NOT_USED_YET

  constructor({ configDirectory, environment, keychain, logger, isNewWarning }: CredentialStoreOptions) {
    this.#environment = environment
    this.#keychain = keychain
    this.#file = createCredentialsFile(configDirectory)
    this.#logger = logger
    this.#isNewWarning = isNewWarning
  }

  async endpointKey(name: string): Promise<string | null> {
    const found = await this.#stored(endpointAccount(name))
    if (found !== null) learnSecrets([found.key])
    return found?.key ?? null
  }

  async setEndpointKey(name: string, text: string): Promise<Result<null>> {
    const parsed = parseKey(text)
    return parsed.ok ? this.#keep(endpointAccount(name), parsed.key) : refuse(parsed.message)
  }

  removeEndpointKey(name: string): Promise<Result<null>> {
    return this.#forget(endpointAccount(name))
  }

  async key(provider: ApiProviderName): Promise<string | null> {
    return (await this.#find(provider))?.key ?? null
  }

  async list(): Promise<readonly CredentialState[]> {
    return Promise.all(PROVIDER_NAMES.map((provider) => this.#state(provider)))
  }

  async plan(): Promise<KeyPlan> {
    // Any account will do: what matters is whether the keychain answers.
    const tried = this.#note(await this.#keychain.get(PROBED_ACCOUNT))
    if (tried.ok) return { place: 'keychain', reason: null }
    return { place: 'file', reason: PROBLEM_LABELS[tried.problem.kind] }
  }

  /**
   * Saves the key in the keychain, otherwise in the file. A key in the environment still takes precedence; the returned
   * state says so.
   */
  async set(provider: ApiProviderName, text: string): Promise<Result<CredentialState>> {
    const parsed = parseKey(text)
    if (!parsed.ok) return refuse(parsed.message)
    const kept = await this.#keep(provider, parsed.key)
    return kept.ok ? ok(await this.#state(provider)) : kept
  }

  async #keep(account: string, key: string): Promise<Result<null>> {
    learnSecrets([key])
    const kept = this.#note(await this.#keychain.set(account, key))
    return kept.ok ? DONE : this.#file.set(account, key)
  }

  /** Removes the key from the file and the keychain; a key in the environment cannot be removed here. */
  async remove(provider: ApiProviderName): Promise<Result<CredentialState>> {
    const removed = await this.#forget(provider)
    return removed.ok ? ok(await this.#state(provider)) : removed
  }

  async #forget(account: string): Promise<Result<null>> {
    const saved = await this.#file.remove(account)
    if (!saved.ok) return saved
    const removed = this.#note(await this.#keychain.remove(account))
    if (!removed.ok && removed.problem.kind !== 'no_service' && removed.problem.kind !== 'off') {
      return refuse(`${PROBLEM_LABELS[removed.problem.kind]}: a key in it was not removed.`)
    }
    return DONE
  }

  keychainState(): ComponentState {
    return this.#keychainState
  }

  onKeychainStateChange(listener: (state: ComponentState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #state(provider: ApiProviderName): Promise<CredentialState> {
    const found = await this.#find(provider)
    const { keyVariables, keyPage } = API_PROVIDERS[provider]
    return {
      provider,
      source: found?.source ?? null,
      endsIn: found ? endOf(found.key) : null,
      environmentName: keyVariables[0],
      keyUrl: keyPage ?? '',
    }
  }

  async #find(provider: ApiProviderName): Promise<FoundKey | null> {
    const found = await this.#look(provider)
    // No message may repeat it.
    if (found !== null) learnSecrets([found.key])
    return found
  }

  async #look(provider: ApiProviderName): Promise<FoundKey | null> {
    const fromEnvironment = keyFromEnvironment(provider, this.#environment)
    if (fromEnvironment !== null) return { source: 'environment', key: fromEnvironment }
    return this.#stored(provider)
  }

  async #stored(account: string): Promise<FoundKey | null> {
    const fromKeychain = this.#note(await this.#keychain.get(account))
    if (fromKeychain.ok && fromKeychain.value) return { source: 'keychain', key: fromKeychain.value }
    const fromFile = await this.#keyFromFile(account)
    return fromFile === null ? null : { source: 'file', key: fromFile }
  }

  async #keyFromFile(account: string): Promise<string | null> {
    const reading = await this.#file.read()
    reading.warnings.forEach((warning) => this.#warnOnce(warning))
    const text = reading.key(account)
    if (text === null || text.trim() === '') return null
    const parsed = parseKey(text)
    if (!parsed.ok) this.#warnOnce(`${this.#file.path}, ${account}: ${parsed.message}`)
    return parsed.ok ? parsed.key : null
  }

  /** Updates the state that the window shows with the latest result. */
  #note<Value>(result: KeychainResult<Value>): KeychainResult<Value> {
    const next = result.ok ? IN_USE : problemState(result.problem.kind)
    if (next.message !== this.#keychainState.message) {
      this.#keychainState = next
      const isNew = this.#isNewWarning('keychain', result.ok ? null : next.message)
      if (!result.ok && isNew) this.#logger.warn(next.message, { detail: result.problem.detail })
      this.#listeners.forEach((listener) => listener(next))
    }
    return result
  }

  #warnOnce(warning: string): void {
    if (this.#warned.has(warning)) return
    this.#warned.add(warning)
    this.#logger.warn(warning)
  }
}

/** The account of an endpoint's key, in the keychain and in credentials.json. */
function endpointAccount(name: string): string {
  return `endpoint:${name}`
}

function problemState(kind: KeychainProblemKind): ComponentState {
  return { state: 'warning', message: `${PROBLEM_LABELS[kind]}${WITHOUT_KEYCHAIN}` }
}

function endOf(key: string): string | null {
  return key.length >= LEAST_LENGTH_TO_SHOW_END ? key.slice(-4) : null
}

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the provider's key in the environment, trimmed; null: none. An empty variable counts as none. */
function keyFromEnvironment(provider: ApiProviderName, environment: Environment): string | null {
  const keys = API_PROVIDERS[provider].keyVariables.map((name) => environment[name]?.trim())
  return keys.find((key) => key) ?? null
}

type ParsedKey = { readonly ok: true; readonly key: string } | { readonly ok: false; readonly message: string }

/** Parses a pasted key: trims white space, and rejects text that cannot be sent in a request header. */
export function parseKey(text: string): ParsedKey {
  const key = text.trim()
  if (key === '') return { ok: false, message: 'The key is empty.' }
  if (!/^[!-~]+$/.test(key)) {
    return { ok: false, message: 'The key contains a character that no key has, such as a space or a line break.' }
  }
  return { ok: true, key }
}
