import { describe, expect, it } from 'vitest'

import type { HookEnd } from '../../../src/main/core/ports/hook-ports.ts'
import { decisionOf, hookFailure, noteOf } from '../../../src/main/core/tools/hook-answer.ts'

const exited = (code: number, { stdout = '', stderr = '' } = {}): HookEnd => ({ type: 'exited', code, stdout, stderr })
const failed: HookEnd = { type: 'failed', message: 'It did not end within 1 s.' }

describe('a hook before a call', () => {
  it.each([
    ['nothing', exited(0), 'continue'],
    ['white space', exited(0, { stdout: ' \n' }), 'continue'],
    ['plain text', exited(0, { stdout: 'checked 3 files' }), 'ask'],
    ['an empty object', exited(0, { stdout: '{}' }), 'continue'],
    ['continue', exited(0, { stdout: '{"decision":"continue"}' }), 'continue'],
    ['ask', exited(0, { stdout: '{"decision":"ask"}' }), 'ask'],
    ['deny', exited(0, { stdout: ' {"decision":"deny"}\n' }), 'deny'],
    ['allow, which no hook can', exited(0, { stdout: '{"decision":"allow"}' }), 'ask'],
    ['cut JSON', exited(0, { stdout: '{"decision":"deny"' }), 'ask'],
    ['a reason that is no text', exited(0, { stdout: '{"decision":"continue","reason":1}' }), 'ask'],
    ['a reason alone', exited(0, { stdout: '{"reason":"no"}' }), 'ask'],
    ['an unknown key', exited(0, { stdout: '{"decision":"continue","deny":true}' }), 'ask'],
    ['another key', exited(0, { stdout: '{"action":"block"}' }), 'ask'],
    ['a warning before the object', exited(0, { stdout: 'Warning: x\n{"decision":"deny"}' }), 'ask'],
    ['words after the object', exited(0, { stdout: '{"decision":"continue"}\nbye' }), 'ask'],
    ['a list', exited(0, { stdout: '[{"decision":"deny"}]' }), 'ask'],
    ['a text', exited(0, { stdout: '"deny"' }), 'ask'],
    ['a word', exited(0, { stdout: 'deny' }), 'ask'],
    ['false', exited(0, { stdout: 'false' }), 'ask'],
    ['an invisible character', exited(0, { stdout: '\u200b' }), 'ask'],
    ['a byte order mark', exited(0, { stdout: '\ufeff{"decision":"deny"}' }), 'deny'],
    ['two decisions', exited(0, { stdout: '{"decision":"deny","decision":"continue"}' }), 'ask'],
    ['two objects', exited(0, { stdout: '{"decision":"continue"}{"decision":"deny"}' }), 'ask'],
    ['a denial in capitals', exited(0, { stdout: '{"decision":"DENY"}' }), 'ask'],
    ['an output that was cut', exited(0, { stdout: `${' '.repeat(10)}…` }), 'ask'],
    ['exit code 2', exited(2), 'deny'],
    ['another exit code', exited(1, { stdout: '{"decision":"continue"}' }), 'ask'],
    ['no exit', failed, 'ask'],
  ] as const)('says %s: %s → %s', (_, end, type) => {
    expect(decisionOf('check.sh', end).type).toBe(type)
  })

  it.each([
    ['a permission', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }, 'deny'],
    ['a permission without the event', { hookSpecificOutput: { permissionDecision: 'deny' } }, 'deny'],
    ['a question', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } }, 'ask'],
    ['allow', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }, 'continue'],
    ['a permission at the root', { permissionDecision: 'deny', permissionDecisionReason: 'no' }, 'deny'],
    ['block', { decision: 'block', reason: 'no' }, 'deny'],
    ['approve', { decision: 'approve', reason: 'fine' }, 'continue'],
    ['the end of the turn', { continue: false, stopReason: 'no' }, 'deny'],
    ['a message to the user', { systemMessage: 'checked', suppressOutput: true }, 'continue'],
    ['decisions that differ', { decision: 'approve', hookSpecificOutput: { permissionDecision: 'deny' } }, 'deny'],
    ['other arguments', { hookSpecificOutput: { permissionDecision: 'allow', updatedInput: {} } }, 'ask'],
    ['a decision of another event', { hookSpecificOutput: { decision: { behavior: 'deny' } } }, 'ask'],
    ['another event', { hookSpecificOutput: { hookEventName: 'PostToolUse' } }, 'ask'],
    ['an unknown decision', { hookSpecificOutput: { permissionDecision: 'defer' } }, 'ask'],
  ] as const)('says %s in the form of Claude Code: %j → %s', (_, answer, type) => {
    expect(decisionOf('check.sh', exited(0, { stdout: JSON.stringify(answer) })).type).toBe(type)
  })

  it('shows what is not understood', () => {
    expect(decisionOf('check.sh', exited(0, { stdout: 'forbidden\n' }))).toEqual({
      type: 'ask',
      reason: 'The hook check.sh wrote something that ikigai does not understand and that may be a denial: forbidden',
    })
  })

  it('gives its reasons to the model or the user', () => {
    expect(decisionOf('check.sh', exited(2, { stderr: 'Not on Fridays.\n' }))).toEqual({
      type: 'deny',
      message: 'A hook of the user (check.sh) forbids this call.\nNot on Fridays.',
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
      "[Output of the user's hook lint.sh:\na.ts:1 unused]",
    )
    const others = [exited(2), exited(0, { stderr: 'x' }), exited(1, { stderr: 'x' }), failed]
    expect(others.map((end) => noteOf('lint.sh', end))).toEqual([null, null, null, null])
  })
})

it('adds what hooks for Claude Code say after a call', () => {
  const said = (answer: object): string | null => noteOf('lint.sh', exited(0, { stdout: JSON.stringify(answer) }))
  expect(said({ decision: 'block', reason: 'unused' })).toMatch(/unused/)
  expect(said({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'see a.ts' } })).toMatch(
    /see a.ts/,
  )
  expect(said({ reason: 'unused' })).toBeNull()
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
