import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fileEditTool } from '../../../src/main/adapters/tools/file-edit-tool.ts'
import { fileReadTool } from '../../../src/main/adapters/tools/file-read-tool.ts'
import { toolResultContent } from '../../../src/main/adapters/tools/mcp/tool-result-content.ts'
import { samplePdf, samplePng } from '../../support/sample-files.ts'
import { makeToolFolder, runTool, type ToolFolder } from './tool-folder.ts'

let space: ToolFolder
beforeEach(async () => {
  space = await makeToolFolder()
})
afterEach(() => space.remove())

describe('file_read', () => {
  it.each([
    ['a picture', 'cat.png', samplePng(3, 2)],
    ['a PDF, also one that looks like text', 'plan.pdf', samplePdf(['Ship it'])],
    ['a picture without an ending', 'cat', samplePng(3, 2)],
  ])('returns %s as a file', async (_, name, bytes) => {
    const path = join(space.folder, name)
    await writeFile(path, bytes)
    const outcome = await runTool(fileReadTool(space.context), { path: name })
    expect(outcome).toEqual({ content: '', isError: false, files: [{ name: path, bytes }] })
  })

  it('still returns text as text', async () => {
    await writeFile(join(space.folder, 'cat.png'), 'not a picture')
    expect(await runTool(fileReadTool(space.context), { path: 'cat.png' })).toEqual({
      content: 'not a picture',
      isError: false,
    })
  })

  it('gives no picture to edit', async () => {
    await writeFile(join(space.folder, 'cat.png'), samplePng(3, 2))
    const edit = { path: 'cat.png', old_string: 'a', new_string: 'b', replace_all: false }
    const outcome = await runTool(fileEditTool(space.context), edit)
    expect([outcome.isError, outcome.files]).toEqual([true, undefined])
  })
})

describe('the result of a server', () => {
  const data = samplePng(1, 1).toString('base64')

  it('has its pictures, audio and binary resources as files, and its texts in order', () => {
    const result = toolResultContent({
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data, mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///tmp/a/notes.md', text: 'two' } },
        { type: 'resource', resource: { uri: 'file:///tmp/a/chart.png', blob: data } },
        { type: 'audio', data, mimeType: 'audio/wav; codecs=1' },
        { type: 'resource_link', uri: 'https://example.test/x', name: 'three' },
      ],
      structuredContent: { ignored: true },
    })
    expect(result.text).toBe('one\ntwo\n[resource https://example.test/x: three]')
    expect(result.files.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['image.png', samplePng(1, 1).length],
      ['chart.png', samplePng(1, 1).length],
      ['audio.wav', samplePng(1, 1).length],
    ])
  })

  it('is its structured content where there is no text', () => {
    expect(toolResultContent({ content: [], structuredContent: { sum: 5 } })).toEqual({ text: '{"sum":5}', files: [] })
  })
})
