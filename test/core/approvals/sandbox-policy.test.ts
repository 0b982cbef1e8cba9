import { describe, expect, it } from 'vitest'

import { decideApproval, type PolicyQuestion } from '../../../src/main/core/approvals/approval-policy.ts'
import { bash, rule } from '../../support/policy-question.ts'

const inSandbox = (command: string): PolicyQuestion => {
  const question = bash(command)
  return { ...question, call: { ...question.call, sandbox: { inside: true, level: 'workspace' } } }
}
const outside = (command: string): PolicyQuestion => {
  const question = bash(command)
  return { ...question, call: { ...question.call, sandbox: { inside: false, reason: 'It is off.' } } }
}

describe('a command inside the sandbox', () => {
  it.each(['npm test', 'rm -rf build && ls', 'for f in *; do echo $f; done', 'echo $(date) > out'])(
    'is allowed without a rule: %s',
    (command) => expect(decideApproval(inSandbox(command), [])).toBe('allow'),
  )

  it('is allowed even if it names a protected path, which it cannot change there', () => {
    const question = inSandbox('cat .env')
    expect(decideApproval({ ...question, call: { ...question.call, protectedAs: 'a file for secrets' } }, [])).toBe(
      'allow',
    )
  })

  it('is asked about in a folder that is not trusted', () => {
    const question = inSandbox('ls')
    expect(decideApproval({ ...question, call: { ...question.call, wideFolder: 'untrusted' } }, [])).toBe('ask')
  })

  it('is denied or asked about if a rule says so', () => {
    expect(decideApproval(inSandbox('rm -rf build'), [rule('deny', 'bash', 'rm *')])).toBe('deny')
    expect(decideApproval(inSandbox('ls; /bin/rm x'), [rule('deny', 'bash', 'rm *')])).toBe('deny')
    expect(decideApproval(inSandbox('ls'), [rule('ask', 'bash', null)])).toBe('ask')
    expect(decideApproval(inSandbox('npm publish'), [rule('ask', 'bash', 'npm publish*')])).toBe('ask')
  })

  it('is asked about if it cannot be compared with a rule that denies', () => {
    expect(decideApproval(inSandbox('echo $(rm x)'), [rule('deny', 'bash', 'rm *')])).toBe('ask')
  })
})

describe('a command outside the sandbox', () => {
  it('is asked about, as without a sandbox', () => {
    expect(decideApproval(outside('ls'), [])).toBe('ask')
  })

  it.each(['npm install', 'npm*', 'ls *', null])('is allowed by no rule that does not say so: %s', (pattern) => {
    const allowed = rule('allow', 'bash', pattern)
    const lines = ['npm install', 'ls']
    expect(lines.map((line) => decideApproval(outside(line), [allowed]))).toEqual(['ask', 'ask'])
  })

  it.each([
    ['npm install', 'npm install'],
    ['npm install *', 'npm install'],
    ['ls *', 'ls -l src'],
    [null, 'npm install; rm -rf build'],
  ])('is allowed by a rule that does: %s', (pattern, line) => {
    const allowed = { ...rule('allow', 'bash', pattern), outside: true }
    expect(decideApproval(outside(line), [allowed])).toBe('allow')
  })

  it('needs no such rule if the user has switched the sandbox off', () => {
    const { call, ...question } = outside('npm install')
    const off = {
      ...question,
      call: { ...call, sandbox: { inside: false, reason: 'It is off.', level: 'off' } as const },
    }
    expect(decideApproval(off, [rule('allow', 'bash', 'npm install')])).toBe('allow')
  })
})
