import { describe, expect, it } from 'vitest'

import type { ApprovalRule } from '../../../src/shared/approval.ts'
import {
  decideApproval,
  outdatedAllowance,
  type PolicyQuestion,
} from '../../../src/main/core/approvals/approval-policy.ts'
import { exactPattern } from '../../../src/main/core/approvals/match-pattern.ts'
import { effectPatterns, offeredPatterns } from '../../../src/main/core/approvals/offer-patterns.ts'
import { bash, CHILD, PARENT, question, rule } from '../../support/policy-question.ts'

describe('without a rule', () => {
  it.each([
    ['read', true, 'allow'],
    ['read', false, 'ask'],
    ['context', false, 'allow'],
    ['write', true, 'ask'],
    ['execute', true, 'ask'],
    ['network', false, 'ask'],
  ] as const)('%s, in the folder: %s → %s', (access, isInFolder, action) => {
    expect(decideApproval(question('any', access, 'x', { call: { subject: 'x', access, isInFolder } }), [])).toBe(
      action,
    )
  })
})

describe('a rule for agents that work in a folder', () => {
  it.each([
    ['the folder', '/trees', 'allow'],
    ['a folder below', '/trees/a/packages/b', 'allow'],
    ['another folder', '/work', 'ask'],
    ['the folder above', '/', 'ask'],
    ['a folder whose name only begins alike', '/trees-2', 'ask'],
    ['no folder', '', 'ask'],
    ['a folder of Windows', 'C:\\trees\\a', 'ask'],
  ])('reaches those that work in %s: %s → %s', (_what, folder, action) => {
    const write = question('file_write', 'write', `${folder}/a.txt`, { folder })
    const limited = { ...rule('allow', 'file_write', null), workingIn: '/trees' }
    expect(decideApproval(write, [limited])).toBe(action)
    expect(decideApproval(write, [{ ...limited, action: 'deny' }])).toBe('deny')
    const onWindows = { ...limited, workingIn: 'C:\\trees' }
    expect(decideApproval(write, [onWindows])).toBe(folder.startsWith('C:') ? 'allow' : 'ask')
  })
})

describe('a call that a hook wants to be asked', () => {
  const asked = { subject: 'ls', access: 'execute', isInFolder: true, askedByHook: 'It deploys.' } as const

  it('is asked if the rules allow it, and denied if they deny it', () => {
    const call = question('bash', 'execute', 'ls', { call: asked })
    const decisions = [[rule('allow', 'bash', 'ls')], [rule('allow', 'bash', null)], [rule('deny', 'bash', null)], []]
    expect(decisions.map((rules) => decideApproval(call, rules))).toEqual(['ask', 'ask', 'deny', 'ask'])
  })
})

describe('what a command changed in a copy of the folder', () => {
  const changed = (paths: readonly string[], protectedPath?: string): PolicyQuestion => {
    const effects = paths.map((path) => ({
      path,
      kind: 'changed' as const,
      isFolder: false,
      ...(path === protectedPath && { protectedAs: 'a file for secrets' }),
    }))
    return question('effects', 'write', 'make', {
      call: {
        subject: 'make',
        access: 'write',
        isInFolder: true,
        effects,
        sandbox: { inside: true, level: 'effects-first' },
      },
    })
  }
  const inSource = rule('allow', 'effects', 'src/*')

  it.each<readonly [string, PolicyQuestion, readonly ApprovalRule[], string]>([
    ['asks without a rule', changed(['/work/src/a']), [], 'ask'],
    ['is allowed where every path is', changed(['/work/src/a', '/work/src/b/c']), [inSource], 'allow'],
    ['asks if one path is not', changed(['/work/src/a', '/work/b']), [inSource], 'ask'],
    [
      'is allowed by two rules together',
      changed(['/work/src/a', '/work/b']),
      [inSource, rule('allow', 'effects', 'b')],
      'allow',
    ],
    [
      'is allowed by one for all of the folder',
      changed(['/work/src/a', '/work/b']),
      [rule('allow', 'effects', null)],
      'allow',
    ],
    [
      'is denied if one path is',
      changed(['/work/src/a', '/work/b']),
      [rule('allow', 'effects', null), rule('deny', 'effects', '/work/b')],
      'deny',
    ],
    [
      'asks about a protected path',
      changed(['/work/src/a', '/work/src/.env'], '/work/src/.env'),
      [inSource, rule('allow', 'effects', null)],
      'ask',
    ],
    [
      'is not allowed by a rule for the command',
      changed(['/work/src/a']),
      [rule('allow', 'bash', 'make'), rule('allow', 'effects', 'make')],
      'ask',
    ],
    ['is not allowed by a rule for files', changed(['/work/src/a']), [rule('allow', 'file_write', null)], 'ask'],
    [
      'asks what leaves the folder by its name',
      changed(['/work/src/../b']),
      [rule('allow', 'effects', '/work/b')],
      'ask',
    ],
  ])('%s', (_name, call, rules, action) => {
    expect(decideApproval(call, rules)).toBe(action)
  })

  it('asks where a hook wants it, whatever is allowed', () => {
    const call = changed(['/work/src/a'])
    const asked = { ...call, call: { ...call.call, askedByHook: 'It deploys.' } }
    expect(decideApproval(asked, [inSource])).toBe('ask')
  })

  it('offers the one path and its folder, or the folder of all', () => {
    expect(effectPatterns(['/work/src/a*b'])).toEqual([String.raw`/work/src/a\*b`, '/work/src/*'])
    expect(effectPatterns(['/work/src/a', '/work/src/b/c'])).toEqual(['/work/src/*'])
    expect(effectPatterns(['/work/src/a', '/work/srca'])).toEqual(['/work/*'])
    expect(effectPatterns(['/work/a', '/other'])).toEqual([])
  })
})

describe('a rule that holds for one definition of a tool', () => {
  const call = (hash: string): PolicyQuestion =>
    question('files__read', 'network', '{}', {
      call: { subject: '{}', access: 'network', isInFolder: false, definition: { hash } },
    })
  const allowed: ApprovalRule = { ...rule('allow', 'files__read', null), definition: 'old' }
  const denied: ApprovalRule = { ...rule('deny', 'files__read', null), definition: 'old' }

  it('allows that definition and no other', () => {
    expect([decideApproval(call('old'), [allowed]), decideApproval(call('new'), [allowed])]).toEqual(['allow', 'ask'])
    expect([outdatedAllowance(call('old'), [allowed]), outdatedAllowance(call('new'), [allowed])]).toEqual([
      null,
      allowed,
    ])
  })

  it('forbids whatever the definition has become', () => {
    expect(decideApproval(call('new'), [denied])).toBe('deny')
  })
})

describe('rules', () => {
  it('forbid before anything else', () => {
    const rules = [rule('deny', 'bash', null), rule('allow', 'bash', 'ls', { type: 'agent', agentId: CHILD })]
    expect(decideApproval(bash('ls'), rules)).toBe('deny')
  })

  it('with a pattern come before those without', () => {
    const rules = [rule('ask', 'bash', null), rule('allow', 'bash', 'git status *')]
    expect(['git status', 'git push'].map((command) => decideApproval(bash(command), rules))).toEqual(['allow', 'ask'])
    const careful = [rule('allow', 'bash', null), rule('ask', 'bash', 'rm *')]
    expect(['ls', 'rm x'].map((command) => decideApproval(bash(command), careful))).toEqual(['allow', 'ask'])
  })

  it('for the agent come before those for all', () => {
    const rules = [rule('ask', 'bash', null), rule('allow', 'bash', null, { type: 'agent', agentId: CHILD })]
    expect(decideApproval(bash('ls'), rules)).toBe('allow')
  })

  it('that contradict each other with the same right ask', () => {
    expect(decideApproval(bash('git push'), [rule('allow', 'bash', 'git *'), rule('ask', 'bash', '* push')])).toBe(
      'ask',
    )
  })

  it('of a parent hold for its child only when they were given for the subtree', () => {
    const own = rule('allow', 'bash', null, { type: 'agent', agentId: PARENT })
    const subtree = rule('allow', 'bash', null, { type: 'subtree', agentId: PARENT })
    expect([own, subtree].map((given) => decideApproval(bash('ls'), [given]))).toEqual(['ask', 'allow'])
  })

  it('of a child never hold for its parent', () => {
    const subtree = rule('allow', 'bash', null, { type: 'subtree', agentId: CHILD })
    expect(decideApproval({ ...bash('ls'), lineage: [PARENT] }, [subtree])).toBe('ask')
  })

  it('name tools exactly, or by a star', () => {
    const write = question('files__write_file', 'execute', '{}')
    const names = ['files__write', 'files__*', '*', 'file*']
    expect(names.map((name) => decideApproval(write, [rule('allow', name, null)]))).toEqual([
      'ask',
      'allow',
      'allow',
      'allow',
    ])
  })

  it("take a path relative to the agent's folder", () => {
    const write = (path: string) => question('file_write', 'write', path)
    const rules = [rule('allow', 'file_write', 'src/*')]
    expect(['/work/src/a/b.ts', '/work/other', '/src/a'].map((path) => decideApproval(write(path), rules))).toEqual([
      'allow',
      'ask',
      'ask',
    ])
  })
})

describe('a line of several commands', () => {
  const rules = [
    rule('allow', 'bash', 'npm test *'),
    rule('allow', 'bash', 'tail *'),
    rule('allow', 'bash', 'git log *'),
  ]

  it.each([
    ['npm test 2>&1 | tail -5', 'allow'],
    ['npm test && tail log > /dev/null', 'allow'],
    ['npm test\ntail log', 'allow'],
    [`git log --grep "fix; $(nothing)"`, 'ask'],
    [`git log --grep 'fix; (that) & more'`, 'allow'],
    ['git log --grep "a; b | c" && npm test', 'allow'],
    ['npm test | sh', 'ask'],
    ['npm test; rm -rf .', 'ask'],
    ['npm test > out', 'ask'],
    ['npm test &', 'ask'],
    ['npm test # | tail', 'ask'],
    ['npm test $(rm x)', 'ask'],
    ['(npm test)', 'ask'],
    ['if npm test; then tail x; fi', 'ask'],
    ['X=1 npm test', 'ask'],
    ['npm test \\; rm x', 'ask'],
    [`npm test "unclosed; rm x`, 'ask'],
    ['tail 2>&1file', 'ask'],
    ['tail x2>&1', 'ask'],
    ['tail 2>&1|tail 2>/dev/null', 'allow'],
    ['', 'ask'],
  ])('%j: %s', (command, action) => {
    expect(decideApproval(bash(command), rules)).toBe(action)
  })

  it('may shorten its output without being asked about that', () => {
    const given = [rule('allow', 'bash', 'make *')]
    const lines = [
      'make 2>&1 | tail -n 20',
      'make | wc -l',
      'make | head -5',
      'make | tail /etc/passwd',
      'make | tee x',
    ]
    expect(lines.map((line) => decideApproval(bash(line), given))).toEqual(['allow', 'allow', 'allow', 'ask', 'ask'])
    expect(decideApproval(bash('make | tail -5'), [...given, rule('ask', 'bash', 'tail *')])).toBe('ask')
  })

  it('is forbidden when one of them is', () => {
    const given = [rule('allow', 'bash', null), rule('deny', 'bash', 'rm *')]
    const commands = ['ls', 'ls && rm x', 'cd a; rm -r b', 'echo "$(rm x)"', 'while true; do rm x; done']
    expect(commands.map((command) => decideApproval(bash(command), given))).toEqual([
      'allow',
      'deny',
      'deny',
      'ask',
      'ask',
    ])
  })

  it('of one rule is never another one that only looks like it', () => {
    const given = [rule('allow', 'bash', 'rm "a_b"'), rule('allow', 'bash', 'rm "a b"')]
    const lines = ['rm "a_b"', 'rm "a;b"', 'rm "a 2>&1 b"', 'rm "a"" b"']
    expect(lines.map((line) => decideApproval(bash(line), given))).toEqual(['allow', 'ask', 'ask', 'ask'])
  })

  it('is allowed as a whole when the tool is, or when it was itself', () => {
    const line = 'for f in *; do wc "$f"; done'
    const given = [rule('allow', 'bash', null), rule('allow', 'bash', exactPattern(line))]
    expect(given.map((one) => decideApproval(bash(line), [one]))).toEqual(['allow', 'allow'])
  })
})

describe('a rule for a file tool', () => {
  const at = (subject: string, call: Partial<PolicyQuestion['call']>) =>
    question('file_edit', 'write', subject, { call: { subject, access: 'write', isInFolder: true, ...call } })
  const inside = at('/work/a', {})
  const outside = at('/other/a', { isInFolder: false })
  const secret = at('/work/.env', { protectedAs: 'a file of secrets' })

  it.each([
    [null, ['allow', 'ask', 'ask']],
    ['*', ['allow', 'ask', 'ask']],
    ['/**', ['allow', 'allow', 'ask']],
    ['/other/*', ['ask', 'allow', 'ask']],
    ['/work/*', ['allow', 'ask', 'ask']],
    ['.env', ['ask', 'ask', 'allow']],
    ['/work/.env', ['ask', 'ask', 'allow']],
    ['/work/.env*', ['ask', 'ask', 'ask']],
  ] as const)('that allows %j reaches so far', (pattern, actions) => {
    const rules = [rule('allow', 'file_edit', pattern)]
    expect([inside, outside, secret].map((each) => decideApproval(each, rules))).toEqual(actions)
  })

  it('that forbids reaches everywhere', () => {
    const rules = [rule('deny', 'file_edit', null)]
    expect([inside, outside, secret].map((each) => decideApproval(each, rules))).toEqual(['deny', 'deny', 'deny'])
  })

  it('takes the agent’s folder literally', () => {
    const odd = { ...at('/workers/src/a', {}), folder: '/work*' }
    expect(decideApproval(odd, [rule('allow', 'file_edit', 'src/*')])).toBe('ask')
  })

  it('is needed to read protected files, and anything where the folder is a whole home', () => {
    const read = (call: Partial<PolicyQuestion['call']>) =>
      question('file_read', 'read', '/work/a', {
        call: { subject: '/work/a', access: 'read', isInFolder: true, ...call },
      })
    const calls = [read({}), read({ protectedAs: 'a file of secrets' }), read({ wideFolder: 'home' })]
    expect(calls.map((each) => decideApproval(each, []))).toEqual(['allow', 'ask', 'ask'])
    expect(calls.map((each) => decideApproval(each, [rule('allow', 'file_read', null)]))).toEqual([
      'allow',
      'ask',
      'allow',
    ])
  })
})

it('offers the very call first, then a wider pattern that is still honest', () => {
  expect([
    offeredPatterns('git status -s', 'execute'),
    offeredPatterns('ls -l', 'execute'),
    offeredPatterns('X=1 ls -l', 'execute'),
    offeredPatterns('make; make install', 'execute'),
    offeredPatterns('npm run test:unit 2>&1 | tail -5', 'execute'),
    offeredPatterns('for i in *; do x; done', 'execute'),
    offeredPatterns('/work/src/a.ts', 'write'),
    offeredPatterns('https://example.com/a/b', 'network'),
  ]).toEqual([
    ['git status -s', 'git status *'],
    ['ls -l', 'ls *'],
    ['X=1 ls -l'],
    ['make; make install'],
    ['npm run test:unit 2>&1 | tail -5'],
    ['for i in \\*; do x; done'],
    ['/work/src/a.ts', '/work/src/*'],
    ['https://example.com/a/b', 'https://example.com/*'],
  ])
})
