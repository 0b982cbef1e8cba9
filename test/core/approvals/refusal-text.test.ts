import { describe, expect, it } from 'vitest'

import type { PolicyQuestion } from '../../../src/main/core/approvals/approval-policy.ts'
import { nobodyToAsk } from '../../../src/main/core/approvals/refusal-text.ts'
import type { ApprovalRule } from '../../../src/shared/approval.ts'
import { bash, question, rule } from '../../support/policy-question.ts'

const refusal = (policy: PolicyQuestion, rules: readonly ApprovalRule[] = [], others: readonly PolicyQuestion[] = []) =>
  nobodyToAsk({ policies: [policy, ...others], policy, mailFrom: [], change: null, rules })
    .split('nobody can be asked in this run. ')
    .at(-1)

const write = (subject: string, isInFolder: boolean, protectedAs?: string) =>
  question('file_write', 'write', subject, {
    call: { subject, access: 'write', isInFolder, ...(protectedAs !== undefined && { protectedAs }) },
  })

describe('a refusal names only flags that permit the call', () => {
  it('for a command: the tool, or only this call', () => {
    expect(refusal(bash("echo 'a*b'"))).toBe(
      String.raw`To permit it: --allow bash, or only this call: --allow 'bash:echo '\''a\*b'\'''`,
    )
  })

  it('for a file in the folder: the tool', () => {
    expect(refusal(write('/work/a', true))).toBe(
      "To permit it: --allow file_write, or only this call: --allow 'file_write:/work/a'",
    )
  })

  it('for a file outside, which the tool alone does not reach: the folder of the file', () => {
    const outside = "To permit it: --allow 'file_write:/other/**', or only this call: --allow 'file_write:/other/a'"
    expect(refusal(write('/other/a', false))).toBe(outside)
    expect(refusal(write('/other/a', false), [rule('allow', 'file_write', null)])).toBe(outside)
    expect(refusal(write('/a', false))).toContain("--allow 'file_write:/**'")
  })

  it('for a protected file: only its exact path', () => {
    expect(refusal(write('/work/.git/config', true, 'git'))).toBe(
      "To permit it: --allow 'file_write:/work/.git/config'",
    )
  })

  it('for the command of a turn begun by mail: what reaches both agents', () => {
    const outside = write('/work/a', false)
    expect(refusal(write('/work/a', true), [], [outside])).toContain("--allow 'file_write:/work/**'")
  })

  it('for what a command changed in a copy: all of it, or what is in the folder of all changes', () => {
    const changed = (...paths: readonly (readonly [path: string, protectedAs?: string])[]) =>
      question('effects', 'write', 'make', {
        call: {
          subject: 'make',
          access: 'write',
          isInFolder: true,
          effects: paths.map(([path, protectedAs]) => ({
            path,
            kind: 'changed',
            isFolder: false,
            ...(protectedAs !== undefined && { protectedAs }),
          })),
        },
      })
    expect(refusal(changed(['/work/src/a'], ['/work/src/deep/b']))).toBe(
      "To permit it: --allow effects, or only in this folder: --allow 'effects:/work/src/*'",
    )
    const all = nobodyToAsk({
      policies: [changed(['/work/a'])],
      policy: changed(['/work/a']),
      mailFrom: [],
      change: null,
      rules: [],
    })
    expect(all).toMatch(/^What the command changed in a copy of the folder needs a user's approval/)
    expect(refusal(changed(['/work/src/a'], ['/work/src/.env', 'a file for secrets']))).toBe(
      'No --allow permits it: it is asked each time, in a window.',
    )
  })

  it('none where a rule asks each time', () => {
    const asked = rule('ask', 'bash', 'ls', { type: 'agent', agentId: 'child' })
    expect(refusal(bash('ls'), [asked])).toBe('No --allow permits it: it is asked each time, in a window.')
  })
})
