import { EventEmitter } from 'node:events'

import { expect, it } from 'vitest'

import { interruptSignal } from '../../src/main/command-line/interrupt-signal.ts'

/** A process that only remembers how it was ended, and a clock that stands still. */
function interruptible() {
  const emitter = new EventEmitter()
  const clock = { now: 1_000 }
  const exits: number[] = []
  const process = Object.assign(emitter, { exit: (code: number) => void exits.push(code) })
  const signal = interruptSignal({ process, now: () => clock.now })
  const interrupt = (name: NodeJS.Signals) => emitter.emit(name)
  return { clock, exits, signal, interrupt }
}

it.each(['SIGINT', 'SIGTERM'] as const)('the first %s stops the work and lets it end properly', (name) => {
  const { exits, signal, interrupt } = interruptible()
  const before = signal.aborted
  interrupt(name)

  expect([before, signal.aborted, exits]).toEqual([false, true, []])
})

it('one key that npx passes on a second time is one key', () => {
  const { clock, exits, interrupt } = interruptible()
  interrupt('SIGINT')
  clock.now += 500
  interrupt('SIGINT')
  interrupt('SIGTERM')

  expect(exits).toEqual([])
})

it('a second key ends the process at once', () => {
  const { clock, exits, interrupt } = interruptible()
  interrupt('SIGINT')
  clock.now += 501
  interrupt('SIGINT')

  expect(exits).toEqual([130])
})
