import { startEngine as startRealEngine, type Engine } from '../../src/main/core/engine.ts'
import type { EngineDependencies } from '../../src/main/core/engine-dependencies.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { refuse, type Result } from '../../src/shared/result.ts'
import { breaking } from './breaking-store.ts'

/** What every failure of this engine's ports says. */
const words = process.env['LEAKED_WORDS'] ?? ''

const fail = (): never => {
  throw new Error(words)
}

/** A call that throws, or leaves an exception that nothing catches. */
const leak: Tool = {
  definition: {
    name: 'leak',
    description: 'Fails.',
    parameters: { type: 'object', properties: { way: { type: 'string' } } },
  },
  prepare: ({ way = '' }) =>
    Promise.resolve({
      ok: true,
      call: {
        subject: 'leak',
        access: 'context',
        paths: [],
        isInFolder: true,
        run: () => {
          if (way === 'throws') return fail()
          setTimeout(fail)
          return new Promise(() => undefined)
        },
      },
    }),
}

/** Starts the real engine with ports whose failures repeat secrets, in place of the real `startEngine`. */
export function startEngine(given: EngineDependencies): Promise<Result<Engine>> {
  const clock = {
    now: () => given.clock.now(),
    sleep: (ms: number, signal: AbortSignal) => given.clock.sleep(ms / 100, signal),
  }
  return startRealEngine({
    ...given,
    clock,
    builtInTools: (agents) => [...given.builtInTools(agents), leak],
    testDatabase: () => Promise.resolve(refuse(words)),
    storage: {
      ...given.storage,
      store: breaking(given.storage.store, words),
      search: { ...given.storage.search, find: () => Promise.resolve(refuse(words)) },
    },
  })
}
