import { appendFile, link, mkdir, readFile, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fileEditTool } from '../../../src/main/adapters/tools/file-edit-tool.ts'
import { fileReadTool } from '../../../src/main/adapters/tools/file-read-tool.ts'
import { fileWriteTool } from '../../../src/main/adapters/tools/file-write-tool.ts'
import { makeToolFolder, prepare, prepared, runTool, type ToolFolder } from './tool-folder.ts'

let space: ToolFolder
const at = (name: string): string => join(space.folder, name)
const read = (path: string, more: object = {}) => runTool(fileReadTool(space.context), { path, ...more })
const write = (path: string, content: string) => runTool(fileWriteTool(space.context), { path, content })
const edit = (path: string, old_string: string, new_string: string) =>
  runTool(fileEditTool(space.context), { path, old_string, new_string })
const RUN = { signal: new AbortController().signal, onOutput: () => undefined }

beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => space.remove())

/** What someone else does to a file of two lines. */
const CHANGES: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'appends a line': (path) => appendFile(path, 'theirs\n'),
  'writes another text of the same length': (path) => writeFile(path, 'eno\nowt\n'),
  'replaces it, as editors do': async (path) => {
    await writeFile(`${path}~`, 'theirs\n')
    await rename(`${path}~`, path)
  },
  'writes another text and sets the time back': async (path) => {
    await writeFile(path, 'eno\nowt\n')
    await utimes(path, 0, 0)
  },
  'cuts it off': (path) => truncate(path, 3),
  'makes it anew': async (path) => {
    await rm(path)
    await writeFile(path, 'theirs\n')
  },
  'changes its line ends': (path) => writeFile(path, 'one\r\ntwo\r\n'),
  'puts a byte order mark in front': (path) => writeFile(path, '\uFEFFone\ntwo\n'),
  'makes it binary': (path) => writeFile(path, Buffer.from([0, 1, 2, 3])),
  'changes it through another name': async (path) => {
    await link(path, `${path}.other`)
    await appendFile(`${path}.other`, 'theirs\n')
  },
}

describe('when someone else changes a file that the agent has read', () => {
  it.each(Object.entries(CHANGES))('%s: it is not replaced', async (_, change) => {
    await writeFile(at('f'), 'one\ntwo\n')
    await read('f')
    await change(at('f'))
    const theirs = await readFile(at('f'))
    const { content, isError } = await write('f', 'mine\n')
    expect([isError, await readFile(at('f'))]).toEqual([true, theirs])
    expect(content).toContain('has changed since you saw it. Nothing was written.')
  })

  it.each(Object.entries(CHANGES))('%s between the approval and the run: the call is stale', async (_, change) => {
    await writeFile(at('f'), 'one\ntwo\n')
    await read('f')
    const calls = [
      await prepared(fileWriteTool(space.context), { path: 'f', content: 'mine\n' }),
      await prepared(fileEditTool(space.context), { path: 'f', old_string: 'one', new_string: '1' }),
    ]
    await change(at('f'))
    const theirs = await readFile(at('f'))
    for (const call of calls) {
      expect((await call.run(RUN)).isError).toBe(true)
      expect(await readFile(at('f'))).toEqual(theirs)
    }
  })

  it('says what has changed, and then accepts a content that was written with it', async () => {
    await writeFile(at('f'), 'one\ntwo\n')
    await read('f')
    await appendFile(at('f'), 'theirs\n')
    const refused = await prepare(fileWriteTool(space.context), { path: 'f', content: 'mine\n' })
    expect(refused).toMatchObject({
      ok: false,
      message: expect.stringContaining(' two\n+theirs\n'),
      file: { path: at('f') },
    })
  })
})

const LINES = Array.from({ length: 8 }, (_, index) => `line ${index + 1}\n`).join('')

interface LineRange {
  readonly offset?: number
  readonly limit?: number
}

describe('a file of which parts were read', () => {
  it.each<[string, readonly LineRange[], boolean]>([
    ['the beginning', [{ limit: 3 }], false],
    ['the end', [{ offset: 5 }], false],
    ['all but one line', [{ limit: 4 }, { offset: 6 }], false],
    ['no line', [{ offset: 99 }], false],
    ['the same part twice', [{ limit: 4 }, { limit: 4 }], false],
    ['two halves', [{ limit: 4 }, { offset: 5, limit: 4 }], true],
    ['parts that overlap, the last one first', [{ offset: 4 }, { limit: 6 }], true],
    ['all lines by their number', [{ offset: 1, limit: 8 }], true],
  ])('is replaced if every line was: %s', async (_, parts, isReplaced) => {
    await writeFile(at('f'), LINES)
    for (const part of parts) await read('f', part)
    const { isError } = await write('f', 'mine\n')
    expect([isError, await readFile(at('f'), 'utf8')]).toEqual(isReplaced ? [false, 'mine\n'] : [true, LINES])
  })

  it('is not replaced if the parts are of different versions', async () => {
    await writeFile(at('f'), LINES)
    await read('f', { limit: 4 })
    await writeFile(at('f'), `theirs\n${LINES}`)
    await read('f', { offset: 5 })
    expect((await write('f', 'mine\n')).isError).toBe(true)
  })

  it('is not replaced after an edit in the part that was read', async () => {
    await writeFile(at('f'), LINES)
    await read('f', { limit: 3 })
    expect((await edit('f', 'line 1', 'LINE 1')).isError).toBe(false)
    expect((await write('f', 'mine\n')).isError).toBe(true)
  })

  it.each([
    ['by its size', { maxOutputSize: 100 }],
    ["by the model's limit", { resultTokens: 20 }],
  ])('is not replaced if its middle was left out %s', async (_, limits) => {
    await space.remove()
    space = await makeToolFolder(limits)
    await writeFile(at('f'), LINES.repeat(20))
    await read('f')
    expect((await write('f', 'mine\n')).isError).toBe(true)
    expect(await readFile(at('f'), 'utf8')).toBe(LINES.repeat(20))
  })
})

describe('a file that the agent has not seen', () => {
  it.each([
    ['a text', 'theirs\n'],
    [
      'a picture',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    ['binary content', Buffer.from([0, 1, 2, 3])],
    ['text in another encoding', Buffer.from('caf\xe9', 'latin1')],
  ])('is not replaced: %s', async (_, theirs) => {
    await writeFile(at('f'), theirs)
    const { content, isError } = await write('f', 'mine\n')
    expect([isError, await readFile(at('f'))]).toEqual([true, Buffer.from(theirs)])
    expect(content).toContain('you have not seen all that is in it. Nothing was written.')
  })

  it('is not replaced through a link', async () => {
    await writeFile(at('f'), 'theirs\n')
    await symlink('f', at('l'))
    expect((await write('l', 'mine\n')).isError).toBe(true)
    expect(await readFile(at('f'), 'utf8')).toBe('theirs\n')
  })

  it('appears between the approval and the run: it is not replaced', async () => {
    const call = await prepared(fileWriteTool(space.context), { path: 'deep/f', content: 'mine\n' })
    await mkdir(at('deep'))
    await writeFile(at('deep/f'), 'theirs\n')
    expect(await call.run(RUN)).toMatchObject({ isStale: true })
    expect(await readFile(at('deep/f'), 'utf8')).toBe('theirs\n')
  })

  it('may be written as it is', async () => {
    await writeFile(at('f'), 'theirs\n')
    expect((await write('f', 'theirs\n')).isError).toBe(false)
  })

  it('may be written as it is, also after a part of it was read', async () => {
    await writeFile(at('f'), LINES)
    await read('f', { limit: 1 })
    expect((await write('f', LINES)).isError).toBe(false)
  })

  it('may be replaced if there is nothing in it', async () => {
    await writeFile(at('f'), '')
    expect((await write('f', 'mine\n')).isError).toBe(false)
  })
})

describe('what the agent has seen', () => {
  it('may be replaced after reading it', async () => {
    await writeFile(at('f'), 'one\ntwo\n')
    await read('f')
    expect((await write('f', 'mine\n')).isError).toBe(false)
  })

  it('includes what it has written itself, in one answer too', async () => {
    expect((await write('f', 'one\n')).isError).toBe(false)
    expect((await write('f', 'two\n')).isError).toBe(false)
    const edit = { path: 'f', old_string: 'two', new_string: 'three' }
    expect((await runTool(fileEditTool(space.context), edit)).isError).toBe(false)
    expect((await write('f', 'four\n')).isError).toBe(false)
  })

  it('does not include the rest of a file that it has edited unseen', async () => {
    await writeFile(at('f'), 'one\ntheirs\n')
    await runTool(fileEditTool(space.context), { path: 'f', old_string: 'one', new_string: '1' })
    expect((await write('f', 'mine\n')).isError).toBe(true)
    expect(await readFile(at('f'), 'utf8')).toBe('1\ntheirs\n')
  })

  it('may be replaced when another has changed it and changed it back', async () => {
    await writeFile(at('f'), 'one\n')
    await read('f')
    await writeFile(at('f'), 'two\n')
    await writeFile(at('f'), 'one\n')
    expect((await write('f', 'mine\n')).isError).toBe(false)
  })
})

describe('edits of many agents at once', () => {
  /** Edits as the scheduler does: a stale call is prepared and run again. */
  async function editUntilSettled(path: string, line: string): Promise<boolean> {
    for (;;) {
      const edit = { path, old_string: `${line}\n`, new_string: `${line} changed\n` }
      const outcome = await (await prepared(fileEditTool(space.context), edit)).run(RUN)
      if (outcome.isStale !== true) return !outcome.isError
    }
  }

  it.each([2, 4, 8, 12])('of %i lines of one file are all in it', async (count) => {
    const lines = Array.from({ length: count }, (_, index) => `line ${index}.`)
    await writeFile(at('f'), lines.map((line) => `${line}\n`).join(''))
    expect(await Promise.all(lines.map((line) => editUntilSettled('f', line)))).not.toContain(false)
    expect(await readFile(at('f'), 'utf8')).toBe(lines.map((line) => `${line} changed\n`).join(''))
  })

  it('that make the same file: one makes it, the others do not replace it', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e']
    const calls = await Promise.all(
      texts.map((content) => prepared(fileWriteTool(space.context), { path: 'new', content })),
    )
    const outcomes = await Promise.all(calls.map((call) => call.run(RUN)))
    const made = outcomes.flatMap(({ isError }, index) => (isError ? [] : [texts[index]]))
    expect(made).toHaveLength(1)
    expect(await readFile(at('new'), 'utf8')).toBe(made[0])
  })
})
