import { expect, it } from 'vitest'

import { waitsFor } from '../../../../src/main/core/tools/call-order.ts'
import type { PreparedCall } from '../../../../src/main/core/ports.ts'

function call(access: PreparedCall['access'], path: string): PreparedCall {
  const run = () => Promise.resolve({ content: '', isError: false })
  return { subject: path, access, paths: [path], isInFolder: true, run }
}

const COMMAND = call('execute', '/w')

it('lets commands of one message run side by side', () => {
  expect(waitsFor([COMMAND, COMMAND, call('execute', '/w/below')])).toEqual([[], [], []])
})

it('keeps the place of a command among the file tools in its folder', () => {
  const calls = [call('write', '/w/a'), COMMAND, COMMAND, call('read', '/w/a'), call('write', '/w/b')]
  expect(waitsFor(calls)).toEqual([[], [0], [0], [0, 1, 2], [1, 2]])
})

it('lets a file outside the folder of a command wait for nothing', () => {
  expect(waitsFor([COMMAND, call('write', '/else/a'), call('read', '/else/a')])).toEqual([[], [], [1]])
})
