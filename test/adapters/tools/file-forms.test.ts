import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fileEditTool } from '../../../src/main/adapters/tools/file-edit-tool.ts'
import { fileReadTool } from '../../../src/main/adapters/tools/file-read-tool.ts'
import { fileWriteTool } from '../../../src/main/adapters/tools/file-write-tool.ts'
import { globTool } from '../../../src/main/adapters/tools/glob-tool.ts'
import { grepTool } from '../../../src/main/adapters/tools/grep-tool.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tool-folder.ts'

let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => space.remove())

const inFolder = (name: string): string => join(space.folder, name)
const read = (path: string) => runTool(fileReadTool(space.context), { path })
const write = (path: string, content: string) => runTool(fileWriteTool(space.context), { path, content })
const edit = (path: string, old_string: string, new_string: string) =>
  runTool(fileEditTool(space.context), { path, old_string, new_string })

/** UTF-16 with a mark, big-endian. */
const bigEndian = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
const littleEndian = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('a changed file keeps', () => {
  it.each([
    ['its mark', Buffer.from('\uFEFFone\ntwo\n'), Buffer.from('\uFEFFone\nTWO\n')],
    ['its mark and Windows line ends', Buffer.from('\uFEFFone\r\ntwo'), Buffer.from('\uFEFFone\r\nTWO')],
    ['UTF-16, little-endian', littleEndian('one\r\ntwo\r\n'), littleEndian('one\r\nTWO\r\n')],
    ['UTF-16, big-endian', bigEndian('één\ntwo'), bigEndian('één\nTWO')],
    ['no line end at its end', Buffer.from('one\ntwo'), Buffer.from('one\nTWO')],
  ])('%s', async (_what, before, after) => {
    await writeFile(inFolder('f'), before)
    expect(await edit('f', 'two', 'TWO')).toMatchObject({ isError: false })
    expect(await readFile(inFolder('f'))).toEqual(after)
  })

  it.each([
    ['Windows line ends', Buffer.from('a\r\nb\r\n'), Buffer.from('x\r\ny\r\n'), 'its line ends'],
    ['its mark', Buffer.from('\uFEFFa\n'), Buffer.from('\uFEFFx\ny\n'), 'UTF-8 with a byte order mark'],
    ['UTF-16', littleEndian('a\r\n'), littleEndian('x\r\ny\r\n'), 'UTF-16LE and its line ends'],
    ['UTF-16, big-endian', bigEndian('a\n'), bigEndian('x\ny\n'), 'UTF-16BE'],
  ])('%s when all of it is written', async (_what, before, after, words) => {
    await writeFile(inFolder('f'), before)
    await read('f')
    const { content } = await write('f', 'x\ny\n')
    expect(await readFile(inFolder('f'))).toEqual(after)
    expect(content).toContain(`It keeps ${words}`)
  })

  it.each([0o600, 0o666, 0o755, 0o777, 0o440])('permissions %o', async (mode) => {
    await writeFile(inFolder('f'), 'one')
    await chmod(inFolder('f'), mode)
    await edit('f', 'one', 'two')
    expect((await stat(inFolder('f'))).mode & 0o7777).toBe(mode)
  })

  it.runIf(process.getuid?.() === 0)('its owner', async () => {
    await writeFile(inFolder('f'), 'one')
    execFileSync('chown', ['65534:65534', inFolder('f')])
    await edit('f', 'one', 'two')
    await write('f', 'three')
    expect(await stat(inFolder('f'))).toMatchObject({ uid: 65534, gid: 65534 })
  })
})

describe('a file that is replaced', () => {
  it('says that its encoding was another one', async () => {
    await writeFile(inFolder('f'), Buffer.from('caf\xe9', 'latin1'))
    await read('f')
    expect(await write('f', 'café')).toMatchObject({
      content: `Replaced ${inFolder('f')} (5 bytes). It was not valid UTF-8 before; it is UTF-8 now.`,
      isError: false,
    })
  })

  it.each(['caf\uFFFD', 'caf\uFFFD\nmore\n'])('keeps bytes that could not be read as text: %j', async (content) => {
    const bytes = Buffer.from('caf\xe9', 'latin1')
    await writeFile(inFolder('f'), bytes)
    await read('f')
    expect((await write('f', content)).isError).toBe(true)
    expect(await readFile(inFolder('f'))).toEqual(bytes)
  })

  it('is never a text that cannot be kept', async () => {
    await writeFile(inFolder('f'), 'one')
    expect((await write('f', 'half \ud800')).isError).toBe(true)
    expect((await edit('f', 'one', '\udc00')).isError).toBe(true)
    expect(await readFile(inFolder('f'), 'utf8')).toBe('one')
  })
})

describe('what is read', () => {
  it.each([
    ['UTF-16LE', littleEndian('hé\n')],
    ['UTF-16BE', bigEndian('hé\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFhé\n')],
  ])('is text in %s', async (form, bytes) => {
    await writeFile(inFolder('f'), bytes)
    expect(await read('f')).toEqual({
      content: `[The file is ${form}, and stays so when it is edited.]\nhé\n`,
      isError: false,
    })
  })

  it.each([
    ['UTF-32LE', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['UTF-16LE', Buffer.from('without a mark', 'utf16le')],
  ])('is named where it is %s', async (encoding, bytes) => {
    await writeFile(inFolder('f'), bytes)
    expect((await read('f')).content).toContain(`is text in ${encoding}. Read it with bash: iconv -f ${encoding}`)
  })
})

describe('what is no file with content', () => {
  const tools = {
    file_read: (path: string) => read(path),
    file_write: (path: string) => write(path, 'x'),
    file_edit: (path: string) => edit(path, 'a', 'b'),
    grep: (path: string) => runTool(grepTool(space.context), { pattern: 'x', path }),
    glob: (path: string) => runTool(globTool(space.context), { pattern: '*', path }),
  }

  it.each(
    Object.entries(tools).flatMap(([name, use]) =>
      ['pipe', 'socket', 'device', 'linked'].map((kind) => [name, kind, use] as const),
    ),
  )('%s: a %s is named, and left as it is', async (_, kind, use) => {
    execFileSync('mkfifo', [inFolder('pipe')])
    await symlink('pipe', inFolder('linked'))
    const server = createServer().listen(inFolder('socket'))
    try {
      const path = kind === 'device' ? '/dev/null' : kind
      const words = { pipe: 'a named pipe', socket: 'a socket', device: 'a device', linked: 'a named pipe' }[kind]
      expect(await use(path)).toMatchObject({
        content: expect.stringContaining(`is ${words}`),
        isError: true,
      })
      expect((await lstat(inFolder('pipe'))).isFIFO()).toBe(true)
      expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
    } finally {
      server.close()
    }
  })

  it.each(Object.entries(tools))('%s: a NUL in a path is named', async (_, use) => {
    const { content, isError } = await use('a\0b')
    expect({ content, isError }).toEqual({
      content: expect.stringContaining('contains a NUL character'),
      isError: true,
    })
  })
})

describe('a path that does not exist', () => {
  beforeEach(async () => {
    await mkdir(inFolder('src/Parts'), { recursive: true })
    await mkdir(inFolder('app/[id]'), { recursive: true })
    const names = [
      'README.txt',
      'caf\u00e9.txt',
      'src/main.ts',
      'src/Parts/tree_view.ts',
      'app/[id]/page.tsx',
      'x.json',
    ]
    for (const name of names) await writeFile(inFolder(name), 'text')
  })

  it.each([
    ['readme.txt', 'README.txt'],
    ['cafe\u0301.txt', 'caf\u00e9.txt'],
    ['CAFE\u0301.TXT', 'caf\u00e9.txt'],
    ['SRC/Main.ts', 'src/main.ts'],
    ['src/parts/tree_view.ts', 'src/Parts/tree_view.ts'],
    ['src/Parts/tree-view.ts', 'src/Parts/tree_view.ts'],
    ['src/mian.ts', 'src/main.ts'],
    ['scr/main.ts', 'src/main.ts'],
    ['"README.txt"', 'README.txt'],
    ['README.txt ', 'README.txt'],
    ['app/[ID]/page.tsx', 'app/[id]/page.tsx'],
    ['src/Parts/missing/deep.ts', null],
    ['nothing-like-it.py', null],
    ['../outside/secret.txt', null],
  ])('%j: %s is near', async (path, near) => {
    await writeFile(join(space.outside, 'Secret.txt'), 'text')
    const words = near === null ? [] : [inFolder(near)]
    const said = [(await read(path)).content, (await edit(path, 'a', 'b')).content]
    const named = said.map((content) => [...content.matchAll(/There is ("[^"]*")/g)].map((match) => String(match[1])))
    expect(named).toEqual(said.map(() => words.map((one) => JSON.stringify(one))))
  })
})
