import { describe, expect, it } from 'vitest'

import { decideApproval } from '../../../src/main/core/approvals/approval-policy.ts'
import { exactPattern } from '../../../src/main/core/approvals/match-pattern.ts'
import { offeredPatterns } from '../../../src/main/core/approvals/offer-patterns.ts'
import { bash, rule } from '../../support/policy-question.ts'

describe('white space of Unicode', () => {
  const given = [rule('allow', 'bash', 'git status *'), rule('allow', 'bash', 'ls *')]

  it.each('\u00a0 \u2003 \u3000 \ufeff \u2028 \v \f \r'.split(' '))('is no white space to a shell: %j', (space) => {
    const lines = [`git status >${space}/dev/null`, `git status 2>${space}/dev/null`, `ls${space}x`, `ls;${space}rm x`]
    expect(lines.map((line) => decideApproval(bash(line), given))).toEqual(['ask', 'ask', 'ask', 'ask'])
  })
})

describe('a rule that forbids a program', () => {
  const forbidding = (allowed: string | null) => [rule('allow', 'bash', allowed), rule('deny', 'bash', 'rm *')]

  it.each([null, '*'])('wins in every part of a line, whatever is allowed for the whole (%j)', (allowed) => {
    const lines = ['true; rm -rf x', 'true && rm x', 'ls | rm x', 'rm $HOME/x', 'rm x > y', 'ls', 'ls; pwd']
    const actions = lines.map((line) => decideApproval(bash(line), forbidding(allowed)))
    expect(actions).toEqual(['deny', 'deny', 'deny', 'deny', 'deny', 'allow', 'allow'])
  })

  it('wins over a pattern that allows the line', () => {
    const rules = [...forbidding('ls'), rule('allow', 'bash', 'true; *')]
    expect(decideApproval(bash('true; rm x'), rules)).toBe('deny')
  })

  it.each([
    'command rm x',
    String.raw`\rm x`,
    '/bin/rm x',
    `r''m x`,
    `'rm' x`,
    'X=1 rm x',
    'X=1 Y=2 /usr/bin/rm x',
    'env rm x',
    'env -i X=1 rm x',
    'sudo -u root rm x',
    'nohup nice -n 5 rm x',
    'timeout 5 rm x',
    `sh -c 'rm x'`,
    'ls | xargs rm x',
    'rm\tx',
  ])('knows it as %j', (line) => {
    expect(decideApproval(bash(line), forbidding(null))).toBe('deny')
  })

  it.each([
    `bash -c 'true; rm x'`,
    `sh -c "sh -c 'ls; rm x'"`,
    `env -S'rm x'`,
    `trap "rm x" EXIT`,
    `eval "true; rm x"`,
    `find . -name x -exec rm '{}' +`,
    'taskset 1 rm x',
    'command -p rm x',
    'busybox rm x',
    'timeout 5 bash -c "cd a && /bin/rm x"',
  ])('knows it within %j', (line) => {
    expect(decideApproval(bash(line), forbidding(null))).toBe('deny')
  })

  it.each([
    '/bin/r[m] x',
    '/usr/bin/r? x',
    '[r]m x',
    'r* x',
    'hash -p /bin/rm ls; ls x',
    'alias ls=x; ls',
    'enable -n test',
    'source ./x',
    '. ./x',
    `git -c alias.z='!rm x' z`,
    'ln -s /bin/rm x && ./x y',
    'cp /bin/rm x; ./x y',
    `perl -e 'system("rm x")'`,
    `python3 -c "import os; os.system('rm x')"`,
    `awk 'BEGIN{system("rm x")}'`,
    'unheard-of --run=rm x',
    'make CLEAN="rm -rf" clean',
    'PATH=./bin:/bin ls',
    'LD_PRELOAD=./x.so ls',
    'GIT_EXTERNAL_DIFF=./x git diff',
    'coproc rm x',
    'exec /usr/bin/r?',
    'setsid /bin/[r]m x',
    'unheard-of /usr/bin/*',
    'unheard-of r*',
    'env * x',
    `PS4='$(rm x)' bash -xc :`,
    `PS4='$(rm x)'; bash -xc :`,
    `TAR_OPTIONS='--to-command=rm x' tar xf a`,
    `RSYNC_RSH='rm x' rsync a: b`,
    `VISUAL='rm x' crontab -e`,
    `LESSOPEN='|rm x' less a`,
    `MAKEFLAGS='--eval=a:;rm' make`,
    `UNHEARD_OF='/bin/rm x' unheard-of`,
    'UNHEARD_OF=rm ls',
    'A=1 B=/usr/bin/rm unheard-of',
    'RIPGREP_CONFIG_PATH=x rg a',
    'PERL5OPT=-Mx perl a',
    `A=; A+='rm x' unheard-of`,
  ])('asks about what may hide it: %j', (line) => {
    expect(decideApproval(bash(line), forbidding(null))).toBe('ask')
  })

  it.each([
    'echo rm x',
    'grep -rn "rm " src',
    'cat rm.txt',
    'npm run farm',
    'git log --grep rm',
    'ls --color rm',
    '[ -f x ]',
    'docker run --rm x',
    'prettier src/* *.ts',
    'tar cf x.tar src/[ab]*',
    'NODE_ENV=test npm test',
    'npm run alarm:rm-old',
    'FORM=a.rma/b npm test',
    'CI=1 ls',
  ])('does not mistake %j for it', (line) => {
    expect(decideApproval(bash(line), forbidding(null))).toBe('allow')
  })

  it.each([
    ['git push *', 'git -C a push', 'ask'],
    ['git push *', 'git -c a=b push --force', 'ask'],
    ['git push *', 'git commit -m x', 'allow'],
    ['git push *', 'sudo git push', 'deny'],
    ['rm -rf *', 'rm -fr x', 'ask'],
    ['rm -rf *', 'rm -r -f x', 'ask'],
    ['rm -rf *', 'rm x', 'allow'],
    ['npm publish*', 'npm --access public publish', 'ask'],
    ['*secret*', 'unheard-of secret', 'deny'],
  ] as const)('%s, other forms: %s → %s', (pattern, line, action) => {
    expect(decideApproval(bash(line), [rule('allow', 'bash', null), rule('deny', 'bash', pattern)])).toBe(action)
  })

  it('asks about a line that nobody can read', () => {
    const lines = ['echo $(rm x)', 'for i in 1; do rm x; done', 'eval "$X"']
    expect(lines.map((line) => decideApproval(bash(line), forbidding('*')))).toEqual(['ask', 'ask', 'ask'])
  })

  it('that asks only reaches as far', () => {
    const rules = [rule('allow', 'bash', null), rule('ask', 'bash', 'rm *')]
    const lines = ['true; rm x', '/bin/rm x', 'sudo rm x', 'rm $x']
    expect(lines.map((line) => decideApproval(bash(line), rules))).toEqual(['ask', 'ask', 'ask', 'ask'])
  })
})

describe('a star in a rule that allows commands', () => {
  it.each([
    ['git *', 'git -c core.pager=./x log'],
    ['git diff *', 'git diff --output=x'],
    ['git diff *', 'git diff --outp x'],
    ['git diff *', `git diff '--output=x'`],
    ['git diff *', 'git diff --ext-diff'],
    ['git grep *', 'git grep -Oless x'],
    ['git fetch *', 'git fetch --upload-pack=./x'],
    ['sort *', 'sort -uo x y'],
    ['sed *', 'sed -i s/a/b/ x'],
    ['make *', 'make --eval=x'],
    ['rg *', 'rg --pre ./x y'],
    ['npm test *', 'npm test --script-shell /w/x'],
    ['npm test *', 'npm test --node-options=--import=data:x'],
    ['npm run *', 'npm run build'],
    ['cargo test *', `cargo test --config 'build.rustc-wrapper="/w/x"'`],
    ['make *', 'make SHELL=/w/x'],
    ['pytest *', 'pytest -p other'],
    ['tree *', 'tree -o /home/u/x'],
    ['sqlite3 *', `sqlite3 a.db '.shell id'`],
    ['gcc *', 'gcc a.c -wrapper /w/x'],
    ['hg log *', 'hg log --config extensions.x=/w/x.py'],
    ['fzf *', 'fzf --preview id'],
    ['mvn test *', 'mvn test -Dmaven.ext.class.path=/w/x.jar'],
    ['gradle test *', 'gradle test -I /w/x.gradle'],
    ['git commit *', 'git commit -m x'],
    ['git log *', 'git log --format=%GK'],
    ['git log *', 'git log --show-signature'],
    ['git branch *', 'git branch --edit-description'],
    ['git branch *', 'git branch new'],
    ['uniq *', 'uniq a b'],
    ['date *', 'date -s 10:10'],
    ['file *', 'file -C -m x'],
    ['diff *', 'diff -l a b'],
    ['rg *', 'rg -z x'],
    ['* *', 'ls -l'],
    ['ls *', 'PATH=. ls -l'],
    ['unheard-of *', 'unheard-of x'],
    ['./ls *', './ls x'],
  ])('%s does not stand for the options of %j', (pattern, line) => {
    expect(decideApproval(bash(line), [rule('allow', 'bash', pattern)])).toBe('ask')
    expect(decideApproval(bash(line), [rule('allow', 'bash', exactPattern(line))])).toBe('allow')
  })

  it('stands for every other option, and for those that the pattern writes out', () => {
    const allowed = [
      ['git diff *', 'git diff --stat HEAD~1'],
      ['git log *', 'git log --oneline -5'],
      ['ls *', 'ls -la --sort=size src'],
      ['head *', 'head -20 a -n 5 b'],
      ['grep *', 'grep -rn -A3 --include=*.ts -e x -- -v'],
      ['npm test *', 'npm test'],
      ['npm test --silent *', 'npm test --silent'],
    ] as const
    expect(allowed.map(([pattern, line]) => decideApproval(bash(line), [rule('allow', 'bash', pattern)]))).toEqual(
      allowed.map(() => 'allow'),
    )
  })

  it('does not stand for a protected path', () => {
    const line = { ...bash('cat .env'), call: { ...bash('cat .env').call, protectedAs: 'a file of secrets' } }
    const rules = ['cat *', 'cat .env', null].map((pattern) => [rule('allow', 'bash', pattern)])
    expect(rules.map((each) => decideApproval(line, each))).toEqual(['ask', 'allow', 'allow'])
  })

  it.each(['cat notes', 'cat notes | wc -l', 'true; cat notes'])(
    'nor does the exact line for one behind a link, which was another file before: %s',
    (line) => {
      const { call, ...question } = bash(line)
      const linked = { ...question, call: { ...call, protectedAs: 'a place for keys', isBehindLink: true } as const }
      const rules = [line, 'cat notes', 'cat *', null].map((pattern) => [
        rule('allow', 'bash', pattern),
        rule('allow', 'bash', 'true'),
      ])
      expect(rules.map((each) => decideApproval(linked, each))).toEqual(['ask', 'ask', 'ask', 'allow'])
    },
  )
})

it.each([
  'find . -name x',
  'sh x',
  'bash -c ls',
  'env ls',
  'xargs ls',
  'awk x',
  'sed s/a/b/ x',
  'tar tf x',
  'sort x',
  'curl x',
  'wget x',
  'python3 x',
  'python3.12 x',
  '/usr/bin/perl x',
  'node x',
  'sudo ls',
  'ssh x',
  'vim x',
  'npx x',
  'git -c a=b status',
  'git diff --output=x',
  'git grep -O x',
  'git push origin',
  'git -C x status',
  'tee x',
  'cp a b',
])('offers no star for %j', (line) => {
  expect(offeredPatterns(line, 'execute')).toEqual([exactPattern(line)])
})
