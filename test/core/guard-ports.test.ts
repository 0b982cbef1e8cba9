import { expect, it } from 'vitest'

import { guardPort } from '../../src/main/core/guard-ports.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { SteppedClock } from '../support/stepped-clock.ts'

interface Faulty {
  readonly store: { commit(change: string): Promise<Result<string>>; onRemoteCommit(listener: () => void): () => void }
  readonly transfer: { write(): Promise<Result<string>> }
  readonly heads: { logId(): Promise<string> }
}

const BUG = new Error('a bug')
const never = <T>(): Promise<T> => new Promise(() => undefined)

function guarded(parts: Partial<Faulty>) {
  const logger = createRecordingLogger()
  const clock = new SteppedClock()
  const sound: Faulty = {
    store: { commit: (change) => Promise.resolve(ok(change)), onRemoteCommit: () => () => undefined },
    transfer: { write: () => Promise.resolve(ok('written')) },
    heads: { logId: () => Promise.resolve('log') },
  }
  const port = guardPort({ ...sound, ...parts }, 'storage', { name: 'The database', clock, logger })
  return { port, logger, clock }
}

const store = (commit: Faulty['store']['commit']): Partial<Faulty> => ({
  store: { commit, onRemoteCommit: () => () => undefined },
})
const failed = err({
  category: 'STORAGE',
  message:
    'The database failed because of an internal error; the log has details. Try again; if this happens again, restart ikigai.',
  retryable: false,
})
const late = err({
  category: 'TIMEOUT',
  message: 'The database did not answer within 3 minutes. Try again; if this happens again, restart ikigai.',
  retryable: false,
})
const thrower = (thrown: unknown) => (): never => {
  throw thrown
}

it.each<[string, Faulty['store']['commit']]>([
  ['throws an error', thrower(BUG)],
  ['throws a text', thrower('a bug')],
  ['throws null', thrower(null)],
  ['throws undefined', thrower(undefined)],
  ['rejects with an error', () => Promise.reject(BUG)],
  // eslint-disable-next-line typescript/prefer-promise-reject-errors -- a library may reject with anything
  ['rejects with a text', () => Promise.reject('a bug')],
  // eslint-disable-next-line typescript/prefer-promise-reject-errors -- a library may reject with anything
  ['rejects with nothing', () => Promise.reject()],
  ['rejects later', () => Promise.resolve().then(thrower(BUG))],
  ['throws in an async function', async () => thrower(BUG)()],
  ['throws a type error', () => thrower(new TypeError('undefined is not a function'))()],
])('answers with an error when the port %s', async (_what, commit) => {
  const { port, logger } = guarded(store(commit))
  expect(await port.store.commit('a')).toEqual(failed)
  expect(logger.lines).toEqual([['error', 'A port failed because of an internal error']])
})

const isPart = (ms: number): boolean => ms === 18_000

/** Lets the limit of a call pass, or some of the ten parts in which it is waited for. */
async function passParts(clock: SteppedClock, parts = 10): Promise<void> {
  for (let part = 0; part < parts; part++) {
    await clock.untilAsleep(1, isPart)
    clock.advance(18_000)
  }
}

it('answers with an error when the port does not answer within its limit', async () => {
  const { port, clock } = guarded(store(never))
  const answer = port.store.commit('a')
  await passParts(clock)
  expect(await answer).toEqual(late)
})

it('rejects with words where the port answers with something else than a result', async () => {
  const { port, clock } = guarded({ heads: { logId: never } })
  const answer = port.heads.logId()
  const problem = answer.catch(String)
  await passParts(clock)
  expect(await problem).toContain('The database did not answer within 3 minutes.')
})

it('waits for what was asked before the machine was suspended', async () => {
  const committed = Promise.withResolvers<Result<string>>()
  const { port, clock } = guarded(store(() => committed.promise))
  const answer = port.store.commit('a')
  await passParts(clock, 4)
  await clock.untilAsleep(1, isPart)
  clock.advance(24 * 3_600_000)
  await passParts(clock, 3)
  committed.resolve(ok('a'))
  expect(await answer).toEqual(ok('a'))
})

it('waits for what takes as long as its work', async () => {
  const written = Promise.withResolvers<Result<string>>()
  const { port, clock } = guarded({ transfer: { write: () => written.promise } })
  const answer = port.transfer.write()
  clock.advance(3_600_000)
  written.resolve(ok('written'))
  expect(await answer).toEqual(ok('written'))
})

it('ignores what comes after the limit', async () => {
  const committed = Promise.withResolvers<Result<string>>()
  const { port, clock } = guarded(store(() => committed.promise))
  const answer = port.store.commit('a')
  await passParts(clock)
  expect(await answer).toEqual(late)
  committed.reject(BUG)
})

it('passes on what is answered', async () => {
  const { port, logger } = guarded({})
  expect(await port.store.commit('a')).toEqual(ok('a'))
  expect(port.store.onRemoteCommit(() => undefined)).toBeInstanceOf(Function)
  expect(logger.lines).toEqual([])
})

it('ends a call that does not answer when the clock fails, too', async () => {
  const clock = { now: () => 0, sleep: () => Promise.reject(BUG) }
  const port = guardPort({ store: { commit: () => never<Result<string>>() } }, 'storage', {
    name: 'The database',
    clock,
    logger: createRecordingLogger(),
  })
  expect(await port.store.commit()).toEqual(late)
})
