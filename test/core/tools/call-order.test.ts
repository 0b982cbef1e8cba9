import { describe, expect, it } from 'vitest'

import { waitsFor } from '../../../src/main/core/tools/call-order.ts'
import type { PreparedCall } from '../../../src/main/core/ports/tool-ports.ts'

function call(access: PreparedCall['access'], ...paths: readonly string[]): PreparedCall {
  const run = () => Promise.resolve({ content: '', isError: false })
  return { subject: paths[0] ?? '', access, paths, isInFolder: true, run }
}

const command = (line: string, ...paths: readonly string[]): PreparedCall => ({
  ...call('execute', ...paths),
  subject: line,
})
const COMMAND = command('make', '/w')
const LOOK = command('git log | head -3', '/w')
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
  it.each([
    ['of one folder', [COMMAND, COMMAND], [[], [0]]],
    ['of a folder and one in it', [COMMAND, command('make', '/w/below')], [[], [0]]],
    ['of folders apart, whose effects elsewhere are unknown', [COMMAND, command('make', '/else')], [[], [0]]],
    ['that only read, after one that does not', [COMMAND, LOOK, LOOK], [[], [0], [0]]],
    ['that only read, before one that does not', [LOOK, LOOK, COMMAND], [[], [], [0, 1]]],
    ['that only read, side by side', [LOOK, LOOK, command('ls -l', '/w')], [[], [], []]],
    ['that only read, beside file tools that read', [LOOK, READ, LOOK], [[], [], []]],
    ['that only read, after a write', [WRITE, LOOK], [[], [0]]],
    ['that write through a redirection', [command('cat a > b', '/w'), LOOK], [[], [0]]],
    ['that write through a variable of a program', [command('PAGER=x git log', '/w'), LOOK], [[], [0]]],
  ] as const)('keep their order: %s', (_, calls, order) => {
    expect(waitsFor(calls)).toEqual(order)
  })

  it('keep their place among the file tools in their folder', () => {
    const calls = [WRITE, COMMAND, COMMAND, READ, call('write', '/w/b')]
    expect(waitsFor(calls)).toEqual([[], [0], [0, 1], [0, 1, 2], [1, 2]])
  })

  it('hold up no file outside their folder', () => {
    expect(waitsFor([COMMAND, call('write', '/else/a'), call('read', '/else/a')])).toEqual([[], [], [1]])
  })
})

it('compares every path of a call', () => {
  expect(waitsFor([call('write', '/w/x', '/w/y'), call('write', '/w/z', '/w/y')])).toEqual([[], [0]])
})

it('lets nothing wait for a call that never runs, nor such a call for anything', () => {
  expect(waitsFor([WRITE, 'never', WRITE, 'never'])).toEqual([[], [], [0], []])
})

it.each([
  ['after a write', [WRITE, 'later'], [[], [0]]],
  ['after a command', [COMMAND, 'later'], [[], [0]]],
  ['not after what reads', [READ, LOOK, 'later'], [[], [], []]],
  ['after another such call', [WRITE, 'later', 'later'], [[], [0], [0, 1]]],
  ['before all that has paths', [WRITE, 'later', READ, COMMAND], [[], [0], [0, 1], [0, 1, 2]]],
  ['but not before what has none', [WRITE, 'later', call('network')], [[], [0], []]],
] as const)('keeps the order of a call that can only be prepared later: %s', (_, calls, order) => {
  expect(waitsFor(calls)).toEqual(order)
})

it("leaves the order of an outside agent's calls to its program", () => {
  const outside = { ...COMMAND, isUnderWay: true } as const
  expect(waitsFor([outside, outside, COMMAND])).toEqual([[], [], []])
})

it('keeps commands to the context in call order', () => {
  const slash = call('context', 'slash:agent')
  expect(waitsFor([slash, WRITE, slash])).toEqual([[], [], [0]])
})
