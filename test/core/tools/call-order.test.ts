import { describe, expect, it } from 'vitest'

import { waitsFor } from '../../../src/main/core/tools/call-order.ts'
import type { PreparedCall } from '../../../src/main/core/ports/tool-ports.ts'

function call(access: PreparedCall['access'], ...paths: readonly string[]): PreparedCall {
  const run = () => Promise.resolve({ content: '', isError: false })
  return { subject: paths[0] ?? '', access, paths, isInFolder: true, run }
}

const COMMAND = call('execute', '/w')
const READ = call('read', '/w/a')
const WRITE = call('write', '/w/a')

describe('calls of one file', () => {
  it.each([
    ['two reads', [READ, READ], [[], []]],
    ['a read after a write', [WRITE, READ], [[], [0]]],
    ['a write after a read', [READ, WRITE], [[], [0]]],
    ['two writes', [WRITE, WRITE], [[], [0]]],
    ['reads round a write', [READ, WRITE, READ, READ], [[], [0], [1], [1]]],
  ] as const)('%s', (_, calls, order) => {
    expect(waitsFor(calls)).toEqual(order)
  })
})

describe('a folder and what is in it', () => {
  it.each([
    ['a write below a folder that was read', [call('read', '/w'), call('write', '/w/deep/a')], [[], [0]]],
    ['a read of a folder after a write below it', [call('write', '/w/deep/a'), call('read', '/w')], [[], [0]]],
    ['a name that only begins alike', [call('write', '/w/a'), call('write', '/w/ab')], [[], []]],
    ['the same the other way round', [call('write', '/w/ab'), call('write', '/w/a')], [[], []]],
  ] as const)('%s', (_, calls, order) => {
    expect(waitsFor(calls)).toEqual(order)
  })
})

describe('commands', () => {
  it('of one message run side by side', () => {
    expect(waitsFor([COMMAND, COMMAND, call('execute', '/w/below')])).toEqual([[], [], []])
  })

  it('keep their place among the file tools in their folder', () => {
    const calls = [WRITE, COMMAND, COMMAND, READ, call('write', '/w/b')]
    expect(waitsFor(calls)).toEqual([[], [0], [0], [0, 1, 2], [1, 2]])
  })

  it('hold up no file outside their folder', () => {
    expect(waitsFor([COMMAND, call('write', '/else/a'), call('read', '/else/a')])).toEqual([[], [], [1]])
  })
})

it('compares every path of a call', () => {
  expect(waitsFor([call('write', '/w/x', '/w/y'), call('write', '/w/z', '/w/y')])).toEqual([[], [0]])
})

it('lets nothing wait for a call that does not run, nor a call that does not run for anything', () => {
  expect(waitsFor([WRITE, null, WRITE, null])).toEqual([[], [], [0], []])
})

it('keeps commands to the context in call order', () => {
  const slash = call('context', 'slash:agent')
  expect(waitsFor([slash, WRITE, slash])).toEqual([[], [], [0]])
})
