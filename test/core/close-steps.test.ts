import { describe, expect, it } from 'vitest'

import { type CloseStep, closeSteps } from '../../src/main/core/close-steps.ts'
import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'

const LIMIT_MS = 60_000
const never = (): Promise<void> => new Promise(() => undefined)

/** A clock whose limit is over at once, or never. */
function clock(isOver: boolean): Clock {
  return { now: () => 0, sleep: () => (isOver ? new Promise((resolve) => setImmediate(resolve)) : never()) }
}

/** Closes a faulty part between two others; returns what is left, and which of the others were begun. */
async function close(faulty: CloseStep['close'], isOver: boolean) {
  const begun: string[] = []
  const whole = (name: string): CloseStep => ({ name, close: () => void begun.push(name) })
  const steps = [whole('first'), { name: 'faulty', close: faulty }, whole('last')]
  const left = await closeSteps(steps, { clock: clock(isOver), logger: createRecordingLogger() }, LIMIT_MS)
  return { left, begun }
}

describe('the parts after a faulty one are closed', () => {
  it.each<[string, boolean, boolean, CloseStep['close']]>([
    ['ends at once', false, false, () => undefined],
    ['ends later', false, false, () => Promise.resolve()],
    ['returns something', false, false, () => Promise.resolve('value')],
    [
      'ends after some turns of the loop',
      false,
      false,
      async () => {
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
      },
    ],
    [
      'throws',
      false,
      true,
      () => {
        throw new Error('broken')
      },
    ],
    ['throws a type error', false, true, () => void Reflect.get(JSON.parse('null'), 'x')],
    ['rejects', false, true, () => Promise.reject(new Error('broken'))],
    [
      'rejects later',
      false,
      true,
      async () => {
        await Promise.resolve()
        throw new Error('broken')
      },
    ],
    ['is aborted', false, true, () => Promise.reject(new DOMException('Stopped', 'AbortError'))],
    ['never settles', true, true, never],
    [
      'never settles, and says so late',
      true,
      true,
      async () => {
        await never()
        throw new Error('late')
      },
    ],
  ])('when it %s', async (_, isOver, isLeft, faulty) => {
    const { left, begun } = await close(faulty, isOver)
    expect(begun).toEqual(['first', 'last'])
    expect(left).toEqual(isLeft ? ['faulty'] : [])
  })

  it('when all of them never settle', async () => {
    const begun: string[] = []
    const steps = ['a', 'b', 'c'].map((name) => ({
      name,
      close: () => {
        begun.push(name)
        return never()
      },
    }))
    const left = await closeSteps(steps, { clock: clock(true), logger: createRecordingLogger() }, LIMIT_MS)
    expect([begun, left]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })
})

it('takes the limit back when all is closed', async () => {
  let signal: AbortSignal | null = null
  const waiting: Clock = {
    now: () => 0,
    sleep: (_ms, given) => {
      signal = given
      return never()
    },
  }
  await closeSteps(
    [{ name: 'part', close: () => undefined }],
    { clock: waiting, logger: createRecordingLogger() },
    LIMIT_MS,
  )
  expect(signal).toMatchObject({ aborted: true })
})
