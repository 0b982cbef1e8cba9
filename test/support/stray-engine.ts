import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

import { startEngine as startRealEngine, type Engine } from '../../src/main/core/engine.ts'
import type { EngineDependencies } from '../../src/main/core/engine-dependencies.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { Result } from '../../src/shared/result.ts'
import { breaking } from './breaking-store.ts'

const fail = (): never => {
  throw new Error('lost')
}

/** The ways in which the tool `stray` leaves an exception that nothing catches. */
const WAYS: Readonly<Record<string, () => unknown>> = {
  timer: () => setTimeout(fail),
  immediate: () => setImmediate(fail),
  tick: () => process.nextTick(fail),
  microtask: () => queueMicrotask(fail),
  rejection: () => void Promise.reject(new Error('lost')),
  derived: () => void Promise.resolve().then(fail),
  async: () => void (async () => fail())(),
  emitter: () => setTimeout(() => new EventEmitter().emit('error', new Error('lost'))),
  worker: () => new Worker("throw new Error('lost')", { eval: true }),
  file: () => readFile('/', fail),
  socket: () => connect({ path: '/no/such/lost' }),
  interval: () => {
    const timer = setInterval(() => {
      clearInterval(timer)
      fail()
    })
  },
  foreign: () => void fetch('http://127.0.0.1:1/lost'),
}

/** A call that waits for a callback whose exception is lost: it never ends by itself. */
const stray: Tool = {
  definition: {
    name: 'stray',
    description: 'Fails.',
    parameters: { type: 'object', properties: { way: { type: 'string' } } },
  },
  prepare: ({ way = '' }) =>
    Promise.resolve({
      ok: true,
      call: {
        subject: 'stray',
        access: 'context',
        paths: [],
        isInFolder: true,
        run: () => {
          WAYS[typeof way === 'string' ? way : '']?.()
          return new Promise(() => undefined)
        },
      },
    }),
}

/** Starts the real engine with the tool `stray`, in place of the real `startEngine` (`use-test-engine.ts`). */
export function startEngine(given: EngineDependencies): Promise<Result<Engine>> {
  // Stops are waited for a hundredth of the time.
  const clock = {
    now: () => given.clock.now(),
    sleep: (ms: number, signal: AbortSignal) => given.clock.sleep(ms / 100, signal),
  }
  const builtInTools: EngineDependencies['builtInTools'] = (agents) => [...given.builtInTools(agents), stray]
  return startRealEngine({
    ...given,
    clock,
    builtInTools,
    storage: { ...given.storage, store: breaking(given.storage.store, 'unreadable') },
  })
}
