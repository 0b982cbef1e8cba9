import { implement } from '@orpc/server'

import { refused } from '../../../src/shared/app-error.ts'
import type { ConfigState } from '../../../src/shared/config-change.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { BrowserSession } from '../../../src/shared/contract/sessions.ts'
import type { Draft } from '../../../src/shared/contract/settings.ts'
import type { CredentialState } from '../../../src/shared/credential-state.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { previewEndpoints } from './preview-endpoints.ts'
import { updatedConfig } from './preview-config.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko)'

const BROWSER_SESSIONS: readonly BrowserSession[] = [
  { id: '0123456789ab', browser: `${AGENT} Chrome/156.0.0.0 Safari/537.36`, isThis: true },
  { id: 'ba9876543210', browser: 'Mozilla/5.0 (X11; Linux x64; rv:150.0) Gecko/20100101 Firefox/150.0', isThis: false },
].map((session) => ({
  ...session,
  createdAt: Date.UTC(2026, 10, 20, 9, 30),
  lastUsedAt: Date.UTC(2026, 10, 20, 11, 5),
}))

interface KeptInWorld {
  readonly config: ConfigState
  readonly settings: ReadonlyMap<string, unknown>
}

/** What the preview keeps for the window: keys, config.json, settings and drafts. `note` hears of every call. */
export function previewSettings(
  world: KeptInWorld,
  credentials: Map<ApiProviderName, CredentialState>,
  note: (name: string, input: unknown) => unknown,
) {
  const os = implement(contract)
  const ok = <T>(value: T) => ({ ok: true as const, value })
  const settings = new Map(world.settings)
  const drafts = new Map<AgentId, Draft>()
  let { config } = world
  let sessions = BROWSER_SESSIONS
  return {
    credentials: {
      list: os.credentials.list.handler(() => [...credentials.values()]),
      set: os.credentials.set.handler(({ input }) => {
        const key = credentials.get(input.provider)
        if (key === undefined) return { ok: false as const, error: refused('No such provider.') }
        const next = { ...key, source: 'keychain' as const, endsIn: input.key.slice(-4) }
        credentials.set(input.provider, next)
        return ok(next)
      }),
      remove: os.credentials.remove.handler(({ input }) => {
        const key = credentials.get(input.provider)
        if (key === undefined) return { ok: false as const, error: refused('No such provider.') }
        const next = { ...key, source: null, endsIn: null }
        credentials.set(input.provider, next)
        return ok(next)
      }),
      plan: os.credentials.plan.handler(() => ({
        place: 'file' as const,
        reason: 'There is no keychain service here',
      })),
      test: os.credentials.test.handler(() => ok(14)),
    },
    endpoints: previewEndpoints(() => config, note),
    config: {
      get: os.config.get.handler(() => config),
      update: os.config.update.handler(({ input }) => {
        note('config.update', input)
        if (JSON.stringify(input).includes('nonsense')) {
          return { ok: false as const, error: refused('Not saved: that is no address.') }
        }
        config = updatedConfig(config, input)
        return ok(config)
      }),
      testDatabase: os.config.testDatabase.handler(({ input }) => {
        note('config.testDatabase', {})
        return input.url.includes('wrong')
          ? { ok: false as const, error: refused('The database refused the user or the password.') }
          : ok('PostgreSQL 18.4 at localhost; empty of ikigai’s tables so far.')
      }),
    },
    settings: {
      get: os.settings.get.handler(({ input }) => {
        note('settings.get', input)
        return settings.get(input.key) ?? null
      }),
      set: os.settings.set.handler(({ input }) => {
        note('settings.set', input)
        settings.set(input.key, input.value)
        return ok(null)
      }),
      replace: os.settings.replace.handler(({ input }) => {
        note('settings.replace', input)
        const isExpected = JSON.stringify(settings.get(input.key) ?? null) === JSON.stringify(input.expected)
        if (isExpected) settings.set(input.key, input.value)
        return ok(isExpected)
      }),
    },
    confirmation: {
      give: os.confirmation.give.handler(() => ok(null)),
      codes: os.confirmation.codes.handler(async function* () {
        yield [[]]
      }),
    },
    sessions: {
      list: os.sessions.list.handler(() => sessions),
      end: os.sessions.end.handler(({ input: { id } }) => {
        note('sessions.end', { id })
        const left = sessions.filter((session) => (id === null ? session.isThis : session.id !== id))
        const ended = sessions.length - left.length
        sessions = left
        return ended === 0 ? { ok: false as const, error: refused('This session has already ended.') } : ok(ended)
      }),
    },
    drafts: {
      get: os.drafts.get.handler(({ input }) => drafts.get(input.agentId) ?? { text: '', asText: false }),
      set: os.drafts.set.handler(({ input }) => {
        note('drafts.set', input)
        const { agentId, text, asText, attachments = [] } = input
        drafts.set(agentId, { text, asText, ...(attachments.length > 0 && { attachments }) })
        return ok(null)
      }),
    },
  }
}
