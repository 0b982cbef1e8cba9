import { describe, expect, it } from 'vitest'

import type { HookEnd } from '../../../src/main/core/ports/hook-ports.ts'
import { decisionOf, hookFailure, noteOf } from '../../../src/main/core/tools/hook-answer.ts'

const exited = (code: number, { stdout = '', stderr = '' } = {}): HookEnd => ({ type: 'exited', code, stdout, stderr })
const failed: HookEnd = { type: 'failed', message: 'It did not end within 1 s.' }

describe('a hook before a call', () => {
  it.each([
    ['nothing', exited(0), 'continue'],
    ['plain text', exited(0, { stdout: 'checked 3 files' }), 'continue'],
    ['an empty object', exited(0, { stdout: '{}' }), 'continue'],
    ['continue', exited(0, { stdout: '{"decision":"continue"}' }), 'continue'],
    ['ask', exited(0, { stdout: '{"decision":"ask"}' }), 'ask'],
    ['deny', exited(0, { stdout: ' {"decision":"deny"}\n' }), 'deny'],
    ['allow, which no hook can', exited(0, { stdout: '{"decision":"allow"}' }), 'ask'],
    ['cut JSON', exited(0, { stdout: '{"decision":"deny"' }), 'ask'],
    ['a reason that is no text', exited(0, { stdout: '{"decision":"continue","reason":1}' }), 'ask'],
    ['exit code 2', exited(2), 'deny'],
    ['another exit code', exited(1, { stdout: '{"decision":"continue"}' }), 'ask'],
    ['no exit', failed, 'ask'],
  ] as const)('says %s: %s → %s', (_, end, type) => {
    expect(decisionOf('check.sh', end).type).toBe(type)
  })

  it('gives its reasons to the model or the person', () => {
    expect(decisionOf('check.sh', exited(2, { stderr: 'Not on Fridays.\n' }))).toEqual({
      type: 'deny',
      message: 'A hook of the person (check.sh) forbids this call.\nNot on Fridays.',
    })
    expect(decisionOf('check.sh', exited(0, { stdout: '{"decision":"ask","reason":"It deploys."}' }))).toEqual({
      type: 'ask',
      reason: 'It deploys.',
    })
    expect(decisionOf('check.sh', failed)).toEqual({
      type: 'ask',
      reason: 'The hook check.sh failed: It did not end within 1 s.',
    })
  })

  it('cannot flood the question', () => {
    const { type, ...said } = decisionOf('check.sh', exited(2, { stderr: 'x'.repeat(1_000_000) }))
    expect([type, JSON.stringify(said).length < 11_000]).toEqual(['deny', true])
  })
})

describe('a hook after a call', () => {
  it('adds its stderr to the result if it objects, and nothing otherwise', () => {
    expect(noteOf('lint.sh', exited(2, { stderr: 'a.ts:1 unused\n' }))).toBe(
      "[Output of the person's hook lint.sh:\na.ts:1 unused]",
    )
    const others = [exited(2), exited(0, { stderr: 'x' }), exited(1, { stderr: 'x' }), failed]
    expect(others.map((end) => noteOf('lint.sh', end))).toEqual([null, null, null, null])
  })
})

describe('a failed hook', () => {
  it('is one that did not end with 0 or 2', () => {
    expect([exited(0), exited(2), exited(1), failed].map(hookFailure)).toEqual([
      null,
      null,
      'It ended with exit code 1.',
      'It did not end within 1 s.',
    ])
  })
})
