import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BackgroundCommands } from '../../../src/main/adapters/tools/background/background-commands.ts'
import { bashTool } from '../../../src/main/adapters/tools/bash-tool.ts'
import { linuxSandbox } from '../../../src/main/adapters/tools/sandbox/linux-sandbox.ts'
import { fileFacts } from '../../support/tool-options.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { runTool } from './tool-folder.ts'

const PATH = '/usr/local/bin:/usr/bin:/bin'

let project: GitFolder
let top = ''
beforeAll(async () => {
  project = await gitFolder()
  for (const path of ['top.txt', 'packages/a/x', 'packages/a/src/deep/y', 'packages/b b/z']) {
    await project.write(path, `${path}\n`)
  }
  await project.write('.env', 'SECRET=of the project\n')
  await project.write('.gitignore', '.env\n')
  await project.git('add', '.')
  await project.git('commit', '--quiet', '-m', 'first')
  await project.git('tag', 'v1')
  top = join(project.parent, 'worktree')
  await project.git('worktree', 'add', '--quiet', '--detach', top)
})
afterAll(() => project.remove())

async function inside(folder: string, command: string): Promise<string> {
  const places = {
    homeDirectory: join(project.parent, 'home'),
    ownFolders: [project.dataDirectory],
    openFolder: join(project.parent, 'none'),
  }
  const tool = bashTool({
    folderOf: () => Promise.resolve({ ok: true, value: folder }),
    rootOf: (agentId) => agentId,
    environment: { PATH, LC_ALL: 'C' },
    maxOutputSize: 100_000,
    outputDirectory: join(project.parent, 'none'),
    places,
    outsideLine: (text) => text,
    background: new BackgroundCommands(),
    ...fileFacts(),
    sandboxing: {
      sandbox: linuxSandbox({ places, path: PATH, tmpBytes: 1024 ** 2 }),
      levelOf: () => Promise.resolve({ ok: true, value: 'workspace' }),
      asksForHosts: () => false,
    },
  })
  return (await runTool(tool, { command })).content
}

const FOLDERS = ['', 'packages', 'packages/a', 'packages/a/src/deep', 'packages/b b'] as const
const COMMANDS = [
  ['git ls-files | wc -l; git ls-files --full-name :/ | wc -l', /^\d\n5/],
  ['git status --short && echo clean', /^clean/],
  ['git describe --tags', /^v1/],
  ['git log --format=%s', /^first/],
  ['git rev-parse --show-toplevel', /worktree$/m],
] as const

describe.runIf(HAS_SANDBOX)('git in a linked worktree', { timeout: 60_000 }, () => {
  it.each(FOLDERS.flatMap((folder) => COMMANDS.map(([command, said]) => [folder, command, said] as const)))(
    'works in the folder “%s”: %s',
    async (folder, command, said) => {
      expect(await inside(join(top, folder), command)).toMatch(said)
    },
  )

  it.each(FOLDERS)('writes nothing in the repository from “%s”, and shows none of its secrets', async (folder) => {
    const before = await project.git('for-each-ref')
    const attack = `git tag evil; git update-ref refs/heads/evil HEAD; echo x >> ${project.folder}/.git/config; cat ${project.folder}/.env`
    expect(await inside(join(top, folder), attack)).not.toContain('SECRET')
    expect(await project.git('for-each-ref')).toBe(before)
    expect(await project.read('.git/config')).not.toContain('x\n')
  })
})
