import { expect, it } from 'vitest'

import { contract, HOST_GROUPS } from '../../../src/shared/contract.ts'
import { everyOperation, mapOperations } from '../../../src/shared/contract/map-operations.ts'
import { createFakeEngine } from '../../support/fake-engine.ts'
import { operationNames } from '../../support/operation-names.ts'

it('visits each operation of each group once', () => {
  const visited: string[] = []
  mapOperations(({ group, name }) => visited.push(`${group}.${name}`))
  const written = Object.entries(contract).flatMap(([group, operations]) =>
    Object.keys(operations).map((name) => `${group}.${name}`),
  )
  expect(visited).toEqual(written)
})

it('tells feeds from operations that answer once', () => {
  const { agents, log, engine } = mapOperations(({ isFeed }) => isFeed)
  expect({ ...engine, ...log, submit: agents?.['submit'], agent: agents?.['subscribe'] }).toMatchObject({
    subscribe: true,
    export: true,
    importFile: true,
    import: false,
    importPiece: false,
    importSessions: true,
    readSource: true,
    sourcePiece: false,
    importSource: true,
    search: false,
    submit: false,
    agent: true,
  })
})

it.each(['agents.submit', 'room.sizes', 'drafts.set'])(
  'finds the one operation for which nothing holds: %s',
  (missing) => {
    expect(everyOperation(({ group, name }) => `${group}.${name}` !== missing)).toBe(false)
    expect(everyOperation(() => true)).toBe(true)
  },
)

it('names all operations but those of the host', () => {
  const groups = new Set(operationNames().map((name) => name.split('.')[0]))
  expect(Object.keys(contract).filter((group) => !groups.has(group))).toEqual([...HOST_GROUPS])
})

it('is behind the fake engine: what a test has not given refuses by its name, and is noted', async () => {
  const engine = createFakeEngine({ agents: { cancel: async () => ({ ok: true, value: true }) } })
  expect(await engine.agents.cancel({ agentId: 'a' })).toEqual({ ok: true, value: true })
  expect(await engine.agents.stop({ agentId: 'a' })).toMatchObject({
    ok: false,
    error: { message: 'No agents.stop here.' },
  })
  expect(await engine.health.check()).toMatchObject({ error: { message: 'No health.check here.' } })
  expect(await engine.models.localServers()).toEqual([])
  const batches: unknown[] = []
  for await (const batch of engine.approvals.subscribe(undefined, new AbortController().signal)) batches.push(batch)
  expect([batches, engine.calls]).toEqual([
    [],
    [
      ['agents.stop', { agentId: 'a' }],
      ['health.check', undefined],
    ],
  ])
})
