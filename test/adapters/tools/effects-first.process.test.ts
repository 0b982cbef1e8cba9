import { execFileSync, spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { CommandEffect } from '../../../src/shared/command-effects.ts'
import type { ConfinedLevel } from '../../../src/shared/sandbox.ts'
import { BackgroundCommands } from '../../../src/main/adapters/tools/background/background-commands.ts'
import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { removeOldCopies } from '../../../src/main/adapters/tools/effects/folder-copy.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import type { ToolContext } from '../../../src/main/adapters/tools/tool-context.ts'
import { createTestCommands } from '../../../src/main/adapters/tools/test-command.ts'
import type { ApproveAccess, ToolOutcome } from '../../../src/main/core/ports/tool-ports.ts'
import { fileFacts } from '../../support/tool-options.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { prepare, prepared } from './tool-folder.ts'

/** Commands as agents run them: formatters, code mods, removals, git, package managers without a network, builds. */
const COMMANDS: readonly string[] = [
  'oxfmt src/long.ts',
  'oxfmt .',
  'sed -i s/one/two/ src/a.ts',
  "sed -i '1d' src/*.ts",
  'perl -pi -e "s/one/three/" src/a.ts src/b.ts',
  'for f in src/*.ts; do echo "// checked" >> $f; done',
  'awk \'{print NR": "$0}\' README.txt > numbered.txt',
  'echo more >> README.txt',
  ': > README.txt',
  'rm -rf node_modules',
  'rm -rf src docs',
  'rm -rf ./*',
  'rm README.txt; mkdir README.txt; echo x > README.txt/index.txt',
  'rm -rf docs; echo "no folder" > docs',
  'rm docs/link; mkdir docs/link',
  'mv src lib',
  'mv src/a.ts docs/a.ts',
  'mv README.txt readme.txt',
  'mv src docs/deep/er',
  'cp -a src copy',
  'cp -r node_modules/dep vendored',
  'mkdir -p one/two/three; mkdir empty',
  'rmdir empty-before',
  'ln -s ../README.txt docs/readme; ln -sfn nowhere docs/link',
  'ln src/a.ts src/hard.ts',
  'chmod +x src/a.ts; chmod 600 README.txt',
  'chmod 700 docs; chmod -x run.sh',
  'umask 077; echo secret > private.txt; mkdir private',
  'printf "x\\0y" > binary.bin; truncate -s 100000 sparse.bin',
  'touch new.txt; touch README.txt',
  'git status --short',
  'git diff',
  'git apply changes.patch',
  'patch -p1 < changes.patch',
  'git checkout -- src/a.ts',
  'git init -q inner && git -C inner status',
  'git archive HEAD | tar -x -C docs',
  'tar -czf all.tgz src && tar -xzf all.tgz -C docs',
  'make',
  'make clean all',
  'npm pkg set version=2.0.0',
  'npm install --offline --no-audit --no-fund ./local-package',
  'tsc --outDir built --allowJs --skipLibCheck src/a.ts; true',
  'esbuild src/a.ts --outfile=dist/a.js --sourcemap',
  "node -e 'const fs=require(`fs`);for(let i=0;i<300;i++)fs.writeFileSync(`gen-${i}.txt`,String(i))'",
  "node -e 'const fs=require(`fs`);fs.renameSync(`src/a.ts`,`src/z.ts`);fs.cpSync(`docs`,`d2`,{recursive:true})'",
  'mkfifo pipe; rm pipe',
  'echo $(pwd) > where.txt',
  'echo "name with blank" > "a file  with blanks.txt"; echo u > "ü ☃.txt"',
  'false; echo partly > partly.txt; exit 3',
]

const BIN = resolve('node_modules/.bin')
let room: string
let folder: string
let level: ConfinedLevel
let chosenFolder: string
let context: ToolContext
let asked: { readonly effects: readonly CommandEffect[]; readonly preview: string | undefined }[]

beforeEach(async () => {
  room = await mkdtemp('/var/tmp/ikigai-effects-')
  folder = join(room, 'p')
  await Promise.all(['p', 'home', 'copies'].map((name) => mkdir(join(room, name))))
  chosenFolder = folder
  level = 'effects-first'
  asked = []
  const places = {
    homeDirectory: join(room, 'home'),
    ownFolders: [join(room, 'copies')],
    openFolder: join(room, 'none'),
  }
  const environment = { PATH: `${BIN}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, LC_ALL: 'C.UTF-8' }
  context = {
    folderOf: () => Promise.resolve({ ok: true, value: chosenFolder }),
    rootOf: (agentId) => agentId,
    environment,
    maxOutputSize: 100_000,
    outputDirectory: join(room, 'none'),
    places,
    outsideLine: (line) => line,
    background: new BackgroundCommands(),
    ...fileFacts(),
    copiesFolder: join(room, 'copies'),
    sandboxing: {
      sandbox: linuxSandbox({ places, path: environment.PATH }),
      levelOf: () => Promise.resolve({ ok: true, value: level }),
      asksForHosts: () => false,
    },
  }
})
afterEach(async () => {
  execFileSync('chmod', ['-R', 'u+rwx', room])
  await rm(room, { recursive: true, force: true })
})

const PATCH = `--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,3 @@
 export const one = 1
+export const added = true
 export const two = 2
`

/** Makes the project anew: the same files at the same path. */
function makeProject(): void {
  execFileSync(
    'bash',
    [
      '-ec',
      `shopt -s dotglob; rm -rf ./*
    mkdir -p src docs/deep node_modules/dep/lib empty-before local-package
    printf 'export const one = 1\\nexport const two = 2\\n' > src/a.ts
    printf 'export  const   one=1;export const b = [1,2\\n,3]' > src/b.ts
    printf 'export const long = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, l: 12, m: 13 }' > src/long.ts
    printf '# Project\\none\\n' > README.txt; printf 'text\\n' > docs/text.txt; printf 'deep\\n' > docs/deep/text.txt
    ln -s text.txt docs/link; printf '#!/bin/sh\\n' > run.sh; chmod 755 run.sh
    printf 'module.exports = 1\\n' > node_modules/dep/lib/index.js; printf '{"name":"dep","version":"1.0.0"}' > node_modules/dep/package.json
    printf '{"name":"local","version":"1.0.0"}' > local-package/package.json
    printf '{"name":"p","version":"1.0.0"}\\n' > package.json; printf 'node_modules\\n' > .gitignore; printf 'KEY=1\\n' > .env
    printf 'all: out.txt\\nout.txt: src/a.ts\\n\\tcat src/a.ts > out.txt\\nclean:\\n\\trm -f out.txt\\n' > Makefile
    cat > changes.patch
    git init -q .; git add -A; git -c user.name=a -c user.email=a@b commit -qm first
    echo changed >> src/a.ts; git checkout -q -- src/a.ts`,
    ],
    { cwd: folder, input: PATCH, env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } },
  )
}

interface State {
  readonly [path: string]: string
}

/** Everything in a folder: kind, permissions and content. `exact`: inodes and times too. */
function stateOf(exact: boolean, at = folder, prefix = ''): State {
  const state: Record<string, string> = {}
  for (const name of readdirSync(at)) {
    const path = join(at, name)
    const found = lstatSync(path)
    const what = found.isSymbolicLink()
      ? readlinkSync(path)
      : found.isFile()
        ? readFileSync(path, 'base64')
        : found.isDirectory()
          ? 'folder'
          : 'other'
    const stamp = exact ? ` ${found.ino} ${found.isDirectory() ? '' : `${found.mtimeMs} ${found.ctimeMs}`}` : ''
    state[`${prefix}${name}`] =
      `${(found.mode & 0o170000) === 0o120000 ? 'link' : found.mode.toString(8)}${stamp} ${what}`
    if (found.isDirectory() && `${prefix}${name}` !== '.git')
      Object.assign(state, stateOf(exact, path, `${prefix}${name}/`))
  }
  return state
}

async function run(command: string, answer: 'allowed' | 'denied', args: object = {}): Promise<ToolOutcome> {
  const approve: ApproveAccess = (access) => {
    asked.push({ effects: access.effects ?? [], preview: access.preview })
    return Promise.resolve(answer === 'allowed' ? { type: 'allowed' } : { type: 'denied', message: 'No.' })
  }
  const call = await prepared(bashTool(context), { command, ...args })
  return call.run({ signal: new AbortController().signal, onOutput: () => {}, approve })
}

/** What git writes differs by time and random names. */
const withoutTimes = (state: State): State =>
  Object.fromEntries(
    Object.entries(state).filter(
      ([path]) => !/^(all\.tgz|inner\/\.git\/.*|node_modules\/\.package-lock\.json)$/.test(path),
    ),
  )

/** What a command printed, without how long it took, and without what the sandbox says of it. */
const printed = ({ content }: ToolOutcome): string =>
  content.replace(/\n\[(Applied|While this ran)[^]*/, '').replace(/in \d+m?s/, 'in a moment')

describe.runIf(HAS_SANDBOX)('a command whose effects are shown first', { timeout: 120_000 }, () => {
  it.each(COMMANDS)('%s: applied it is as run directly, dropped it was never there', async (command) => {
    makeProject()
    level = 'workspace'
    const direct = await run(command, 'allowed')
    const wanted = stateOf(false)
    level = 'effects-first'

    makeProject()
    const before = stateOf(true)
    const dropped = await run(command, 'denied')
    expect(stateOf(true)).toEqual(before)
    const wasAsked = asked.length > 0
    expect(dropped.content.includes('[Not applied: the folder is as it was before. No.]')).toBe(wasAsked)

    const applied = await run(command, 'allowed')
    expect(withoutTimes(stateOf(false))).toEqual(withoutTimes(wanted))
    expect(printed(applied)).toBe(printed(direct))
    expect(applied.isError).toBe(direct.isError)
    expect(readdirSync(join(room, 'copies'))).toEqual([])
  })

  it('is not applied over what a user saved while it was asked about', async () => {
    makeProject()
    const call = await prepared(bashTool(context), { command: 'sed -i s/one/two/ src/a.ts src/b.ts README.txt' })
    const approve: ApproveAccess = async () => {
      await writeFile(join(folder, 'README.txt'), 'saved by the user\n')
      return { type: 'allowed' }
    }
    const outcome = await call.run({ signal: new AbortController().signal, onOutput: () => {}, approve })
    expect(outcome.content).toContain(
      '[Not applied: the folder was changed by others while the command ran, at README.txt.',
    )
    expect(outcome).toMatchObject({ isError: true, wrote: [] })
    expect(readFileSync(join(folder, 'README.txt'), 'utf8')).toBe('saved by the user\n')
    expect(readFileSync(join(folder, 'src/a.ts'), 'utf8')).toContain('one = 1')
  })

  it.each<readonly [string, () => void]>([
    ['the level became stricter', () => (level = 'read-only')],
    ['the agent got another folder', () => (chosenFolder = room)],
  ])('is not applied if %s while it was asked about', async (_name, change) => {
    makeProject()
    const before = stateOf(true)
    const call = await prepared(bashTool(context), { command: 'rm -r docs; echo x > new.txt' })
    const approve: ApproveAccess = () => {
      change()
      return Promise.resolve({ type: 'allowed' })
    }
    const outcome = await call.run({ signal: new AbortController().signal, onOutput: () => {}, approve })
    expect(outcome.content).toContain('was changed while this was asked')
    expect(stateOf(true)).toEqual(before)
  })

  it.each<readonly [string, string]>([
    ['a folder that became a link to elsewhere', 'mv docs ../outside; ln -s ../outside docs'],
    ['a folder that became a link to where it was moved', 'mv docs moved; ln -s moved docs'],
    ['a file that became a link', 'mv docs/text.txt ../outside.txt; ln -s ../../outside.txt docs/text.txt'],
    ['a folder that is gone', 'rm -rf docs'],
  ])('never writes through %s meanwhile', async (_name, line) => {
    makeProject()
    const call = await prepared(bashTool(context), {
      command: 'echo planted >> docs/text.txt; echo new > docs/new.txt',
    })
    const approve: ApproveAccess = () => {
      execFileSync('bash', ['-c', line], { cwd: folder })
      return Promise.resolve({ type: 'allowed' })
    }
    const outcome = await call.run({ signal: new AbortController().signal, onOutput: () => {}, approve })
    expect(outcome.content).toContain('[Not applied: ')
    const written = spawnSync('grep', ['-rlE', '--include=*.txt', '^(planted|new)$', room], { encoding: 'utf8' })
    expect(written.stdout).toBe('')
  })

  it('says what it would do in a dry run, at every level, and changes nothing', async () => {
    makeProject()
    const before = stateOf(true)
    for (const each of ['workspace', 'effects-first', 'read-only'] as const) {
      level = each
      const outcome = await run(
        'rm -r docs; sed -i s/one/two/ src/a.ts; chmod +x README.txt; cat src/a.ts',
        'allowed',
        {
          dry_run: true,
        },
      )
      expect(outcome.content.split('\n')).toEqual(
        expect.arrayContaining([
          'deleted     docs/',
          'permissions README.txt',
          'changed     src/a.ts',
          '-export const one = 1',
          '+export const two = 1',
        ]),
      )
      expect(outcome).toMatchObject({ isError: false, wrote: [] })
    }
    expect(asked).toEqual([])
    expect(stateOf(true)).toEqual(before)
  })

  it('has no dry run where it would run outside, or after its call', async () => {
    makeProject()
    const outside = await prepare(bashTool(context), { command: 'ls', dry_run: true, outside_sandbox: 'x' })
    const background = await prepare(bashTool(context), { command: 'ls', dry_run: true, background: true })
    expect([outside, background]).toEqual([
      {
        ok: false,
        message: 'A dry run needs the sandbox, and this command would run outside it. The agent’s reason: x',
      },
      { ok: false, message: expect.stringContaining("Leave out 'dry_run' or 'background'.") },
    ])
  })

  it('writes nothing in the background, and what a test writes is dropped', async () => {
    makeProject()
    const before = stateOf(true)
    await run('echo x > background.txt; rm -f README.txt', 'allowed', { background: true })
    const waited = await prepared(bashTool(context), { process: 'b1', timeout_seconds: 60 })
    const said = await waited.run({ signal: new AbortController().signal, onOutput: () => {} })
    expect(said.content).toContain('Read-only file system')
    const test = {
      agentId: 'agent',
      command: 'echo x > tested.txt && cat tested.txt',
      folder,
      timeoutMs: 60_000,
      unconfined: false,
    }
    const tested = await createTestCommands(context).run({ ...test, signal: new AbortController().signal })
    expect(tested).toMatchObject({ ok: true, value: { exitCode: 0, output: 'x\n' } })
    expect(stateOf(true)).toEqual(before)
    expect(readdirSync(join(room, 'copies'))).toEqual([])
  })

  it('sees protected files no more than directly, and asks about new ones by name', async () => {
    makeProject()
    const outcome = await run(
      'cat .env; echo "PATH=x" > .envrc; mkdir -p in/.git; echo x > in/.git/config; ls -a .git | wc -l',
      'allowed',
    )
    expect(outcome.content).not.toContain('KEY=1')
    expect(outcome.content).toContain('Permission denied')
    expect(asked[0]?.effects.filter(({ protectedAs }) => protectedAs !== undefined).map(({ path }) => path)).toEqual(
      ['.envrc', 'in/.git', 'in/.git/config'].map((path) => join(folder, path)),
    )
  })

  it.runIf(process.getuid?.() === 0)(
    'belongs to the owner of the folder where this process is root (root only)',
    async () => {
      makeProject()
      execFileSync('bash', ['-c', `chmod 755 '${room}'; chown -Rh 65534:65534 '${folder}'`])
      await run(
        'mkdir -p made/deep; echo x > made/deep/x; ln -s x made/deep/link; echo y >> README.txt; chmod 500 docs',
        'allowed',
      )
      const paths = ['made', 'made/deep', 'made/deep/x', 'made/deep/link', 'README.txt', 'docs']
      expect(paths.map((path) => lstatSync(join(folder, path)).uid)).toEqual(paths.map(() => 65534))
      expect(lstatSync(join(folder, 'docs')).mode & 0o777).toBe(0o500)
    },
  )

  it('removes copies that killed processes left, and no others', async () => {
    const ended = execFileSync('bash', ['-c', 'echo $$'], { encoding: 'utf8' }).trim()
    const names = [`ikigai-copy-${ended}-a`, `ikigai-copy-${process.pid}-b`, 'something-else']
    for (const name of names) await mkdir(join(room, 'copies', name, 'folder'), { recursive: true })
    await removeOldCopies(join(room, 'copies'))
    expect(readdirSync(join(room, 'copies')).toSorted()).toEqual(names.slice(1).toSorted())
  })
})
