import { mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createWorktrees } from '../../src/main/adapters/checkpoints/create-worktrees.ts'
import { createTestCommands } from '../../src/main/adapters/tools/test-command.ts'
import type { ToolContext } from '../../src/main/adapters/tools/tool-context.ts'
import { claimPorts, portVariables, releasePorts } from '../../src/main/adapters/worktree-ports.ts'
import { valueOf } from '../support/drive-agent.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from '../support/git-folder.ts'
import { privateTmp } from '../support/private-tmp.ts'
import { type EscapeRoom, makeEscapeRoom } from '../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'

const tmp = privateTmp()
beforeAll(tmp.leave)
afterAll(tmp.restore)

let parent: string
let worktrees: string
beforeEach(async () => {
  parent = await realpath(await mkdtemp('/var/tmp/ikigai-ports-'))
  worktrees = join(parent, 'worktrees')
})
afterEach(() => rm(parent, { recursive: true, force: true }))

async function claim(name: string): Promise<number> {
  const directory = join(worktrees, 'project', name)
  await mkdir(directory, { recursive: true })
  return (await claimPorts(worktrees, directory))?.first ?? 0
}

describe('the ports of worktrees', () => {
  it('are different for all, also when they are claimed at the same time', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `w${index}`)
    const firsts = await Promise.all(names.map((name) => claim(name)))
    expect(firsts.every((first) => first >= 20_000 && first % 10 === 0)).toBe(true)
    expect(new Set(firsts).size).toBe(names.length)
  })

  it('are none that something uses, and are given again after they were released', async () => {
    const first = await claim('one')
    await releasePorts(worktrees, join(worktrees, 'project', 'one'))
    expect(await readdir(join(worktrees, '.ports'))).toEqual([])
    const server = createServer().listen(first + 3, '127.0.0.1')
    await once(server, 'listening')
    try {
      expect(await claim('two')).toBeGreaterThan(first)
    } finally {
      server.close()
    }
  })

  it('are named in the worktree, in each of its folders, through a link to the data, and nowhere else', async () => {
    const first = await claim('one')
    const named = { PORT: String(first), IKIGAI_PORTS: `${first}-${first + 9}` }
    const directory = join(worktrees, 'project', 'one')
    expect(await portVariables(worktrees, directory)).toEqual(named)
    expect(await portVariables(worktrees, join(directory, 'packages', 'a'))).toEqual(named)
    await symlink(worktrees, join(parent, 'linked'))
    expect(await portVariables(join(parent, 'linked'), directory)).toEqual(named)
    for (const folder of [worktrees, join(worktrees, 'project'), `${directory}-other`, parent, '/'])
      expect(await portVariables(worktrees, folder)).toEqual({})
  })

  it('are not taken from another worktree by one whose note names them', async () => {
    const first = await claim('one')
    await mkdir(join(worktrees, 'project', 'two'))
    await symlink(join(worktrees, 'project', 'one.ports'), join(worktrees, 'project', 'two.ports'))
    await releasePorts(worktrees, join(worktrees, 'project', 'two'))
    expect(await readdir(join(worktrees, '.ports'))).toEqual([String(first)])
  })
})

describe('commands in a worktree', () => {
  let project: GitFolder
  let room: EscapeRoom
  beforeEach(async () => {
    project = await gitFolder()
    room = await makeEscapeRoom(process.getuid?.() ?? 0)
    await project.write('a.txt', 'a')
    await project.git('add', '.')
    await project.git('commit', '--quiet', '-m', 'first')
  })
  afterEach(async () => {
    await room.remove()
    await project.remove()
  })

  async function printed(context: Partial<ToolContext>): Promise<readonly string[]> {
    const options = { stores: project.stores(), dataDirectory: project.dataDirectory, environment: GIT_ENVIRONMENT }
    const made = createWorktrees(options)
    const all = join(project.dataDirectory, 'worktrees')
    const variablesOf = (folder: string) => portVariables(all, folder)
    const environment = { ...room.context.environment, PORT: '3000' }
    const commands = createTestCommands({ ...room.context, environment, variablesOf, ...context })
    const lines: string[] = []
    for (const agentId of ['11111111-1111', '22222222-2222']) {
      const worktree = valueOf(await made.create({ agentId, name: 'try', folder: project.folder }))
      const signal = new AbortController().signal
      const run = {
        agentId: 'agent',
        command: 'echo "$PORT $IKIGAI_PORTS"',
        timeoutMs: 60_000,
        unconfined: true,
        signal,
      }
      lines.push(valueOf(await commands.run({ ...run, folder: worktree.directory })).output.trim())
      valueOf(await made.remove(worktree))
    }
    expect(await readdir(join(all, '.ports'))).toEqual([])
    return lines
  }

  it('know their ports outside the sandbox', async () => {
    for (const line of await printed({ sandboxing: null })) expect(line).toMatch(/^2\d{3}0 2\d{3}0-2\d{3}9$/)
  })

  it.runIf(HAS_SANDBOX)('know their ports inside the sandbox (skipped where bubblewrap cannot be used)', async () => {
    for (const line of await printed({})) expect(line).toMatch(/^2\d{3}0 2\d{3}0-2\d{3}9$/)
  })
})
