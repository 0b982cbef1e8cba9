import { expect, it } from 'vitest'

import { machineFacts, type MachineSources } from '../../../src/main/core/health/machine-facts.ts'
import { endpointStates } from '../../../src/main/adapters/providers/endpoints/endpoint-probe.ts'
import type { CredentialStore } from '../../../src/main/core/ports/config-ports.ts'
import type { MachineProbe } from '../../../src/main/core/ports/machine-ports.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import type { CredentialState } from '../../../src/shared/credential-state.ts'
import { withImplied } from '../../../src/shared/endpoints/endpoint.ts'
import { ENGINE_SENTENCES } from '../../../src/shared/engine-sentences.ts'
import type { ComponentState } from '../../../src/shared/engine-state.ts'
import { MACHINE_FACT_NAMES, type MachineFact, type MachineFactName } from '../../../src/shared/machine-facts.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { fakeCredentials } from '../../support/fake-credentials.ts'

const READY: MachineProbe = {
  node: '24.0.0',
  sandboxProblem: async () => null,
  folderProblem: async () => null,
  freeBytes: async () => 50e9,
  installCommand: (name) => `add ${name}`,
}

const EMBEDDED: ComponentState = { state: 'ok', message: ENGINE_SENTENCES.embedded }

interface Machine extends Partial<MachineProbe> {
  readonly keys?: readonly ApiProviderName[]
  readonly keychain?: string | null
  readonly model?: string | null
  readonly sandbox?: 'off'
  readonly database?: ComponentState
}

/** Returns the facts of a machine that has everything but what is given. */
async function factsOf(machine: Machine): Promise<ReadonlyMap<MachineFactName, MachineFact>> {
  const { keys = ['openai'], keychain = null, model = 'gpt-5.1', sandbox, database = EMBEDDED, ...probe } = machine
  const stored = (provider: ApiProviderName): CredentialState => {
    return { provider, source: 'environment', endsIn: null, environmentName: 'KEY', keyUrl: '' }
  }
  const credentials: CredentialStore = {
    ...fakeCredentials(),
    list: async () => [...keys.map(stored), { ...stored('mistral'), source: null }],
    plan: async () => ({ place: keychain === null ? 'keychain' : 'file', reason: keychain }),
  }
  const parts: MachineSources = {
    credentials,
    config: { ...DEFAULT_CONFIG, ...(sandbox === undefined ? {} : { sandbox }) },
    defaultModel: () => (model === null ? null : { spec: model, replaces: null }),
    workspace: '/home/ada/ikigai',
    machine: { ...READY, ...probe },
    version: '1.2.3',
  }
  const facts = await machineFacts(parts, database)
  return new Map(facts.map((fact) => [fact.name, fact]))
}

it('lists everything in its order, and names what there is', async () => {
  const facts = await factsOf({ keys: ['openai', 'anthropic'] })
  expect([...facts.keys()]).toEqual(MACHINE_FACT_NAMES)
  expect([...facts.values()].filter(({ state, command }) => state !== 'ok' || command !== null)).toEqual([])
  const found = [...facts.values()].map((fact) => fact.found)
  expect(found).toEqual([
    'OpenAI, Anthropic',
    'gpt-5.1',
    '/home/ada/ikigai',
    null,
    null,
    'embedded',
    null,
    'ask',
    '24.0.0',
    '50000000000',
    '1.2.3',
  ])
})

it.each<[string, Machine, MachineFactName, Partial<MachineFact>]>([
  [
    'no key and no model',
    { keys: [], model: null },
    'keys',
    { state: 'error', command: 'export ANTHROPIC_API_KEY=KEY' },
  ],
  ['no key but a model', { keys: [], model: 'local/qwen3:8b' }, 'keys', { state: 'warning' }],
  ['no default model', { model: null }, 'model', { state: 'warning', found: null }],
  ['a folder of another user', { folderProblem: async () => 'no' }, 'folder', { state: 'error', problem: 'no' }],
  [
    'no bubblewrap',
    { sandboxProblem: async () => ENGINE_SENTENCES.noBubblewrap },
    'sandbox',
    { state: 'warning', command: 'add bubblewrap' },
  ],
  [
    'namespaces that are forbidden',
    { sandboxProblem: async () => 'EPERM' },
    'sandbox',
    { problem: 'EPERM', command: null },
  ],
  ['a sandbox that is off', { sandbox: 'off' }, 'sandbox', { problem: ENGINE_SENTENCES.sandboxOff, command: null }],
  ['no keychain', { keychain: ENGINE_SENTENCES.noKeychain }, 'keychain', { command: 'add gnome-keyring' }],
  ['a locked keychain', { keychain: ENGINE_SENTENCES.keychainLocked }, 'keychain', { state: 'warning', command: null }],
  [
    'a database that does not open',
    { database: { state: 'error', message: 'Connection refused.' } },
    'database',
    { state: 'error', problem: 'Connection refused.', found: null },
  ],
  ['a full disk', { freeBytes: async () => 999_999_999 }, 'disk', { state: 'warning', found: '999999999' }],
  ['a disk that cannot be asked', { freeBytes: async () => null }, 'disk', { state: 'warning', found: null }],
])('says what is not there: %s', async (_what, machine, name, expected) => {
  const facts = await factsOf(machine)
  expect(facts.get(name)).toMatchObject(expected)
  // What belongs together is reported once, and nothing else is taken for missing.
  const others = [...facts.values()].filter((fact) => fact.name !== name && fact.state !== 'ok')
  expect(others.map((fact) => fact.name)).toEqual(machine.model === null && name === 'keys' ? ['model'] : [])
})

it('counts the key of an endpoint, and says where new agents begin without asking it', async () => {
  const environment = { GROQ_API_KEY: 'k' }
  const config = { ...DEFAULT_CONFIG, endpoints: withImplied([], environment) }
  const credentials: CredentialStore = {
    ...fakeCredentials(),
    list: async () => [],
    plan: async () => ({ place: 'keychain', reason: null }),
  }
  const endpoints = { states: () => endpointStates(config, { credentials, environment }) }
  const sources = {
    credentials,
    config,
    endpoints,
    machine: READY,
    workspace: '/w',
    version: '1',
    defaultModel: () => null,
  }
  const [keys, model] = await machineFacts(sources, EMBEDDED)
  expect(keys).toMatchObject({ name: 'keys', state: 'ok', found: 'Groq' })
  expect(model).toMatchObject({ name: 'model', state: 'ok', found: 'groq/…' })
})
