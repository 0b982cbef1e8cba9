import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { createCommits } from '../../src/main/adapters/checkpoints/create-commits.ts'
import { createWorktrees } from '../../src/main/adapters/checkpoints/create-worktrees.ts'
import { bashTool } from '../../src/main/adapters/tools/bash-tool.ts'
import { isHarmless } from '../../src/main/core/approvals/harmless-programs.ts'
import { outsideLine } from '../../src/main/core/approvals/read-only-git.ts'
import { valueOf } from '../support/drive-agent.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../support/git-folder.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tools/tool-folder.ts'

const run = promisify(execFile)
const AGENT = '11111111-1111-4111-8111-111111111111'

/**
 * What a model writes in the first step, as a shell script, and a command with which git itself then runs the program
 * `$EVIL`. Everything happens in a repository with two commits, in which `a.txt` is changed.
 */
const FORMS: readonly (readonly [name: string, plant: string, shown: string])[] = [
  ['a filter', 'git config filter.x.clean "$EVIL"; echo "* filter=x" >.gitattributes', 'git status'],
  ['a filter process', 'git config filter.x.process "$EVIL"; echo "* filter=x" >.gitattributes', 'git status'],
  [
    'a filter that is required, in the attributes of the repository',
    'git config filter.x.clean "$EVIL"; git config filter.x.required true; echo "* filter=x" >.git/info/attributes',
    'git status',
  ],
  [
    'a filter whose name has an equals sign and a blank',
    String.raw`printf '[filter "a=b.c d"]\n clean = %s\n' "$EVIL" >>.git/config; printf '[attr]m filter="a=b.c d"\n* filter=a=b.c\n' >.gitattributes; printf '[filter "a=b.c"]\n clean = %s\n' "$EVIL" >>.git/config`,
    'git status',
  ],
  [
    'a filter with letters of both cases',
    'git config FILTER.Xy.CLEAN "$EVIL"; echo "* filter=Xy" >.gitattributes',
    'git status',
  ],
  [
    'a filter in an included file',
    String.raw`git config include.path ../settings; printf '[filter "x"]\n clean = %s\n' "$EVIL" >settings; echo "* filter=x" >.gitattributes`,
    'git status',
  ],
  [
    'a filter in a file that is included for the folder',
    String.raw`git config "includeIf.gitdir:**.path" ../settings; printf '[filter "x"]\n clean = %s\n' "$EVIL" >settings; echo "* filter=x" >.gitattributes`,
    'git status',
  ],
  [
    'a filter in the settings of a worktree',
    'git config extensions.worktreeConfig true; git config --worktree filter.x.clean "$EVIL"; echo "* filter=x" >.gitattributes',
    'git status',
  ],
  [
    'a filter in the attributes that a setting names',
    'git config core.attributesFile "$PWD/own"; git config filter.x.clean "$EVIL"; echo "* filter=x" >own',
    'git status',
  ],
  ['a text conversion', 'git config diff.x.textconv "$EVIL"; echo "* diff=x" >.gitattributes', 'git diff'],
  [
    'a text conversion of a commit',
    'git config diff.x.textconv "$EVIL"; echo "* diff=x" >.gitattributes',
    'git log -p',
  ],
  [
    'a text conversion of lines',
    'git config diff.x.textconv "$EVIL"; echo "* diff=x" >.gitattributes',
    'git blame a.txt',
  ],
  ['a driver of differences', 'git config diff.x.command "$EVIL"; echo "* diff=x" >.gitattributes', 'git diff'],
  ['a program for all differences', 'git config diff.external "$EVIL"', 'git diff'],
  ['a program for differences of the index', 'git config diff.external "$EVIL"', 'git diff --cached HEAD^'],
  ['a monitor', 'git config core.fsmonitor "$EVIL"', 'git status'],
  [
    'a hook in a folder of its own',
    'mkdir hooks; cp "$EVIL" hooks/post-index-change; git config core.hooksPath hooks; touch -d 2001-01-01 b.txt',
    'git status',
  ],
  ['a signature that is shown', 'git config gpg.program "$EVIL"; git config log.showSignature true; signed', 'git log'],
  [
    'a format that verifies signatures',
    'git config gpg.program "$EVIL"; git config format.pretty %G?; signed',
    'git log',
  ],
  ['the settings of a submodule', 'submodule; git -C sub config core.fsmonitor "$EVIL"; touch sub/new', 'git status'],
  [
    'a filter of a submodule that is never ignored',
    'submodule; git config submodule.sub.ignore none; git -C sub config filter.x.clean "$EVIL"; echo "* filter=x" >sub/.git/info/attributes; touch -d 2001-01-01 sub/s.txt',
    'git status',
  ],
  [
    'differences of a submodule',
    'submodule; git config diff.submodule diff; git -C sub config diff.external "$EVIL"; git -C sub config filter.x.clean "$EVIL"; echo "* filter=x" >sub/.git/info/attributes; echo more >>sub/s.txt',
    'git diff',
  ],
  [
    'a summary of submodules',
    'submodule; git config status.submoduleSummary true; git -C sub config core.fsmonitor "$EVIL"; echo more >>sub/s.txt',
    'git status',
  ],
  [
    'a server for what is missing',
    'git config remote.o.url "ext::touch ${EVIL%/*}/ran/evil"; git config remote.o.promisor true; git config extensions.partialClone o; git config protocol.ext.allow always; rm ".git/objects/$(git rev-parse HEAD^:a.txt | sed s,..,\\&/,)"',
    'git show HEAD^',
  ],
]

/** Lines that only read, each part of which a rule `PROGRAM *` allows. */
const READING = [
  'ls; git status --short && git diff HEAD | head -5; git diff --cached; git diff; git diff --stat',
  'git log -p; git log --oneline -5; git show HEAD^; git blame a.txt; git blame -s b.txt',
  'git ls-files -m; git ls-tree -r HEAD; git describe --always; git rev-parse HEAD; git shortlog HEAD',
]

/** Lines that read with other commands of git. */
const OTHERS = 'git diff-files -p; git diff-index -p HEAD; git diff-tree -p HEAD; git grep more; git cat-file -p HEAD'

let project: GitFolder
let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
  project = await gitFolder()
  await mkdir(join(project.parent, 'ran'))
  const evil = `#!/bin/sh\n: > '${project.parent}/ran/evil'\ncat\n`
  await writeFile(join(project.parent, 'evil.sh'), evil, { mode: 0o755 })
  await project.write('a.txt', 'a\n')
  await project.write('b.txt', 'b\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'first')
  await project.write('a.txt', 'second\n')
  await project.git('commit', '--quiet', '-am', 'second')
  await project.git('config', 'user.name', 'Ann')
  await project.git('config', 'user.email', 'ann@localhost')
})
afterEach(() => closeAll(project, space))

const HELPERS = `
signed() {
  { git cat-file commit HEAD | sed '/^$/,$d'; printf 'gpgsig -----BEGIN PGP SIGNATURE-----\\n x\\n -----END PGP SIGNATURE-----\\n\\nx\\n'; } >commit
  git update-ref HEAD "$(git hash-object -t commit -w commit)"
}
submodule() {
  git init -q sub; git -C sub config user.name a; git -C sub config user.email a@localhost
  echo s >sub/s.txt; git -C sub add .; git -C sub commit -qm s
  printf '[submodule "sub"]\\n path = sub\\n url = ./sub\\n' >.gitmodules; git add sub .gitmodules 2>/dev/null; git commit -qm sub
}
`

async function shell(script: string): Promise<void> {
  const env = { ...GIT_ENVIRONMENT, EVIL: join(project.parent, 'evil.sh') }
  const running = run('bash', ['-c', script], { cwd: project.folder, env })
  running.child.stdin?.end()
  await running.catch(() => undefined)
}

/** The first step. Afterwards the index is older than the file, so that git reads it. */
const plant = (script: string): Promise<void> => shell(`${HELPERS}${script}\necho more >>a.txt\ntouch b.txt`)

/** Whether the program ran since the last call. */
async function ran(): Promise<boolean> {
  const names = await readdir(join(project.parent, 'ran'))
  for (const name of names) await rm(join(project.parent, 'ran', name))
  return names.length > 0
}

async function useGit(): Promise<void> {
  const { folder, dataDirectory } = project
  const stores = project.stores()
  const worktrees = createWorktrees({ stores, dataDirectory, environment: GIT_ENVIRONMENT })
  await stores.save({ agentId: AGENT, folder, touched: [] })
  const created = await worktrees.create({ agentId: AGENT, name: 'x', folder })
  if (created.ok) await worktrees.remove(created.value)
  const commits = createCommits(GIT_ENVIRONMENT)
  const base = await commits.base(folder, ['new.txt'])
  if (base.ok) {
    const files = [{ path: 'new.txt', wanted: { mode: 'file', content: Buffer.from('new\n') } as const }]
    await commits.commit({ folder, parent: base.value.commit, files, message: 'x' })
  }
  await stores.close()
}

it.each(FORMS)('runs no program of %s', async (_name, script, shown) => {
  await plant(script)
  await ran()
  const context = { ...space.context, folderOf: () => Promise.resolve({ ok: true, value: project.folder } as const) }
  const tool = bashTool({ ...context, environment: GIT_ENVIRONMENT, outsideLine })
  for (const command of [shown, READING.join('; '), OTHERS]) {
    const { content } = await runTool(tool, { command })
    expect({ command, content, ran: await ran() }).toMatchObject({ ran: false })
    await shell('touch a.txt b.txt')
  }
  await useGit()
  expect(await ran()).toBe(false)
  // Git itself runs it.
  await plant(script)
  await ran()
  await shell(shown)
  expect(await ran()).toBe(true)
})

it('allows by rules only what is tried here', () => {
  const parts = READING.flatMap((line) => line.split(/; | && | \| /))
  for (const part of parts) expect(isHarmless(part.split(' '))).toBe(true)
  const refused = [
    'git status --ignore-submodules=none',
    'git describe --dirty',
    'git diff --ext-diff',
    'git log --textconv',
  ]
  for (const line of [...refused, 'git diff --submodule=log', 'git log --format=%G?', 'git -C sub status'])
    expect(isHarmless(line.split(' '))).toBe(false)
})

it('prints what git prints', async () => {
  await plant('true')
  const context = { ...space.context, folderOf: () => Promise.resolve({ ok: true, value: project.folder } as const) }
  const tool = bashTool({ ...context, environment: GIT_ENVIRONMENT, outsideLine })
  for (const command of ['git status --short', 'git diff', 'git log --format=%s -1', 'git show HEAD:a.txt | wc -l'])
    expect((await runTool(tool, { command })).content).toBe(
      (await runTool(bashTool({ ...context, environment: GIT_ENVIRONMENT }), { command })).content,
    )
  expect(await runTool(tool, { command: 'git diff --quiet' })).toMatchObject({ isError: true })
  expect(valueOf(await project.stores().save({ agentId: AGENT, folder: project.folder, touched: [] })).skipped).toEqual(
    [],
  )
})
