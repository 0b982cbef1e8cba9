import { type ChangeList, isCertain, type ListedChange, type ReviewScope } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'

/** The changes of one agent in a review. */
export interface AgentChanges {
  readonly agentId: AgentId
  readonly scope: ReviewScope
  readonly list: ChangeList
}

/** A file of a review, and the agent in whose list it is. */
export interface ReviewedFile {
  /** Tells it from the other files of the review. */
  readonly key: string
  readonly agentId: AgentId
  readonly scope: ReviewScope
  readonly file: ListedChange
  /** Other agents that changed the file as well, or may have. Empty: none is known. */
  readonly writers: readonly AgentId[]
}

/**
 * Whose the files of a group are (docs/behaviour/changes.md#whose). `outside`: of nobody who is known. `compared`: all that
 * differs from a commit, whoever changed it.
 */
export type GroupOwner =
  | { readonly type: 'agent'; readonly agentId: AgentId }
  | { readonly type: 'compared' }
  | { readonly type: 'outside' }
  | { readonly type: 'unsure' }

export interface FileGroup {
  readonly owner: GroupOwner
  readonly files: readonly ReviewedFile[]
}

/**
 * Groups the files of a review by whose they are: agents in their order, then what changed outside, and last what is not
 * certainly somebody's. A file that one agent wrote for certain is not listed as changed outside for another one.
 */
export function fileGroups(all: readonly AgentChanges[]): readonly FileGroup[] {
  const files = all.flatMap((changes) => changes.list.files.map((file) => reviewedFile(changes, file, all)))
  const isCompared = all.some(({ list }) => list.compared !== undefined)
  if (isCompared) return withFiles([{ owner: { type: 'compared' }, files }])
  const known = new Set(files.filter(({ file }) => file.outside !== true).map(({ file }) => file.path))
  const own = all.map(({ agentId }) => ({
    owner: { type: 'agent', agentId } as const,
    files: files.filter((each) => each.agentId === agentId && isCertain(each.file)),
  }))
  const outside = files.filter(({ file }) => file.outside === true && !known.has(file.path))
  const unsure = files.filter(({ file }) => file.unsure === true)
  return withFiles([
    ...own,
    { owner: { type: 'outside' }, files: onePerChange(outside) },
    { owner: { type: 'unsure' }, files: onePerChange(unsure) },
  ])
}

function reviewedFile(
  { agentId, scope }: AgentChanges,
  file: ListedChange,
  all: readonly AgentChanges[],
): ReviewedFile {
  const names = ({ list }: AgentChanges): boolean =>
    list.files.some(({ path, outside }) => path === file.path && outside !== true)
  const writers = all.filter((other) => other.agentId !== agentId && names(other)).map((other) => other.agentId)
  return { key: `${agentId} ${file.path}`, agentId, scope, file, writers }
}

/** Several agents may list the same change of a file. */
function onePerChange(files: readonly ReviewedFile[]): readonly ReviewedFile[] {
  const first = new Map<string, ReviewedFile>()
  for (const each of files) {
    const { path, contents } = each.file
    const change = JSON.stringify([path, contents ?? each.agentId])
    if (!first.has(change)) first.set(change, each)
  }
  return [...first.values()]
}

function withFiles(groups: readonly FileGroup[]): readonly FileGroup[] {
  return groups.filter(({ files }) => files.length > 0)
}
