import type { Engine } from '../../src/main/core/engine.ts'
import type { LocalApi } from '../../src/main/core/api/local.ts'
import { everyOperation, mapOperations, type OperationTable } from '../../src/shared/contract/map-operations.ts'
import type { EngineApi } from '../../src/shared/engine-api.ts'
import { FlightRecorder } from '../../src/shared/flight-recorder.ts'
import { ok, refuse } from '../../src/shared/result.ts'
import { untyped } from './untyped.ts'

/** Operations that a test implements itself, by group. */
export type EngineOverrides = { readonly [Group in keyof EngineApi]?: Partial<EngineApi[Group]> }

/** What a test offers in its own process instead. */
export type LocalOverrides = { readonly [Name in keyof LocalApi]?: Partial<LocalApi[Name]> }

export interface FakeEngine extends Engine {
  /** Every call that was refused, as `[name, input]`. */
  readonly calls: (readonly unknown[])[]
}

/** What answers although no test overrides it: these answer with their value alone, and cannot refuse. */
const DEFAULTS: EngineOverrides = {
  models: {
    list: async () => ({ providers: [], pricesAsOf: null, defaultModel: null }),
    ends: async () => [],
    localServers: async () => [],
    outsidePrograms: async () => [],
  },
  recorder: { read: async () => ({ isOn: false, spans: [] }) },
  credentials: { list: async () => [], plan: async () => ({ place: 'keychain', reason: null }) },
  usage: { standing: async () => ok([]) },
  tools: { list: async () => ({ tools: [], servers: [] }) },
  config: { get: () => Promise.reject(new Error('No configuration here.')) },
  settings: { get: async () => null },
  drafts: { get: async () => ({ text: '', asText: false }) },
}

/**
 * An engine without a tree, with every operation of the contract. Each refuses by its name until a test overrides it; lists
 * are empty, and feeds end at once.
 */
export function createFakeEngine(overrides: EngineOverrides = {}, local: LocalOverrides = {}): FakeEngine {
  const calls: (readonly unknown[])[] = []
  const refusing = (name: string) => async (input?: unknown) => {
    calls.push([name, input])
    return refuse(`No ${name} here.`)
  }
  const given: Partial<OperationTable<unknown>> = overrides
  const defaults: Partial<OperationTable<unknown>> = DEFAULTS
  const operations = mapOperations(
    ({ group, name, isFeed }) =>
      given[group]?.[name] ?? defaults[group]?.[name] ?? (isFeed ? nothing : refusing(`${group}.${name}`)),
  )
  if (!isEngineApi(operations)) throw new Error('An operation is overridden by what is no function')
  return {
    ...operations,
    calls,
    onStrayError: () => null,
    showReopened: () => undefined,
    flight: new FlightRecorder(() => 0),
    local: fakeLocal(local, refusing),
    close: async () => [],
  }
}

async function* nothing() {}

function isEngineApi(operations: OperationTable<unknown>): operations is OperationTable<unknown> & EngineApi {
  return everyOperation(({ group, name }) => typeof operations[group]?.[name] === 'function')
}

/** Answers of what only this process offers, for those that do not answer with a result. */
const LOCAL_DEFAULTS: LocalOverrides = {
  races: { onChange: () => () => undefined },
  exportLines: nothing,
  exportMarkdown: nothing,
  exportMarkdownFolder: nothing,
  sql: nothing,
  serverResources: async () => [],
  readServerResource: async () => ok(null),
}

/**
 * Whatever is asked for by name: the override or default, or a function that refuses by its path, of which every further
 * name is another such function.
 */
function fakeLocal(given: LocalOverrides, refusing: (name: string) => () => Promise<unknown>): LocalApi {
  const fake = (path: string, own: unknown, otherwise: unknown): unknown =>
    new Proxy(refusing(path), {
      get: (_target, key) => {
        // No promise, so that it can be awaited.
        if (typeof key === 'symbol' || key === 'then') return undefined
        const [mine, other] = [memberOf(own, key), memberOf(otherwise, key)]
        if (typeof mine === 'function' || typeof other === 'function') return mine ?? other
        return fake(`${path}.${key}`, mine, other)
      },
    })
  return untyped<LocalApi>(fake('local', given, LOCAL_DEFAULTS))
}

function memberOf(value: unknown, key: string): unknown {
  return new Map<string, unknown>(Object.entries(value ?? {})).get(key)
}
