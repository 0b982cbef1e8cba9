import { execFile } from 'node:child_process'
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { WorktreeSetups } from '../../../src/main/core/changes/worktree-setups.ts'
import type { AgentWorktree } from '../../../src/shared/agent-worktree.ts'
import type { Result } from '../../../src/shared/result.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'
import { type GitFolder, gitFolder } from '../../support/git-folder.ts'
import { privateTmp } from '../../support/private-tmp.ts'
import { noProcessIn } from '../../support/processes-in.ts'
import { type EscapeRoom, SECRET } from '../../support/sandbox/escape-room.ts'
import { HAS_SANDBOX } from '../../support/sandbox/has-sandbox.ts'
import { makeSetupProject, type SetupProject } from '../../support/setup-project.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 180_000
const FILE = '.ikigai/worktree.json'

const tmp = privateTmp()
beforeAll(tmp.leave)
afterAll(tmp.restore)

let world: SetupProject
let project: GitFolder
let room: EscapeRoom
let setups: WorktreeSetups
beforeEach(async () => {
  world = await makeSetupProject()
  ;({ git: project, room, setups } = world)
})
afterEach(() => world.remove())

const create = (signal?: AbortSignal): Promise<Result<AgentWorktree>> => world.create(signal)
const confirm = (): Promise<void> => world.confirm()
const worktreeCount = (): Promise<number> => world.worktreeCount()

const says = (setup: readonly string[], copy: readonly string[] = []) =>
  project.write(FILE, JSON.stringify({ setup, copy }))

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => null)) !== null

describe.runIf(HAS_SANDBOX)(
  'the set-up of worktrees (skipped where bubblewrap cannot be used)',
  { timeout: TIMEOUT_MS },
  () => {
    it('is used once it was confirmed: commands run in the sandbox, and ignored files are copied and stay hidden', async () => {
      await project.write('.env', SECRET)
      await project.write('data/big/one.bin', 'one')
      await project.write('made', 'not copied')
      await says([`(cat .env || true) > made 2>&1`, `echo out > '${room.folder}/out' || true`], ['.env', 'data/'])
      await confirm()
      const worktree = valueOf(await create())
      const read = (path: string) => readFile(join(worktree.directory, path), 'utf8')
      expect(await read('.env')).toBe(SECRET)
      expect(await read('data/big/one.bin')).toBe('one')
      expect(await read('made')).not.toContain(SECRET)
      expect(await isThere(join(room.folder, 'out'))).toBe(false)
      expect(worktree.setup).toHaveLength(2)
    })

    it('is asked about again when a model has changed it, in any way', async () => {
      await says(['echo one > made'])
      await confirm()
      const changes: readonly (() => Promise<void>)[] = [
        () => says(['echo one > made; echo two >> made']),
        () => says(['echo one > made', 'echo two']),
        () => says(['echo one > made'], ['.env']),
        () => project.write(FILE, '{"setup": ["echo one > made"] }'),
        () => project.write('.worktreeinclude', '.env\n'),
        () => project.write('conductor.json', '{"scripts": {"setup": "echo two > made"}}'),
        () => project.write('yarn.lock', ''),
        () => rm(join(project.folder, FILE)).then(() => project.write('.worktreeinclude', 'data\n')),
      ]
      for (const change of changes) {
        await change()
        const { state, sources } = valueOf(await setups.stateOf(project.folder))
        expect(state).toBe('changed')
        const worktree = valueOf(await create())
        expect(await isThere(join(worktree.directory, 'made'))).toBe(false)
        expect(worktree.setup).toBeUndefined()
        const left = worktree.dependencies?.left
        expect(left).toContainEqual({ path: sources[0], reason: expect.stringContaining('has changed') })
        for (const path of ['.worktreeinclude', 'conductor.json', 'yarn.lock'])
          await rm(join(project.folder, path), { force: true })
        await says(['echo one > made'])
        expect(valueOf(await setups.stateOf(project.folder)).state).toBe('confirmed')
      }
    })

    it('does not count before, after it was withdrawn, with another digest, or in another project', async () => {
      await says(['echo one > made'])
      const first = valueOf(await create())
      expect(await isThere(join(first.directory, 'made'))).toBe(false)
      expect(first.dependencies?.left).toEqual([{ path: FILE, reason: expect.stringContaining('was not confirmed') }])
      const { digest } = valueOf(await setups.stateOf(project.folder))
      await says(['echo two > made'])
      expect(refusalOf(await setups.confirm(project.folder, digest))).toContain('has changed since it was shown')
      await confirm()
      const other = await gitFolder()
      try {
        await other.write(FILE, await project.read(FILE))
        expect(valueOf(await setups.stateOf(other.folder)).state).toBe('unconfirmed')
      } finally {
        await other.remove()
      }
      expect(valueOf(await setups.confirm(project.folder, null)).state).toBe('unconfirmed')
    })

    it('does not follow links, and names a file in another form', async () => {
      await writeFile(join(project.parent, 'outside.json'), '{"setup": ["echo"]}')
      await mkdir(dirname(join(project.folder, FILE)))
      await run('ln', ['-s', join(project.parent, 'outside.json'), join(project.folder, FILE)])
      expect(valueOf(await setups.stateOf(project.folder)).state).toBe('none')
      await rm(join(project.folder, FILE))
      await project.write(FILE, '{"setup": 1}')
      expect(refusalOf(await setups.stateOf(project.folder))).toContain(FILE)
      expect((await create()).ok).toBe(true)
    })

    it('that fails says what it printed, and leaves no worktree', async () => {
      await says(['echo fine', 'echo the reason; exit 3', 'echo never'])
      await confirm()
      expect(refusalOf(await create())).toMatch(/`echo the reason; exit 3` ended with exit code 3:\nthe reason$/)
      expect(await worktreeCount()).toBe(1)
    })

    it('that is cancelled ends with all that it started, and leaves no worktree', async () => {
      await says(['sleep 600 & sleep 600'])
      await confirm()
      const abort = new AbortController()
      const creating = create(abort.signal)
      await expect.poll(worktreeCount).toBe(2)
      abort.abort()
      expect(refusalOf(await creating)).toMatch(/cancelled/i)
      expect(await worktreeCount()).toBe(1)
      await noProcessIn(project.parent)
    })

    describe('before a worktree is removed', () => {
      const remove = async (worktree: AgentWorktree) => {
        const left = await setups.worktrees.tearDown(worktree, 'agent')
        return left.ok ? setups.worktrees.remove(worktree) : left
      }
      const tellsFolder = (text: string) =>
        project.write(FILE, JSON.stringify({ setup: ['echo up > made'], teardown: text }))

      it('runs what was confirmed, in the worktree and in the sandbox', async () => {
        await project.write('.env', SECRET)
        await tellsFolder(`cat made .env; echo '${room.folder}' > '${room.folder}/out'; test -f made && ls -A`)
        await confirm()
        const worktree = valueOf(await create())
        valueOf(await remove(worktree))
        expect(await isThere(worktree.directory)).toBe(false)
        expect(await isThere(join(room.folder, 'out'))).toBe(false)
      })

      it('says what a command printed that failed, and leaves the worktree until the confirmation is taken back', async () => {
        await tellsFolder('cat made; echo the reason; exit 4')
        await confirm()
        const worktree = valueOf(await create())
        const refusal = refusalOf(await remove(worktree))
        expect(refusal).toMatch(/ended with exit code 4:\nup\nthe reason\n/)
        expect(refusal).toContain('--forget')
        expect(await isThere(join(worktree.directory, 'made'))).toBe(true)
        valueOf(await setups.confirm(project.folder, null))
        valueOf(await remove(worktree))
        expect(await isThere(worktree.directory)).toBe(false)
      })

      it('never runs what a model wrote there after the confirmation', async () => {
        await tellsFolder('true')
        await confirm()
        const worktree = valueOf(await create())
        for (const folder of [project.folder, worktree.directory])
          await writeFile(join(folder, FILE), JSON.stringify({ setup: ['echo up > made'], teardown: 'touch ran' }))
        expect(refusalOf(await remove(worktree))).toContain('not removed')
        expect(await isThere(join(worktree.directory, 'ran'))).toBe(false)
        await tellsFolder('true')
        valueOf(await remove(worktree))
      })

      it('runs nothing in a folder that is none of its worktrees, whatever is stored', async () => {
        await tellsFolder('touch ran')
        await confirm()
        const worktree = valueOf(await create())
        for (const directory of [project.folder, project.parent]) {
          refusalOf(await setups.worktrees.tearDown({ ...worktree, directory, folder: directory }, 'agent'))
          expect(await isThere(join(directory, 'ran'))).toBe(false)
        }
      })

      it('is run as well where making it ready failed', async () => {
        await project.write(
          FILE,
          JSON.stringify({ setup: ['echo up > made', 'exit 3'], teardown: ['cat made; echo the end; exit 5'] }),
        )
        await confirm()
        expect(refusalOf(await create())).toMatch(/exit code 3[^]*exit code 5:\nup\nthe end/)
        expect(await worktreeCount()).toBe(1)
      })

      it('runs nothing for a worktree that was made without the set-up', async () => {
        await tellsFolder('exit 4')
        const worktree = valueOf(await create())
        await confirm()
        valueOf(await remove(worktree))
        expect(await isThere(worktree.directory)).toBe(false)
      })
    })

    it('installs what a project of npm needs, from a package in the project', async () => {
      const npm = (args: readonly string[], cwd: string) =>
        run('npm', ['--offline', ...args], { cwd, env: npmEnvironment() })
      const dependency = join(project.parent, 'dependency')
      await mkdir(dependency)
      await writeFile(join(dependency, 'package.json'), '{"name": "dependency", "version": "1.0.0", "main": "i.js"}')
      await writeFile(join(dependency, 'i.js'), 'module.exports = "installed"')
      await mkdir(join(project.folder, 'packages'))
      await npm(['pack', '--pack-destination', join(project.folder, 'packages')], dependency)
      await project.write('.gitignore', 'node_modules\n')
      const named = { name: 'p', version: '1.0.0', dependencies: { dependency: 'file:packages/dependency-1.0.0.tgz' } }
      await project.write('package.json', JSON.stringify(named))
      await npm(['install', '--package-lock-only'], project.folder)
      const proposal = valueOf(await setups.stateOf(project.folder))
      expect(proposal).toMatchObject({ state: 'unconfirmed', sources: [], commands: ['npm ci --prefer-offline'] })
      await confirm()
      const { directory } = valueOf(await create())
      const { stdout } = await run(process.execPath, ['-p', 'require("dependency")'], { cwd: directory })
      expect(stdout).toBe('installed\n')
      expect(await isThere(join(project.folder, 'node_modules'))).toBe(false)
    })
  },
)

const npmEnvironment = () => ({
  PATH: room.context.environment['PATH'],
  HOME: project.parent,
  npm_config_update_notifier: 'false',
})
