import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { writeBundle } from '../../src/main/command-line/write-bundle.ts'
import { zipBundle } from '../../src/renderer/transfer/zip-bundle.ts'
import { bundleLineSchema, fileNamePart } from '../../src/shared/file-bundle.ts'
import { refsOf } from '../../src/shared/attachment.ts'
import { Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { engineForTests } from '../support/engine-for-tests.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { samplePng } from '../support/sample-files.ts'

const shared = engineForTests()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ikigai-markdown-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const PICTURE = samplePng(8, 8)
const DOCUMENT = ['Plan-A-B-x', 'md'].join('.')
const LONG = Buffer.from('a line of a long file\n'.repeat(100_000))

/** An agent whose prompt has a picture and a long text of the same name in two versions. */
async function talk(): Promise<Pane> {
  const { engine } = shared.real
  const files = []
  for (const [name, bytes] of [
    ['Häus chen.png', PICTURE],
    ['../notes.txt', LONG],
    ['notes.txt', Buffer.from('short')],
  ] as const) {
    files.push(valueOf(await engine.local.storeFile(name, [bytes])))
  }
  const pane = await Pane.create(engine, 'claude-haiku-4-5/none')
  valueOf(await engine.agents.rename({ agentId: pane.agentId, name: 'Plan: "A/B" [x]' }))
  shared.simulator.enqueue('anthropic', textAnswer('I see a house.'))
  valueOf(await engine.agents.submit({ agentId: pane.agentId, text: 'What is this?', attachments: refsOf(files) }))
  await pane.until(({ view }) => view.events.some(({ kind }) => kind === 'assistant'))
  return pane
}

it('writes a document with front matter and its files beside it, as a folder and as two equal zip files', async () => {
  const { agentId } = await talk()
  const lines = () => shared.real.engine.local.exportMarkdownFolder(agentId)
  const root = join(folder, 'notes')
  const paths = valueOf(await writeBundle(lines(), root))
  expect(paths).toEqual([
    DOCUMENT,
    expect.stringMatching(/^files\/Häus-chen-[0-9a-f]{8}\.png$/),
    expect.stringMatching(/^files\/notes-[0-9a-f]{8}\.txt$/),
    expect.stringMatching(/^files\/notes-[0-9a-f]{8}\.txt$/),
  ])
  const text = readFileSync(join(root, DOCUMENT), 'utf8')
  expect(text).toMatch(
    /^---\ntitle: "Plan: \\"A\/B\\" \[x\]"\nagent: "[0-9a-f-]{36}"\nmodel: "claude-haiku-4-5"\ncreated: /,
  )
  expect(text).toContain('I see a house.')
  const links = [...text.matchAll(/\]\((files\/[^)]+)\)/g)].map(([, path = '']) => decodeURI(path))
  expect(links).toEqual(paths.slice(1))
  expect(text).toMatch(/!\[image: Häus chen\.png[^\]]*\]\(files\/H%C3%A4us/)
  expect(readFileSync(join(root, paths[1] ?? ''))).toEqual(PICTURE)
  expect(readFileSync(join(root, paths[2] ?? ''))).toEqual(LONG)

  valueOf(await writeBundle(lines(), join(folder, 'notes.zip')))
  const texts: string[] = []
  for await (const line of lines()) texts.push(`${valueOf(line)}\n`)
  const inWindow = Buffer.from(await (await zipBundle(new Blob(texts))).arrayBuffer())
  for (const [name, zip] of [
    ['a', readFileSync(join(folder, 'notes.zip'))],
    ['b', inWindow],
  ] as const) {
    const out = join(folder, name)
    execFileSync(
      'python3',
      [
        '-c',
        'import io,sys,zipfile; zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())).extractall(sys.argv[1])',
        out,
      ],
      { input: zip },
    )
    expect(readdirSync(out, { recursive: true }).map(String).toSorted()).toEqual(['files', ...paths].toSorted())
    for (const path of paths) expect(readFileSync(join(out, path))).toEqual(readFileSync(join(root, path)))
  }
})

it('writes over nothing, and says which agent is missing', async () => {
  const { engine } = shared.real
  expect(refusalOf(await writeBundle(engine.local.exportMarkdownFolder('none'), folder))).toContain('already')
  expect(refusalOf(await writeBundle(engine.local.exportMarkdownFolder('none'), join(folder, 'new')))).toContain(
    'No agent',
  )
  expect(readdirSync(folder)).not.toContain('new')
})

it.each(['../a', '/a', 'a/../b', 'a\\b', 'C:a', '', 'a/.'])('no file of a bundle is outside of it: %j', (path) => {
  expect(bundleLineSchema.safeParse({ path, text: '' }).success).toBe(false)
})

it('makes names that every system takes', () => {
  const names = ['a/b: c?', '…', 'x'.repeat(99), 'NUL', 'com1', 'console']
  expect(names.map((name) => fileNamePart(name, 'none'))).toEqual(['a-b-c', 'none', 'none', 'none', 'none', 'console'])
})
