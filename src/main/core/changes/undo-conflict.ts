import type { ChangeDependencies } from './change-dependencies.ts'
import { type AppError, conflicting, type FileConflict } from '../../../shared/app-error.ts'
import { type LeftFile, whoseFile } from '../../../shared/file-changes.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { type ChangeSpan, type CheckpointEvent, checkpointsIn } from './change-spans.ts'
import type { BlockedFile } from './plan-undo.ts'
import { foldersAbove, pathIn, shownPath } from './shown-path.ts'

/** The most files that a message names. */
const MAX_NAMED = 5

/** Returns the error about files whose change cannot be taken back, with who changed them and when. */
export async function undoConflict(
  agentId: AgentId,
  span: ChangeSpan,
  blocked: readonly BlockedFile[],
  { search, tree }: ChangeDependencies,
): Promise<AppError> {
  const conflicts: FileConflict[] = []
  for (const file of blocked) {
    const path = absolutePath(span, file.path)
    const found = await search.checkpointsIn(foldersAbove(path))
    const by = changedBy(agentId, path, file, found.ok ? checkpointsIn(found.value) : [])
    const agent = by === null ? null : { id: by, name: tree.get(by)?.name ?? null }
    conflicts.push({ path: shownPath(span, file.path), when: file.when, agent })
  }
  return conflicting(conflictText(conflicts), conflicts)
}

/** The other agent that changed a file between the agent's changes, or after the last one; null: none did. */
function changedBy(
  agentId: AgentId,
  path: string,
  { when, steps }: BlockedFile,
  events: readonly CheckpointEvent[],
): AgentId | null {
  const [from, until] =
    when === 'since'
      ? [steps.at(-1)?.until ?? 0, Number.POSITIVE_INFINITY]
      : [steps[0]?.until ?? 0, steps.at(-1)?.until ?? 0]
  return otherWriter(agentId, path, { from, until }, events)
}

/** The other agent that wrote a file for certain between two events, the newest one; null: none did. */
function otherWriter(
  agentId: AgentId,
  path: string,
  { from, until }: { readonly from: number; readonly until: number },
  events: readonly CheckpointEvent[],
): AgentId | null {
  const found = events.findLast(
    (event) =>
      event.agentId !== agentId &&
      event.data.cause !== 'outside' &&
      event.id > from &&
      event.id < until &&
      event.data.files.some((file) => file.path === pathIn(event.data.folder, path)) &&
      whoseFile(event.data, pathIn(event.data.folder, path)) === 'own',
  )
  return found?.agentId ?? null
}

/** Returns the files that other agents wrote during the calls of a span, and that its undo therefore leaves. */
export async function leftToAgents(
  agentId: AgentId,
  span: ChangeSpan,
  { search, tree }: ChangeDependencies,
): Promise<readonly LeftFile[]> {
  const files = [...span.claimed].map(([path, until]) => ({ path, until, absolute: absolutePath(span, path) }))
  if (files.length === 0) return []
  const found = await search.checkpointsIn([...new Set(files.flatMap(({ absolute }) => foldersAbove(absolute)))])
  const events = found.ok ? checkpointsIn(found.value) : []
  return files.flatMap(({ path, until, absolute }) => {
    const by = otherWriter(agentId, absolute, { from: 0, until }, events)
    return by === null ? [] : [{ path: shownPath(span, path), agent: { id: by, name: tree.get(by)?.name ?? null } }]
  })
}

function absolutePath({ place: { folder } }: ChangeSpan, path: string): string {
  return folder === '/' ? `/${path}` : `${folder}/${path}`
}

function conflictText(conflicts: readonly FileConflict[]): string {
  const since = conflicts.filter(({ when }) => when === 'since')
  const between = conflicts.filter(({ when }) => when === 'between')
  const reasons = [
    ...(since.length > 0 ? [`these files have changed since: ${names(since)}`] : []),
    ...(between.length > 0
      ? [`the same lines of these files were changed between the agent's own changes: ${names(between)}`]
      : []),
  ]
  const agents = Map.groupBy(conflicts, ({ agent }) => agent?.id ?? null)
  const writers = [...agents.entries()].map(([id, [first]]) =>
    id === null ? 'you or another program' : `the agent ${withName(first?.agent?.name)}(${id.slice(0, 8)})`,
  )
  const who =
    writers.length === 1
      ? `That was ${writers.join('')}.`
      : [...agents.values()].map((files, index) => `${names(files)}: ${writers[index] ?? ''}.`).join(' ')
  return (
    `Nothing was written, because ${reasons.join(', and ')}. ${who} ` +
    'Choose the other files or single hunks, or put these files back first.'
  )
}

function withName(name: string | null | undefined): string {
  return name == null ? '' : `${name} `
}

function names(conflicts: readonly FileConflict[]): string {
  const paths = conflicts.map(({ path }) => path)
  return [...paths.slice(0, MAX_NAMED), ...(paths.length > MAX_NAMED ? [`${paths.length - MAX_NAMED} more`] : [])].join(
    ', ',
  )
}
