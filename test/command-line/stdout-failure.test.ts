import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'

import { StdoutFailure } from '../../src/main/command-line/stdout-failure.ts'

function failing(code: string, awaits: boolean) {
  const stdout = new EventEmitter()
  const exits: number[] = []
  let said = ''
  const process = { stdout, stderr: new EventEmitter(), exit: (exit: number) => void exits.push(exit) }
  const failure = new StdoutFailure(process, { out: () => undefined, error: (text) => void (said += text) })
  const signal = awaits ? failure.signal() : null
  // Every write that fails says so.
  for (let writes = 0; writes < 2; writes++) stdout.emit('error', Object.assign(new Error(`${code}: words`), { code }))
  return { exits, said, aborted: signal?.aborted, exitCode: failure.exitCode(130) }
}

it('ends at once without a word when the reader went away', () => {
  expect(failing('EPIPE', false)).toMatchObject({ exits: [0], said: '' })
})

it('ends at once with an error when the disk is full', () => {
  expect(failing('ENOSPC', false)).toMatchObject({
    exits: [1],
    said: 'The output cannot be written: ENOSPC: words\n',
  })
})

it('lets a turn come to its end', () => {
  expect(failing('EPIPE', true)).toEqual({ exits: [], said: '', aborted: true, exitCode: 130 })
  expect(failing('ENOSPC', true)).toMatchObject({ exits: [], aborted: true, exitCode: 1 })
})

it('does not mind that nobody reads what is said for people', () => {
  const stderr = new EventEmitter()
  const failure = new StdoutFailure(
    { stdout: new EventEmitter(), stderr, exit: () => expect.unreachable() },
    { out: () => undefined, error: () => undefined },
  )
  expect(() => stderr.emit('error', new Error('EPIPE'))).not.toThrow()
  expect(failure.exitCode(0)).toBe(0)
})
