import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { appFiles } from '../../../src/main/adapters/program-table.ts'
import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { fileEditTool } from '../../../src/main/adapters/tools/file-edit-tool.ts'
import { fileReadTool } from '../../../src/main/adapters/tools/file-read-tool.ts'
import { fileWriteTool } from '../../../src/main/adapters/tools/file-write-tool.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import type { ToolContext } from '../../../src/main/adapters/tools/tool-context.ts'
import { commandConfinement } from '../../../src/main/adapters/tools/sandbox/command-confinement.ts'
import { refusalOf } from '../../support/drive-agent.ts'
import { type EscapeRoom, makeEscapeRoom } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { prepared, runTool } from './tool-folder.ts'

/** The files of an app that is running, below the folder of an agent. */
const FILES = ['tools/ikigai/bin/ikigai.mjs', 'tools/ikigai/src/index.ts', 'tools/ikigai/node_modules/rg/bin/rg']

let room: EscapeRoom
let context: ToolContext
beforeEach(async () => {
  room = await makeEscapeRoom(process.getuid?.() ?? 0)
  for (const name of FILES) {
    await mkdir(dirname(join(room.folder, name)), { recursive: true })
    await writeFile(join(room.folder, name), 'before')
  }
  const places = { ...room.context.places, appFiles: [join(room.folder, 'tools/ikigai')] }
  const sandbox = linuxSandbox({ places, path: room.context.environment['PATH'] ?? '' })
  const { sandboxing } = room.context
  context = { ...room.context, places, sandboxing: sandboxing === null ? null : { ...sandboxing, sandbox } }
})
afterEach(() => room.remove())

async function contents(): Promise<readonly string[]> {
  return Promise.all(FILES.map((name) => readFile(join(room.folder, name), 'utf8').catch(() => 'gone')))
}

/** What a first command does, and what a second one does. */
const ATTACKS: readonly (readonly [string, string, string])[] = [
  ['writes', 'true', 'for f in $(find tools -type f); do echo x >"$f"; done'],
  ['appends', 'true', 'echo x >>tools/ikigai/bin/ikigai.mjs'],
  ['removes', 'true', 'rm -rf tools'],
  ['moves the app', 'mv tools/ikigai moved', 'echo x >moved/bin/ikigai.mjs'],
  ['moves a folder above', 'mv tools moved', 'echo x >moved/ikigai/bin/ikigai.mjs; mv moved tools'],
  ['puts another folder there', 'mv tools moved; mkdir -p tools/ikigai/bin', 'echo x >tools/ikigai/bin/ikigai.mjs'],
  ['makes hard links', 'ln tools/ikigai/bin/ikigai.mjs hard', 'echo x >hard'],
  ['makes links', 'ln -s tools/ikigai/bin here', 'echo x >here/ikigai.mjs; cp code.txt here/'],
  ['replaces by renaming', 'echo x >new', 'mv -f new tools/ikigai/bin/ikigai.mjs'],
  ['exchanges', 'mkdir other', "python3 -c \"import os; os.rename('other', 'tools/ikigai/src')\""],
  ['changes permissions', 'chmod -R u+w tools', 'sed -i s/before/x/ tools/ikigai/src/index.ts'],
  ['adds a file', 'true', 'echo x >tools/ikigai/node_modules/rg/index.js'],
  ['mounts', 'unshare -rm true', 'unshare -rm sh -c "umount tools/ikigai; echo x >tools/ikigai/src/index.ts"'],
]

describe.runIf(HAS_SANDBOX)('the files of the running app', () => {
  it.each(ATTACKS)('stay as they are when a model %s', async (_name, first, second) => {
    const tool = bashTool(context)
    await runTool(tool, { command: first })
    await runTool(tool, { command: second })
    expect(await contents()).toEqual(FILES.map(() => 'before'))
    expect(await readdir(join(room.folder, 'tools/ikigai/node_modules/rg'))).toEqual(['bin'])
  })

  it.each(['true', 'cat tools/ikigai/src/index.ts', 'echo x >code.txt'])(
    'are not said to have changed after a command that changed nothing of them: %s',
    async (command) => {
      const { content } = await runTool(bashTool(context), { command })
      expect(content).not.toContain('While this ran')
    },
  )

  it('are read inside, and what is beside them is written', async () => {
    const { content } = await runTool(bashTool(context), {
      command: 'cat tools/ikigai/src/index.ts; echo x >tools/new',
    })
    expect(content).toContain('before')
    expect(await readFile(join(room.folder, 'tools/new'), 'utf8')).toBe('x\n')
  })

  it.each(['tools/ikigai', 'tools/ikigai/src'])('are not in the folder of a confined command: %s', async (name) => {
    const folder = join(room.folder, name)
    const sandbox = context.sandboxing?.sandbox
    expect(await sandbox?.problem([folder])).toMatch(
      /belongs to the ikigai that is running.*or give the agent a worktree/,
    )
    const confined = await sandbox?.confine({ command: 'true', args: [] }, commandConfinement(folder, 'workspace'))
    expect(confined && refusalOf(confined)).toMatch(/belongs to the ikigai that is running/)
    const call = await prepared(bashTool({ ...context, folderOf: async () => ({ ok: true, value: folder }) }), {
      command: 'ls',
    })
    expect(call.sandbox).toMatchObject({ inside: false, reason: expect.stringContaining('ikigai that is running') })
  })
})

it('asks before a tool changes them, and not before one reads them', async () => {
  const path = 'tools/ikigai/src/index.ts'
  const written = await prepared(fileWriteTool(context), { path, content: 'x' })
  const edited = await prepared(fileEditTool(context), { path, old_text: 'before', new_text: 'x' })
  for (const { protectedAs } of [written, edited]) expect(protectedAs).toBe('a file of the ikigai that is running')
  expect((await prepared(fileReadTool(context), { path })).protectedAs).toBeUndefined()
  expect((await prepared(fileWriteTool(context), { path: 'tools/new', content: 'x' })).protectedAs).toBeUndefined()
})

it('are those that this process is loaded from', () => {
  const files = appFiles()
  expect(files).toContain(process.cwd())
  expect(files.some((file) => process.execPath.startsWith(file))).toBe(true)
})
