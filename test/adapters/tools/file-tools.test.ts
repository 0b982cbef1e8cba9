import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fileEditTool } from '../../../src/main/adapters/tools/file-edit-tool.ts'
import { fileReadTool } from '../../../src/main/adapters/tools/file-read-tool.ts'
import { fileWriteTool } from '../../../src/main/adapters/tools/file-write-tool.ts'
import { makeToolFolder, prepared, runTool, type ToolFolder } from './tool-folder.ts'

let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => space.remove())

const inFolder = (name: string): string => join(space.folder, name)
const read = (args: { path: string; offset?: number; limit?: number }) => runTool(fileReadTool(space.context), args)
const write = (path: string, content: string) => runTool(fileWriteTool(space.context), { path, content })
const edit = (path: string, old_string: string, new_string: string, replace_all = false) =>
  runTool(fileEditTool(space.context), { path, old_string, new_string, replace_all })

describe('where a path leads', () => {
  it.each([
    ['a name', 'inside.txt', 'agent/inside.txt', true],
    ['..', '../outside/x', 'outside/x', false],
    ['../..', '../../etc', '', false],
    ['a link to a file outside', 'link.txt', 'outside/secret.txt', false],
    ['a folder that is a link', 'linked/secret.txt', 'outside/secret.txt', false],
    ['a link to what does not exist yet', 'dangling', 'outside/new.txt', false],
    ['a link to a link', 'twice/secret.txt', 'outside/secret.txt', false],
    ['a folder whose name begins like the own one', '../agent-2/x', 'agent-2/x', false],
    ['a name that begins with two dots', '..name', 'agent/..name', true],
  ])('%s', async (_what, path, expected, isInFolder) => {
    await writeFile(join(space.outside, 'secret.txt'), 'secret')
    await symlink(join(space.outside, 'secret.txt'), inFolder('link.txt'))
    await symlink('../outside', inFolder('linked'))
    await symlink('linked', inFolder('twice'))
    await symlink(join(space.outside, 'new.txt'), inFolder('dangling'))
    const call = await prepared(fileWriteTool(space.context), { path, content: '' })
    const root = join(space.folder, '..')
    expect({ paths: call.paths, subject: call.subject, isInFolder: call.isInFolder }).toEqual(
      expected === ''
        ? { paths: [join(root, '..', 'etc')], subject: join(root, '..', 'etc'), isInFolder: false }
        : { paths: [join(root, expected)], subject: join(root, expected), isInFolder },
    )
  })

  it('says of a call whether the file is there', async () => {
    const call = async () => (await prepared(fileWriteTool(space.context), { path: 'new.txt', content: 'x' })).isNewFile
    expect(await call()).toBe(true)
    await writeFile(inFolder('new.txt'), '')
    expect(await call()).toBeUndefined()
  })

  it('ends in words where links go round in a circle', async () => {
    await symlink('b', inFolder('a'))
    await symlink('a', inFolder('b'))
    expect(await read({ path: 'a' })).toEqual({ content: 'a: the symbolic links go round in a circle', isError: true })
  })

  it('refuses to write when a folder of the approved path has become a link', async () => {
    await mkdir(inFolder('sub'))
    const call = await prepared(fileWriteTool(space.context), { path: 'sub/x.txt', content: 'x' })
    await rm(inFolder('sub'), { recursive: true })
    await symlink(space.outside, inFolder('sub'))
    const outcome = await call.run({ signal: new AbortController().signal, onOutput: () => {} })
    expect({ outcome, outside: await readdir(space.outside) }).toMatchObject({
      outcome: { content: `${inFolder('sub/x.txt')}: a folder of this path became a symbolic link`, isError: true },
      outside: [],
    })
  })
})

describe('file_read', () => {
  it('gives the text exactly, or the lines that were asked for', async () => {
    await writeFile(inFolder('a.txt'), 'one\ntwo\nthree\n')
    expect([
      await read({ path: 'a.txt' }),
      await read({ path: 'a.txt', offset: 2, limit: 1 }),
      await read({ path: 'a.txt', offset: 9 }),
    ]).toEqual([
      { content: 'one\ntwo\nthree\n', isError: false },
      { content: '[lines 2 to 2 of 3]\ntwo', isError: false },
      { content: '[The file has 3 lines; there is none from line 9 on.]\n', isError: false },
    ])
  })

  it.each([
    ['nothing', 'missing', 'does not exist'],
    ['a folder', 'folder', 'is a folder. List it with glob.'],
    ['a pipe that nobody writes to', 'pipe', 'is a named pipe, which has no content to read or replace.'],
    ['binary content', 'binary', 'is a binary file of 4 bytes. Look at it with bash (file, xxd).'],
  ])('says so where there is %s', async (_what, name, words) => {
    await mkdir(inFolder('folder'))
    await writeFile(inFolder('binary'), Buffer.from([1, 0, 2, 3]))
    execFileSync('mkfifo', [inFolder('pipe')])
    expect(await read({ path: name })).toEqual({ content: `${inFolder(name)}: ${words}`, isError: true })
  })

  it('does not read a device that never ends', async () => {
    expect(await read({ path: '/dev/zero' })).toEqual({
      content: '/dev/zero: is a device, which has no content to read or replace.',
      isError: true,
    })
  })

  it('shows bytes that are not UTF-8, and says so', async () => {
    await writeFile(inFolder('latin1.txt'), Buffer.from('caf\xe9', 'latin1'))
    expect(await read({ path: 'latin1.txt' })).toEqual({
      content: '[Not all of it is UTF-8: bytes that are not are shown as \uFFFD.]\ncaf\uFFFD',
      isError: false,
    })
  })

  it('cuts a long file in the middle', async () => {
    await writeFile(inFolder('long.txt'), 'abcdefghijklmnopqrstuvwxyz')
    const tool = fileReadTool({ ...space.context, maxOutputSize: 8 })
    const outcome = await runTool(tool, { path: 'long.txt' })
    expect(outcome.content).toBe(
      `abcd\n\n[… 18 of 26 bytes are left out here. The whole output is in ${outcome.fullOutput} …]\n\nwxyz`,
    )
  })

  it('keeps the whole text of a call when a rerun makes a call with the same id', async () => {
    const tool = fileReadTool({ ...space.context, maxOutputSize: 8 })
    const readBy = async (agentId: string, text: string) => {
      await write('again.txt', text)
      const call = await tool.prepare({ path: 'again.txt' }, { agentId, turnId: 't', callId: 'c' })
      if (!call.ok) throw new Error(call.message)
      const { fullOutput } = await call.call.run({ signal: new AbortController().signal, onOutput: () => {} })
      return fullOutput ?? ''
    }
    const original = await readBy('original', 'abcdefghijkl')
    const again = await readBy('rerun', 'mnopqrstuvwx')
    expect(await Promise.all([original, again].map((path) => readFile(path, 'utf8')))).toEqual([
      'abcdefghijkl',
      'mnopqrstuvwx',
    ])
  })

  it('reads in the folder without asking for more than reading', async () => {
    const { run: _, ...facts } = await prepared(fileReadTool(space.context), { path: 'a.txt' })
    expect(facts).toEqual({ subject: inFolder('a.txt'), access: 'read', paths: [inFolder('a.txt')], isInFolder: true })
  })
})

describe('file_write', () => {
  it('makes a file with its folders and keeps the permissions of one that was there', async () => {
    await writeFile(inFolder('run.sh'), 'old')
    await chmod(inFolder('run.sh'), 0o755)
    await read({ path: 'run.sh' })
    expect([await write('new/deep/a.txt', 'hé'), await write('run.sh', 'new')]).toMatchObject([
      { content: `Made ${inFolder('new/deep/a.txt')} (3 bytes).`, isError: false },
      { content: `Replaced ${inFolder('run.sh')} (3 bytes).`, isError: false },
    ])
    expect([await readFile(inFolder('new/deep/a.txt'), 'utf8'), (await stat(inFolder('run.sh'))).mode & 0o777]).toEqual(
      ['hé', 0o755],
    )
  })

  it('shows what changes before it is approved, and changes nothing by that', async () => {
    await writeFile(inFolder('a.txt'), 'one\ntwo\n')
    await read({ path: 'a.txt' })
    const call = await prepared(fileWriteTool(space.context), { path: 'a.txt', content: 'one\n2\n' })
    expect(call.preview).toBe(`--- ${inFolder('a.txt')}\n+++ ${inFolder('a.txt')}\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n`)
    expect(await readFile(inFolder('a.txt'), 'utf8')).toBe('one\ntwo\n')
  })

  it('says why it cannot', async () => {
    await writeFile(inFolder('file'), '')
    await mkdir(inFolder('folder'))
    expect([await write('file/below', 'x'), await write('folder', 'x')]).toMatchObject([
      { content: 'file/below: a part of the path is a file, not a folder', isError: true },
      { content: `${inFolder('folder')}: is a folder. List it with glob.`, isError: true },
    ])
    expect((await readdir(space.folder)).toSorted()).toEqual(['file', 'folder'])
  })
})

describe('file_edit', () => {
  it('replaces the one place, or every place when told to', async () => {
    await writeFile(inFolder('a.txt'), 'x = 1\ny = 1\n')
    expect([await edit('a.txt', 'x = 1', 'x = 2'), await edit('a.txt', ' = ', ': ', true)]).toMatchObject([
      { content: `Changed ${inFolder('a.txt')} in 1 place.`, isError: false },
      { content: `Changed ${inFolder('a.txt')} in 2 places.`, isError: false },
    ])
    expect(await readFile(inFolder('a.txt'), 'utf8')).toBe('x: 2\ny: 1\n')
  })

  it('takes both texts literally', async () => {
    await writeFile(inFolder('a.txt'), 'cost: $1.00')
    await edit('a.txt', '$1.00', '$& $1 $$')
    expect(await readFile(inFolder('a.txt'), 'utf8')).toBe('cost: $& $1 $$')
  })

  it.each([
    [
      'two places',
      'a\nb\na\n',
      'a',
      'old_string stands in 2 places (lines 1, 3). Give more of the text around it so that it is unique, or set replace_all.',
    ],
    ['no place', 'a\n', 'b', 'old_string was not found. Read the file again: it must match exactly, white space too.'],
    [
      'other white space',
      'x\n  if (a) {\n',
      'if (a)  {\n    b\n',
      'old_string was not found. Read the file again: it must match exactly, white space too.',
    ],
    [
      'other indentation',
      'x\n  if (a)\n',
      'if (a)\nb',
      'old_string was not found. Line 2 looks like its beginning, but white space or what follows differs. Read the file again.',
    ],
    ['nothing to look for', 'a', '', 'old_string is empty. Use file_write to make a file.'],
  ])('says what is wrong with %s', async (_what, text, old, words) => {
    await writeFile(inFolder('a.txt'), text)
    expect(await edit('a.txt', old, 'new')).toEqual({ content: `${inFolder('a.txt')}: ${words}`, isError: true })
    expect(await readFile(inFolder('a.txt'), 'utf8')).toBe(text)
  })

  it('leaves a file alone that it would damage', async () => {
    const bytes = Buffer.from('caf\xe9 one', 'latin1')
    await writeFile(inFolder('latin1.txt'), bytes)
    expect((await edit('latin1.txt', 'one', 'two')).isError).toBe(true)
    expect(await readFile(inFolder('latin1.txt'))).toEqual(bytes)
  })

  it('is stale once the file is not the one that it was prepared for', async () => {
    await writeFile(inFolder('a.txt'), 'one two')
    const tool = fileEditTool(space.context)
    const first = await prepared(tool, { path: 'a.txt', old_string: 'one', new_string: '1' })
    const second = await prepared(tool, { path: 'a.txt', old_string: 'two', new_string: '2' })
    const run = { signal: new AbortController().signal, onOutput: () => {} }
    await first.run(run)
    expect(await second.run(run)).toMatchObject({ isStale: true, isError: true })
    expect(await readFile(inFolder('a.txt'), 'utf8')).toBe('1 two')
  })
})
