import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { blobHash } from '../../../src/main/adapters/checkpoints/file-version.ts'
import { currentFiles, replaceFiles } from '../../../src/main/adapters/checkpoints/replace-files.ts'
import { withPathLock } from '../../../src/main/adapters/path-lock.ts'
import { filesIn } from '../../support/git-folder.ts'

let top = ''
let folder = ''
let writer: ChildProcess | null = null

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-meanwhile-')))
  folder = join(top, 'project')
  await mkdir(folder)
})
afterEach(async () => {
  writer?.kill('SIGKILL')
  writer = null
  await rm(top, { recursive: true, force: true })
})

/** A program that holds the locks of some files, saves as a user does when it is told to, and lets go. */
const WRITER = `
import fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
const [locks, save] = process.argv.slice(1)
const held = JSON.parse(locks).map((path) => new DatabaseSync(path))
for (const lock of held) lock.exec('BEGIN EXCLUSIVE')
process.on('message', (message) => {
  if (message === 'save') new Function('fs', save)(fs)
  else for (const lock of held) lock.close()
  process.send(message)
  if (message === 'release') process.disconnect()
})
process.send('held')
`

/** Starts the writer; `save` is its script, in the folder of the files. */
async function startWriter(paths: readonly string[], save: string): Promise<ChildProcess> {
  const locks: string[] = []
  for (const path of paths) {
    const known = new Set(Object.keys(await filesIn(join(top, 'locks')).catch(() => ({}))))
    await withPathLock(join(top, 'locks'), join(folder, path), async () => undefined, fail)
    const made = Object.keys(await filesIn(join(top, 'locks'))).find((name) => !known.has(name))
    if (made === undefined) throw new Error(`${path} shares its lock`)
    locks.push(join(top, 'locks', made))
  }
  const started = spawn(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', WRITER, JSON.stringify(locks), save],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  writer = started
  await once(started, 'message')
  return started
}

function fail(message: string): never {
  throw new Error(message)
}

async function told(started: ChildProcess, message: 'save' | 'release'): Promise<void> {
  const answered = once(started, 'message')
  started.send(message)
  await answered
}

const OLD = { mode: 'file', content: Buffer.from('old\n') } as const
const NEW = { mode: 'file', content: Buffer.from('agent\n') } as const
const version = (mode: 'file' | 'link' | 'executable', content: string) => ({
  mode,
  hash: blobHash(Buffer.from(content), 'f'.repeat(40)),
})
/** What the agent left in the file `f`, what undo wants, and how the user saves it meanwhile. */
const SAVES: readonly (readonly [string, 'file' | 'none' | 'link' | 'program', typeof OLD | null, string])[] = [
  ['a line is appended', 'file', OLD, `fs.appendFileSync('f', 'mine\\n')`],
  ['it is written anew', 'file', OLD, `fs.writeFileSync('f', 'mine\\n')`],
  ['an editor renames a new one over it', 'file', OLD, `fs.writeFileSync('n', 'mine\\n'); fs.renameSync('n', 'f')`],
  ['the same length', 'file', OLD, `fs.writeFileSync('f', 'agenT\\n')`],
  [
    'the same length and time',
    'file',
    OLD,
    `const { mtime, atime } = fs.statSync('f')
     fs.writeFileSync('f', 'AGENT\\n'); fs.utimesSync('f', atime, mtime)`,
  ],
  ['it is emptied', 'file', OLD, `fs.truncateSync('f')`],
  ['it is removed', 'file', OLD, `fs.unlinkSync('f')`],
  ['it becomes a link', 'file', OLD, `fs.unlinkSync('f'); fs.symlinkSync('mine', 'f')`],
  ['it becomes a program', 'file', OLD, `fs.chmodSync('f', 0o755)`],
  ['a line is appended to a file that undo removes', 'file', null, `fs.appendFileSync('f', 'mine\\n')`],
  ['a file that undo removes is written anew', 'file', null, `fs.writeFileSync('f', 'mine\\n')`],
  ['a file is made that undo restores', 'none', OLD, `fs.writeFileSync('f', 'mine\\n')`],
  ['a link is made where undo restores a file', 'none', OLD, `fs.symlinkSync('mine', 'f')`],
  ['a folder is made where undo restores a file', 'none', OLD, `fs.mkdirSync('f'); fs.writeFileSync('f/g', 'mine\\n')`],
  ['a link leads elsewhere', 'link', OLD, `fs.unlinkSync('f'); fs.symlinkSync('mine', 'f')`],
  ['a program is changed', 'program', OLD, `fs.writeFileSync('f', 'mine\\n')`],
]

async function leave(kind: 'file' | 'none' | 'link' | 'program') {
  const path = join(folder, 'f')
  if (kind === 'none') return null
  if (kind === 'link') {
    await symlink('agent', path)
    return version('link', 'agent')
  }
  await writeFile(path, NEW.content)
  if (kind === 'file') return version('file', 'agent\n')
  await chmod(path, 0o755)
  return version('executable', 'agent\n')
}

it.each(SAVES)('loses no save of a user at the last moment: %s', async (_, kind, wanted, save) => {
  const expected = await leave(kind)
  const started = await startWriter(['f'], save)
  const replaced = replaceFiles(folder, [{ path: 'f', expected, wanted }], join(top, 'locks'))
  await told(started, 'save')
  const saved = await filesIn(folder)
  await told(started, 'release')
  expect(await replaced).toMatchObject({ ok: true, value: { conflicts: ['f'] } })
  expect(await filesIn(folder)).toEqual(saved)
})

it.each([['a'], ['sub/a'], ['gone']])('puts back what was written before a file that was saved: %s', async (first) => {
  await mkdir(dirname(join(folder, first)), { recursive: true })
  await writeFile(join(folder, 'f'), NEW.content)
  if (first !== 'gone') await writeFile(join(folder, first), NEW.content)
  const files = [
    {
      path: first,
      expected: first === 'gone' ? null : version('file', 'agent\n'),
      wanted: first === 'sub/a' ? null : OLD,
    },
    { path: 'f', expected: version('file', 'agent\n'), wanted: OLD },
  ]
  const started = await startWriter(['f'], `fs.writeFileSync('f', 'mine\\n')`)
  const replaced = replaceFiles(folder, files, join(top, 'locks'))
  await told(started, 'save')
  const saved = { ...(first !== 'gone' && { [first]: 'agent\n' }), f: 'mine\n' }
  await told(started, 'release')
  expect(await replaced).toMatchObject({ ok: true, value: { conflicts: ['f'] } })
  expect(await filesIn(folder)).toEqual(saved)
})

it('reads what is replaced again and again as one of its versions, and never what a link leads to', async () => {
  await writeFile(join(top, 'secret'), 'secret\n')
  const save = `
    for (;;) {
      fs.writeFileSync('n', 'mine\\n'); fs.renameSync('n', 'f')
      fs.symlinkSync('../secret', 'n'); fs.renameSync('n', 'f')
      fs.writeFileSync('n', 'mine\\n'); fs.renameSync('n', 'f'); fs.unlinkSync('f')
      fs.symlinkSync('nowhere', 'f')
    }`
  await writeFile(join(folder, 'f'), 'mine\n')
  const started = await startWriter([], save)
  started.send('save')
  const awaited = ['file mine\n', 'link ../secret', 'link nowhere', 'none']
  const read = new Set<string>()
  for (let reads = 0; reads < 300 || read.size < awaited.length; reads += 1) {
    const current = await currentFiles(folder, ['f'])
    if (!current.ok) throw new Error(current.error.message)
    const [file = null] = current.value
    const shown = file === null ? 'none' : `${file.mode} ${Buffer.from(file.content).toString()}`
    expect(awaited).toContain(shown)
    read.add(shown)
  }
})
