import { appendFile, chmod, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fileReadTool } from '../../../src/main/adapters/tools/file-read-tool.ts'
import { fileWriteTool } from '../../../src/main/adapters/tools/file-write-tool.ts'
import { type UnreadReplacement, unreadReplacement } from '../../../src/main/adapters/tools/unread-replacement.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tool-folder.ts'

const BEGAN_MS = 1_800_000_000_123
const ns = (ms: number): bigint => BigInt(ms) * 1_000_000n
const BEFORE = { mtimeNs: ns(BEGAN_MS - 60_001), ctimeNs: ns(BEGAN_MS - 60_001) }

const decide = (text: string, next: string, more: Partial<UnreadReplacement> = {}) =>
  unreadReplacement({ text, next, version: BEFORE, beganAt: BEGAN_MS, ...more })

describe('a file that nobody changed since the agent began may be replaced unread', () => {
  it.each([
    ['one of three lines is left out', 'one\ntwo\nthree\n', 'one\ntwo\n', { dropped: 1, lines: 3 }],
    ['a line is added', 'one\n', 'one\ntwo\n', { dropped: 0, lines: 1 }],
    ['a line is put in front', 'one\n', 'zero\none\n', { dropped: 0, lines: 1 }],
    ['a line in the middle is another one', 'a\nb\nc\n', 'a\nx\nc\n', { dropped: 1, lines: 3 }],
    ['the file has Windows line ends', 'one\r\ntwo\r\n', 'one\ntwo\n3\n', { dropped: 0, lines: 2 }],
    ['the new text has Windows line ends', 'one\ntwo\n', 'one\r\ntwo\r\nx', { dropped: 0, lines: 2 }],
    ['the file has the line ends of an old Mac', 'a\rb\rc', 'a\nb\nx', { dropped: 1, lines: 3 }],
    ['only the last line end is missing', 'one\ntwo\n', 'one\ntwo', { dropped: 0, lines: 2 }],
    ['letters are of another script', '一\n二\n三\n', '一\n三\n', { dropped: 1, lines: 3 }],
    ['lines come twice', 'a\na\nb\n', 'a\na\nc\n', { dropped: 1, lines: 3 }],
    ['empty lines are left out', 'a\n\n\n\nb\n', 'a\nb\n', { dropped: 0, lines: 2 }],
    ['much is added', 'a\nb\n', `a\n${'more\n'.repeat(2_000)}b\n`, { dropped: 0, lines: 2 }],
  ])('if %s', (_, text, next, expected) => {
    expect(decide(text, next)).toEqual(expected)
  })

  it.each([
    ['another text', 'one\ntwo\nthree\n', 'mine\n'],
    ['a text without lines', 'one\ntwo\n', ''],
    ['half of the lines', 'one\ntwo\n', 'one\n'],
    ['the lines in another order', 'a\nb\nc\nd\n', 'd\nc\nb\na\n'],
    ['brackets and empty lines of another program', 'one() {\n}\n\n\n}\n}\n', 'two() {\n}\n\n\n}\n}\n'],
    ['a file without a letter or digit', '{\n}\n', '{\n}\n}\n'],
    ['parts of its lines', 'one two\nthree four\n', 'one\ntwo\nthree\nfour\n'],
    ['its lines in other letters', 'one\ntwo\n', 'ONE\nTWO\n'],
    ['its lines with another indentation', '  one\n  two\n', 'one\ntwo\n'],
    ['one line of a file that repeats it', 'a\na\na\na\n', 'a\n'],
    ['a text of more than is compared', 'a\n'.repeat(200_000), 'a\n'.repeat(200_000)],
    ['a text that differs in more than is compared', 'a\nb\n', `a\nb\n${'more\n'.repeat(4_000)}`],
  ])('but not by %s', (_, text, next) => {
    expect(decide(text, next)).toBeNull()
  })
})

describe('a file that may have been changed since the agent began', () => {
  it.each([
    ['written later', { mtimeNs: ns(BEGAN_MS + 1) }],
    ['written at that moment', { mtimeNs: ns(BEGAN_MS) }],
    ['written within a step of the clock before', { mtimeNs: ns(BEGAN_MS - 5) }],
    ['written later, with an old time', { ctimeNs: ns(BEGAN_MS + 1) }],
    ['with a time in the future', { mtimeNs: ns(BEGAN_MS + 1e9) }],
    ['on a file system with whole seconds', { mtimeNs: ns(BEGAN_MS - 123), ctimeNs: ns(BEGAN_MS - 123) }],
    ['on FAT', { mtimeNs: ns(BEGAN_MS - 1_123), ctimeNs: ns(BEGAN_MS - 1_123) }],
  ])('must not: %s', (_, times) => {
    expect(decide('one\ntwo\n', 'one\ntwo\nthree\n', { version: { ...BEFORE, ...times } })).toBeNull()
  })

  it('must not where the beginning is not known', () => {
    expect(decide('one\n', 'one\ntwo\n', { beganAt: null })).toBeNull()
  })
})

describe('for any texts', () => {
  const line = fc.constantFrom('alpha', 'beta', 'gamma', 'x1', '', '}', '  ')
  const text = fc.array(line, { maxLength: 12 })
  const counted = (lines: readonly string[]): string[] => lines.filter((one) => /[a-z]/.test(one))

  /** Longest common subsequence by the plain table. */
  function common(a: readonly string[], b: readonly string[]): number {
    const best = a.reduce<readonly number[]>(
      (row, one) =>
        b.reduce<number[]>(
          (next, other, at) => [
            ...next,
            one === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0),
          ],
          [0],
        ),
      Array.from({ length: b.length + 1 }, () => 0),
    )
    return best.at(-1) ?? 0
  }

  it('allows exactly what has more than half of the lines in their order', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom('\n', '\r\n', '\r'), (a, b, end) => {
        const [lines, kept] = [counted(a).length, common(counted(a), counted(b))]
        const expected = kept * 2 > lines ? { dropped: lines - kept, lines } : null
        expect(decide(a.join(end), b.join('\n'))).toEqual(expected)
      }),
    )
  })

  it('allows nothing after a change since the beginning', () => {
    fc.assert(
      fc.property(text, fc.nat(1e9), fc.boolean(), (a, later, isContent) => {
        const time = { [isContent ? 'mtimeNs' : 'ctimeNs']: ns(BEGAN_MS + later) }
        expect(decide(a.join('\n'), a.join('\n'), { version: { ...BEFORE, ...time } })).toBeNull()
      }),
    )
  })
})

describe('file_write of an unread file', () => {
  const LATER_MS = 60_000
  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()
  let space: ToolFolder
  const at = (name: string): string => join(space.folder, name)
  const write = (path: string, content: string) => runTool(fileWriteTool(space.context), { path, content })

  afterEach(() => space.remove())

  describe('that is older than the agent', () => {
    beforeEach(async () => {
      space = await makeToolFolder({ beganAt: inMs(LATER_MS) })
    })

    it.each([
      ['Windows line ends', Buffer.from('one\r\ntwo\r\nthree\r\n'), Buffer.from('one\r\ntwo\r\n')],
      ['a byte order mark', Buffer.from('\uFEFFone\ntwo\nthree\n'), Buffer.from('\uFEFFone\ntwo\n')],
      [
        'UTF-16',
        Buffer.from('\uFEFFone\r\ntwo\r\nthree\r\n', 'utf16le'),
        Buffer.from('\uFEFFone\r\ntwo\r\n', 'utf16le'),
      ],
    ])('keeps %s and says what is gone', async (_, before, after) => {
      await writeFile(at('f'), before)
      const { content, isError } = await write('f', 'one\ntwo\n')
      expect([isError, await readFile(at('f'))]).toEqual([false, after])
      expect(content).toContain('You had not read the file before. 1 of its 3 lines is gone')
    })

    it('counts as seen afterwards, and does not before', async () => {
      await writeFile(at('f'), 'one\ntwo\n')
      expect(await write('f', 'other\n')).toMatchObject({ isError: true })
      expect(await write('f', 'one\ntwo\nthree\n')).toMatchObject({ isError: false })
      expect(await write('f', 'other\n')).toMatchObject({ isError: false })
    })

    it('is refused where an older version was read', async () => {
      await writeFile(at('f'), 'one\ntwo\nthree\n')
      await runTool(fileReadTool(space.context), { path: 'f' })
      await appendFile(at('f'), 'theirs\n')
      expect((await write('f', 'one\ntwo\nthree\n')).content).toContain('has changed since you saw it')
      expect(await readFile(at('f'), 'utf8')).toContain('theirs')
    })

    it.each([
      ['not valid in its encoding', Buffer.from('caf\xe9\none\ntwo\n', 'latin1')],
      ['binary', Buffer.from('one\ntwo\n\0')],
    ])('is refused if it is %s', async (_, before) => {
      await writeFile(at('f'), before)
      expect(await write('f', 'one\ntwo\nthree\n')).toMatchObject({ isError: true })
      expect(await readFile(at('f'))).toEqual(before)
    })

    it('is refused if it is protected', async () => {
      await writeFile(at('.env'), 'A=1\nB=2\nC=3\n')
      expect((await write('.env', 'A=1\nB=2\nC=4\n')).content).toContain('you have not seen all that is in it')
      expect(await readFile(at('.env'), 'utf8')).toBe('A=1\nB=2\nC=3\n')
    })
  })

  it.each([
    ['saved', () => writeFile(at('f'), 'one\ntwo\nthree\n')],
    ['saved with the old time', () => writeFile(at('f'), 'one\ntwo\nthree\n').then(() => utimes(at('f'), 1, 1))],
    ['replaced by an older file', () => writeFile(at('g'), 'one\ntwo\n3\n').then(() => rename(at('g'), at('f')))],
    ['given other permissions', () => writeFile(at('f'), 'one\ntwo\n3\n').then(() => chmod(at('f'), 0o600))],
  ])('is refused if it was %s since the agent began', async (_, change) => {
    space = await makeToolFolder({ beganAt: inMs(-LATER_MS) })
    await change()
    const theirs = await readFile(at('f'))
    expect((await write('f', 'one\ntwo\n')).content).toContain('you have not seen all that is in it')
    expect(await readFile(at('f'))).toEqual(theirs)
  })
})
