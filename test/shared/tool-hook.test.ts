import { describe, expect, it } from 'vitest'

import { hooksSchema } from '../../src/shared/tool-hook.ts'

describe('the setting of hooks', () => {
  it.each([
    ['notify-send', true],
    ['/usr/local/bin/check', true],
    ['C:\\Tools\\check.exe', true],
    ['./check.sh', false],
    ['scripts/check.sh', false],
    ['..\\check.bat', false],
    ['~/bin/check', false],
    ['', false],
  ])('takes the program %j: %s', (program, isTaken) => {
    expect(hooksSchema.safeParse({ before_tool: [{ command: [program, './argument'] }] }).success).toBe(isTaken)
  })

  it('takes nothing that it does not know', () => {
    const wrong = [
      { before_turn: [] },
      { before_tool: [{ command: ['x'], decision: 'allow' }] },
      { before_tool: [{ command: [] }] },
    ]
    expect(wrong.map((value) => hooksSchema.safeParse(value).success)).toEqual([false, false, false])
  })
})
