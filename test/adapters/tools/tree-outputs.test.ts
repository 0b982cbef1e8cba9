import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createBuiltInTools } from '../../../src/main/create-tool-parts.ts'
import { createFolderFiles } from '../../../src/main/adapters/tools/folder-files.ts'
import type { ToolContext } from '../../../src/main/adapters/tools/tool-context.ts'
import { decideApproval } from '../../../src/main/core/approvals/approval-policy.ts'
import type { RootOf } from '../../../src/main/core/ports/tool-ports.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { ok } from '../../../src/shared/result.ts'
import { makeToolFolder, prepared, runTool, type ToolFolder } from './tool-folder.ts'

const ROOT = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
/** The agent of these calls and its parent are in one tree; `OTHER` is the root of another one. */
const rootOf: RootOf = (id) => (id === 'agent' || id === 'sibling' ? ROOT : id)

const OWN = ['agent-call_1.txt', 'sibling-call_2.txt', `${ROOT}-call_3.txt`, `whole-${ROOT}-mail-12.txt`]
const OTHERS = [
  `${OTHER}-call_1.txt`,
  `whole-${OTHER}-mail-3.txt`,
  `whole-attached-${'ab'.repeat(32)}.txt`,
  `whole-${OTHER}-attached-${'cd'.repeat(32)}.txt`,
  'agent2-call_1.txt',
  'agen-call_1.txt',
  'AGENT-call_1.txt',
  `${OTHER}-agent-call_1.txt`,
  'agent.txt',
  '-agent-call_1.txt',
  `${ROOT.slice(0, 8)}-call_1.txt`,
  `whole-whole-${ROOT}-call.txt`,
]
const SECRET = 'PLANTED-OUTPUT'

let made: ToolFolder
let context: ToolContext
let outputs: string
beforeEach(async () => {
  made = await makeToolFolder()
  context = { ...made.context, rootOf }
  outputs = context.outputDirectory
  await mkdir(outputs)
  for (const name of OWN) await writeFile(join(outputs, name), `own ${name}\n`)
  for (const name of OTHERS) await writeFile(join(outputs, name), `${SECRET}\n`)
})
afterEach(() => made.remove())

async function call(name: string, args: JsonObject) {
  const tool = createBuiltInTools(context).find(({ definition }) => definition.name === name)
  if (tool === undefined) throw new Error(`There is no ${name}`)
  return runTool(tool, args)
}

const WAYS: readonly (readonly [string, (path: string) => JsonObject])[] = [
  ['file_read', (path) => ({ path })],
  ['grep', (path) => ({ path, pattern: '.' })],
  ['glob', (path) => ({ path, pattern: '**/*' })],
  ['file_edit', (path) => ({ path, old_string: SECRET, new_string: 'x' })],
  ['file_write', (path) => ({ path, content: 'x' })],
]

describe('complete outputs of other trees', () => {
  it.each(OTHERS)('%s: no tool reads, searches or writes it', async (name) => {
    for (const [tool, args] of WAYS) {
      const outcome = await call(tool, args(join(outputs, name)))
      expect([tool, outcome]).toMatchObject([tool, { isError: true }])
      expect(`${tool}: ${outcome.content}`).toMatch(/another tree of agents/)
    }
    expect(await readFile(join(outputs, name), 'utf8')).toBe(`${SECRET}\n`)
  })

  it.each(WAYS)('%s finds nothing through a link that an earlier call made', async (tool, args) => {
    await symlink(join(outputs, `${OTHER}-call_1.txt`), join(made.folder, 'link.txt'))
    await symlink(outputs, join(made.folder, 'all'))
    for (const path of ['link.txt', 'all', `all/${OTHER}-call_1.txt`]) {
      const outcome = await call(tool, args(path))
      expect([path, outcome.isError]).toEqual([path, true])
      expect(`${path}: ${outcome.content}`).not.toContain(SECRET)
      expect(`${path}: ${outcome.content}`).not.toContain('own ')
    }
  })

  it.each(WAYS)('%s does not take the folder of all of them', async (tool, args) => {
    const outcome = await call(tool, args(outputs))
    expect(outcome).toMatchObject({ isError: true })
    expect(outcome.content).toMatch(/complete outputs of all agents/)
  })

  it('are left out of a search and a list of a folder above them', async () => {
    const places = { ...context.places, homeDirectory: '/nonexistent' }
    context = { ...context, places, folderOf: () => Promise.resolve(ok(join(outputs, '..'))) }
    await mkdir(join(outputs, '..', 'settings'))
    await writeFile(join(outputs, '..', 'settings', 'credentials.json'), SECRET)
    const found = await call('grep', { pattern: SECRET, include_ignored: true })
    expect(found.content).not.toContain(SECRET)
    expect(found.content).not.toContain(`${OTHER}-call_1.txt:`)
    expect((await call('glob', { pattern: '**/*.txt' })).content).not.toContain(OTHER)
    expect(await createFolderFiles(context).list('agent')).toEqual(ok([]))
  })

  it('are not attached', async () => {
    await symlink(join(outputs, `${OTHER}-call_1.txt`), join(made.folder, 'link.txt'))
    const files = createFolderFiles(context)
    for (const path of ['link.txt', join(outputs, `${OTHER}-call_1.txt`), outputs]) {
      expect([path, await files.open('agent', path, async () => ok('read'))]).toMatchObject([path, { ok: false }])
    }
  })
})

describe('complete outputs of the own tree', () => {
  it.each(OWN)('%s is read without a question, and cannot be changed', async (name) => {
    const path = join(outputs, name)
    expect(await call('file_read', { path })).toEqual({ content: `own ${name}\n`, isError: false })
    expect((await call('grep', { path, pattern: 'own' })).content).toContain(`own ${name}`)
    for (const [tool, args] of WAYS.slice(-2)) {
      expect(`${tool}: ${(await call(tool, args(path))).content}`).toMatch(/cannot be changed/)
    }
    const [read] = createBuiltInTools(context).filter(({ definition }) => definition.name === 'file_read')
    if (read === undefined) throw new Error('There is no file_read')
    const question = {
      tool: 'file_read',
      call: await prepared(read, { path }),
      lineage: ['agent'],
      folder: made.folder,
    }
    expect(decideApproval(question, [])).toBe('allow')
  })
})
