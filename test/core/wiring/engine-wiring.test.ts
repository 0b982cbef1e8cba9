import { describe, expect, it } from 'vitest'

import type { EngineDependencies } from '../../../src/main/core/engine-dependencies.ts'
import { EngineWiring } from '../../../src/main/core/wiring/engine-wiring.ts'
import { untyped } from '../../support/untyped.ts'

/** Stands for every port: whatever is read of it or called is another one. */
function anything(): unknown {
  return new Proxy(() => undefined, { get: () => anything(), apply: () => anything() })
}

function gettersOf(object: object): readonly string[] {
  const names: string[] = []
  for (let from: unknown = object; from instanceof EngineWiring; from = Object.getPrototypeOf(from)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(from)))
      if (get !== undefined) names.push(name)
  }
  return [...new Set(names)]
}

const wire = (): EngineWiring => new EngineWiring(untyped<EngineDependencies>(anything()))
const NAMES = gettersOf(wire())

describe('the services of an engine', () => {
  it('are found', () => {
    expect(NAMES).toEqual(expect.arrayContaining(['loop', 'registry', 'settings', 'commitEffects', 'worktrees']))
  })

  it.each(NAMES)('are created, whichever is the first: %s', (name) => {
    const wiring = wire()
    const service: unknown = Reflect.get(wiring, name)
    expect(service).toBeDefined()
    expect(Reflect.get(wiring, name)).toBe(service)
  })

  it.each([
    ['from the ports up', NAMES.toReversed()],
    ['from the runs down', NAMES],
  ])('are created once, %s', (_order, names) => {
    const wiring = wire()
    const services = names.map((name): unknown => Reflect.get(wiring, name))
    expect(names.map((name): unknown => Reflect.get(wiring, name))).toEqual(services)
  })
})
