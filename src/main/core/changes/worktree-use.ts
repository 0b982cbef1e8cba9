import type { AgentCommand, AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { isPathIn } from '../../../shared/path-below.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { AgentFolders } from '../agents/agent-folders.ts'

export interface WorktreeUseServices {
  readonly folders: Pick<AgentFolders, 'ofAll'>
  readonly registry: { readonly tree: { all(): readonly AgentRecord[] } }
  readonly isBusy: (agentId: AgentId) => boolean
  /** Missing: no tool leaves a command running. */
  readonly listBackground?: (() => Promise<Result<readonly AgentCommand[]>>) | undefined
}

/**
 * Returns why a directory must not be removed now, for the user: an agent that works in it or below it has a turn, or a
 * background command of one runs, in any engine. Null: nothing goes on there.
 */
export async function worktreeUse(directory: string, services: WorktreeUseServices): Promise<Result<string | null>> {
  const { folders, registry, isBusy, listBackground } = services
  const folderOf = await folders.ofAll()
  if (!folderOf.ok) return folderOf
  const works = (agentId: AgentId): boolean => isPathIn(directory, folderOf.value(agentId))
  const busy = registry.tree.all().find(({ id }) => isBusy(id) && works(id))
  if (busy !== undefined) return ok(`${nameOf(busy)} is at work in it. Wait until the turn has ended, or cancel it.`)
  const running = (await listBackground?.()) ?? ok([])
  if (!running.ok) return running
  const command = running.value.find(({ agentId }) => works(agentId))
  return ok(command === undefined ? null : `A background command runs in it: ${command.command}. End it first.`)
}

const nameOf = ({ name }: AgentRecord): string => (name === '' ? 'Its agent' : name)
