import { expect } from 'vitest'

import { createWorktrees } from '../../src/main/adapters/checkpoints/create-worktrees.ts'
import { createTestCommands } from '../../src/main/adapters/tools/test-command.ts'
import type { Sandboxing } from '../../src/main/adapters/tools/tool-context.ts'
import type { Approval } from '../../src/main/core/approvals/approval-gate.ts'
import { WorktreeSetups } from '../../src/main/core/changes/worktree-setups.ts'
import type { AgentWorktree } from '../../src/shared/agent-worktree.ts'
import type { Result } from '../../src/shared/result.ts'
import { valueOf } from './drive-agent.ts'
import { GIT_ENVIRONMENT, type GitFolder, gitFolder } from './git-folder.ts'
import { memorySettings } from './memory-settings.ts'
import { type EscapeRoom, makeEscapeRoom } from './sandbox/escape-room.ts'

/** A repository with one commit whose worktrees are made ready by commands in a real sandbox. */
export interface SetupProject {
  readonly git: GitFolder
  readonly room: EscapeRoom
  readonly setups: WorktreeSetups
  /** What the rules say of a host and of those below it. Missing: a user would have to be asked. */
  readonly rules: Map<string, 'allow' | 'deny'>
  create(signal?: AbortSignal): Promise<Result<AgentWorktree>>
  /** Confirms what the project says now. */
  confirm(): Promise<void>
  /** How many worktrees git knows, with the folder itself. */
  worktreeCount(): Promise<number>
  remove(): Promise<void>
}

/** Makes one. `proxy`: as in `makeEscapeRoom`. */
export async function makeSetupProject(proxy?: Sandboxing['proxy']): Promise<SetupProject> {
  const git = await gitFolder()
  const room = await makeEscapeRoom(process.getuid?.() ?? 0, 'workspace', proxy)
  const stores = git.stores()
  const worktrees = createWorktrees({ stores, dataDirectory: git.dataDirectory, environment: GIT_ENVIRONMENT })
  const environment = { ...room.context.environment, npm_config_cache: '/tmp/npm', npm_config_update_notifier: 'false' }
  const testCommands = createTestCommands({ ...room.context, environment })
  const rules = new Map<string, 'allow' | 'deny'>()
  const unasked = (_tool: string, { subject }: { readonly subject: string }): Promise<Approval | { type: 'ask' }> => {
    const name = subject.replace(/:\d+$/, '')
    const [, action] = [...rules].find(([host]) => name === host || name.endsWith(`.${host}`)) ?? []
    if (action === 'deny') return Promise.resolve({ type: 'denied', message: 'It is forbidden by a rule.' })
    return Promise.resolve(action === 'allow' ? { type: 'allowed' } : { type: 'ask' })
  }
  const setups = new WorktreeSetups(worktrees, testCommands, memorySettings(), unasked)
  await git.write('.gitignore', '.env\nnode_modules\n.venv\ndata/\nmade\n*.tgz\n')
  await git.write('a.txt', 'a\n')
  await git.git('add', '.')
  await git.git('commit', '-qm', 'first')
  let made = 0
  return {
    git,
    room,
    setups,
    rules,
    create: (signal) => {
      const agentId = `${String(++made).padStart(8, '0')}-1111-4111-8111-111111111111`
      return setups.worktrees.create({ agentId, name: 'try', folder: git.folder, actor: 'agent', signal })
    },
    async confirm() {
      const { digest } = valueOf(await setups.stateOf(git.folder))
      expect(valueOf(await setups.confirm(git.folder, digest)).state).toBe('confirmed')
    },
    async worktreeCount() {
      const listed = await git.git('worktree', 'list', '--porcelain')
      return listed.split('\n').filter((line) => line.startsWith('worktree ')).length
    },
    async remove() {
      await room.remove()
      await git.remove()
    },
  }
}
