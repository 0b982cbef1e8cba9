import type { Engine } from '../../src/main/core/engine.ts'
import type { LocalApi } from '../../src/main/core/api/local.ts'
import { everyOperation, mapOperations, type OperationTable } from '../../src/shared/contract/map-operations.ts'
import type { EngineApi } from '../../src/shared/engine-api.ts'
import { FlightRecorder } from '../../src/shared/flight-recorder.ts'
import { ok, refuse } from '../../src/shared/result.ts'

/** Operations that a test implements itself, by group. */
export type EngineOverrides = { readonly [Group in keyof EngineApi]?: Partial<EngineApi[Group]> }

export interface FakeEngine extends Engine {
  /** Every call that was refused, as `[name, input]`. */
  readonly calls: (readonly unknown[])[]
}

/** What answers although no test overrides it: these answer with their value alone, and cannot refuse. */
const DEFAULTS: EngineOverrides = {
  models: {
    list: async () => ({ providers: [], pricesAsOf: null, defaultModel: null }),
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
export function createFakeEngine(overrides: EngineOverrides = {}): FakeEngine {
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
    local: fakeLocal(refusing),
    close: async () => [],
  }
}

async function* nothing() {}

function isEngineApi(operations: OperationTable<unknown>): operations is OperationTable<unknown> & EngineApi {
  return everyOperation(({ group, name }) => typeof operations[group]?.[name] === 'function')
}

function fakeLocal(refusing: (name: string) => () => Promise<ReturnType<typeof refuse>>): LocalApi {
  return {
    reruns: {
      start: refusing('reruns.start'),
      resume: refusing('reruns.resume'),
      view: refusing('reruns.view'),
      subtree: refusing('reruns.subtree'),
    },
    evaluations: {
      open: refusing('evaluations.open'),
      run: refusing('evaluations.run'),
      answer: refusing('evaluations.answer'),
      page: refusing('evaluations.page'),
      view: refusing('evaluations.view'),
      compare: refusing('evaluations.compare'),
    },
    races: {
      create: refusing('races.create'),
      run: refusing('races.run'),
      view: refusing('races.view'),
      onChange: () => () => undefined,
      answer: refusing('races.answer'),
      stop: refusing('races.stop'),
      adopt: refusing('races.adopt'),
    },
    createAgent: refusing('local.createAgent'),
    setSetting: refusing('local.setSetting'),
    exportLines: nothing,
    exportMarkdown: nothing,
    sql: nothing,
    storeFile: refusing('local.storeFile'),
    serverResources: async () => [],
    readServerResource: async () => ok(null),
    importLines: refusing('local.importLines'),
    importForeign: refusing('local.importForeign'),
    findForeign: refusing('local.findForeign'),
  }
}
