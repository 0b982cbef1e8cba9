import type { EndingModel } from '../../shared/ending-models.ts'
import type { BrowserSession } from '../../shared/contract/sessions.ts'
import type { LocalServer } from '../../shared/local-server.ts'
import type { MachineFact } from '../../shared/machine-facts.ts'
import type { OutsideProgram } from '../../shared/outside-agent.ts'
import type { ApiProviderName } from '../../shared/providers.ts'
import { refuse, type Result } from '../../shared/result.ts'
import { withCredential, withTest, type CredentialStore } from '../store/credential-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { ModelStore } from '../store/model-store.ts'
import type { Notices } from '../store/notice-store.ts'
import {
  PREFERENCE_NAMES,
  settingOf,
  type Preferences,
  type PreferenceStore,
  type Theme,
} from '../store/preference-store.ts'
import { callEngine, UNREACHABLE } from './call-engine.ts'
import type { LanguageChoice } from '../text/language.ts'
import { texts } from '../text/texts.ts'
import { defined } from '../../shared/defined.ts'

/** User operations in Settings. */
export interface SettingsActions {
  loadModels(): Promise<void>
  /** Renews the catalogue of models; returns what happened, one sentence each. */
  renewModels(): Promise<readonly string[]>
  loadCredentials(): Promise<void>
  /** Loads where a new key would be stored. */
  loadKeyPlan(): Promise<void>
  /** Saves a key and begins to test it; returns why it was not saved, or null. */
  setKey(provider: ApiProviderName, key: string): Promise<string | null>
  removeKey(provider: ApiProviderName): Promise<string | null>
  /** Returns what ikigai needs on this machine; empty: the engine cannot be reached. */
  readMachineFacts(): Promise<readonly MachineFact[]>
  /** Returns the servers of local models on this machine. */
  /** Returns the models of agents that end soon or have ended; none if the engine cannot be asked. */
  readEndingModels(): Promise<readonly EndingModel[]>
  findLocalServers(): Promise<readonly LocalServer[]>
  /** Returns the outside agents that are configured or known; null: the engine cannot be reached. */
  findOutsidePrograms(): Promise<readonly OutsideProgram[] | null>
  /**
   * Makes a server the provider of local models, and its first model that of new agents if none is configured; returns
   * why it was not saved, or null.
   */
  adoptLocalServer(server: LocalServer): Promise<string | null>
  /** Sends a test request to the provider with the key in use. */
  testKey(provider: ApiProviderName): Promise<void>
  /** Returns the browsers that may open the window; null: it is not in a browser, or the engine cannot be reached. */
  loadSessions(): Promise<readonly BrowserSession[] | null>
  /** Ends a browser session (null: all but this window's); returns the number of ended ones, or why there are none. */
  endSessions(id: string | null): Promise<Result<number>>
  setTheme(theme: Theme): Promise<void>
  /** Saves the language, then applies it, because the window may load anew. Returns why it was not saved, or null. */
  setLanguage(language: LanguageChoice): Promise<string | null>
  /** Applies the change immediately and saves it. */
  prefer(change: Partial<Preferences>): Promise<void>
}

export interface SettingsActionsDependencies {
  readonly client: EngineClient
  readonly models: ModelStore
  readonly credentials: CredentialStore
  readonly preferences: PreferenceStore
  readonly notices: Notices
}

export function createSettingsActions(dependencies: SettingsActionsDependencies): SettingsActions {
  const { client, models, credentials, preferences, notices } = dependencies

  async function loadModels(refresh?: ApiProviderName): Promise<void> {
    const list = await client.models.list(refresh === undefined ? {} : { refresh }).catch(() => null)
    if (list !== null) models.setState({ list })
  }

  async function changeKey(call: ReturnType<EngineClient['credentials']['remove']>): Promise<string | null> {
    const outcome = await callEngine(call)
    if (!outcome.ok) return outcome.error.message
    credentials.setState((state) => withCredential(state, outcome.value))
    await loadModels()
    return null
  }

  async function prefer(change: Partial<Preferences>): Promise<void> {
    preferences.setState(change)
    for (const name of PREFERENCE_NAMES) {
      if (change[name] === undefined) continue
      const outcome = await callEngine(client.settings.set({ key: settingOf(name), value: change[name] }))
      if (!outcome.ok) notices.fail(outcome.error.message)
    }
  }

  async function setLanguage(language: LanguageChoice): Promise<string | null> {
    const outcome = await callEngine(client.settings.set({ key: settingOf('language'), value: language }))
    if (!outcome.ok) return outcome.error.message
    preferences.setState({ language })
    return null
  }

  async function testKey(provider: ApiProviderName): Promise<void> {
    credentials.setState((state) => withTest(state, provider, { type: 'running' }))
    const result: Result<number> = await client.credentials.test({ provider }).catch(() => refuse(UNREACHABLE))
    credentials.setState((state) => withTest(state, provider, { type: 'finished', result }))
  }

  return {
    loadModels: () => loadModels(),
    async renewModels() {
      const outcome = await callEngine(client.models.renew())
      if (!outcome.ok) return [outcome.error.message]
      await loadModels()
      return [texts.actions.catalogue({ models: outcome.value.models }), ...outcome.value.problems]
    },
    async loadCredentials() {
      const keys = await client.credentials.list().catch(() => null)
      if (keys !== null) credentials.setState({ keys })
    },
    async loadKeyPlan() {
      const plan = await client.credentials.plan().catch(() => null)
      if (plan !== null) credentials.setState({ plan })
    },
    async setKey(provider, key) {
      const refusal = await changeKey(client.credentials.set({ provider, key }))
      if (refusal === null) void testKey(provider)
      return refusal
    },
    readMachineFacts: () => client.health.machine().catch(() => []),
    readEndingModels: () => client.models.ends().catch(() => []),
    findLocalServers: () => client.models.localServers().catch(() => []),
    findOutsidePrograms: () => client.models.outsidePrograms().catch(() => null),
    async adoptLocalServer({ baseUrl, models: [first] }) {
      const config = await client.config.get().catch(() => null)
      const defaultModel = first === undefined ? undefined : `local/${first}`
      const outcome = await callEngine(
        client.config.update({
          providers: { local: { baseUrl, ...defined({ defaultModel }) } },
          ...defined({ defaultProvider: config?.defaultProvider === null ? 'local' : undefined }),
        }),
      )
      if (!outcome.ok) return outcome.error.message
      await loadModels('local')
      return null
    },
    removeKey: (provider) => changeKey(client.credentials.remove({ provider })),
    testKey,
    loadSessions: () => client.sessions.list().catch(() => null),
    endSessions: (id) => callEngine(client.sessions.end({ id })),
    setTheme: (theme) => prefer({ theme }),
    setLanguage,
    prefer,
  }
}
