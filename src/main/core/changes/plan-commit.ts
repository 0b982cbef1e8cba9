import { type AgentId, type EventId, shortAgentId } from '../../../shared/ids.ts'
import type { ChangeDependencies } from './change-dependencies.ts'
import { conflicting } from '../../../shared/app-error.ts'
import { err, ok, refuse, type Result } from '../../../shared/result.ts'
import type { CheckpointPlace } from '../../../shared/file-changes.ts'
import type { WantedFile } from '../ports/checkpoint-ports.ts'
import type { CommitRequest, CommittedFile } from '../ports/publishing-ports.ts'
import { type MergeSides, plannedMerge } from './plan-merge.ts'

export interface PlannedCommit {
  readonly parent: CommitRequest['parent']
  readonly files: CommitRequest['files']
}

/**
 * Decides what a commit of an agent's changes contains: these changes alone, merged into the files of the newest
 * commit. What else is not committed in the folder stays so. Nothing is written here.
 */
export async function plannedCommit(
  sides: readonly MergeSides[],
  place: CheckpointPlace,
  dependencies: ChangeDependencies,
  options: { readonly takesStaged?: boolean } = {},
): Promise<Result<PlannedCommit>> {
  const base = await dependencies.commits.base(
    place.folder,
    sides.map(({ path }) => path),
    options,
  )
  if (!base.ok) return base
  const committed = sides.map((side, index) => ({ ...side, ours: base.value.files[index]?.version ?? null }))
  const planned = await plannedMerge(committed, place, dependencies)
  if (!planned.ok) return planned
  const conflicts = planned.value.filter(({ file }) => file.state === 'conflict').map(({ file }) => file.path)
  if (conflicts.length > 0) return err(uncommitted(conflicts))
  const changed = planned.value.map(({ replacement }) => replacement)
  const converted = changed.filter(
    (file, index) => file !== null && isConverted(file.wanted, base.value.files[index]?.conversion),
  )
  if (converted.length > 0) return refuse(convertedText(converted.map((file) => file?.path ?? '')))
  return ok({
    parent: base.value.commit,
    files: changed.flatMap((file) => (file === null ? [] : { path: file.path, wanted: file.wanted })),
  })
}

const CARRIAGE_RETURN = 0x0d

/** Whether git would store another content than that of the file. */
function isConverted(wanted: WantedFile | null, conversion: CommittedFile['conversion'] | undefined): boolean {
  if (wanted === null || wanted.mode === 'link') return false
  return conversion === 'all' || (conversion === 'line_ends' && wanted.content.includes(CARRIAGE_RETURN))
}

function uncommitted(paths: readonly string[]) {
  return conflicting(
    `Nothing was written. The changes of ${paths.join(', ')} need changes that are not committed. ` +
      'Commit those first, skip these files, or apply without a commit.',
  )
}

function convertedText(paths: readonly string[]): string {
  return (
    `Nothing was written. Git converts ${paths.join(', ')} when it is committed (.gitattributes or core.autocrlf). ` +
    'Apply without a commit, and commit with git.'
  )
}

/** Longer subjects are cut, UTF-16 units. */
const MAX_SUBJECT = 72

/** Returns the message of a commit of an agent's changes, with trailers that say where they come from. */
export function commitMessage({
  agentId,
  name,
  message,
  models,
  eventId,
}: {
  readonly agentId: AgentId
  /** The name of the agent; may be empty. */
  readonly name: string
  /** What the user wrote; empty: the name is the subject. */
  readonly message: string
  /** `PROVIDER/MODEL`. */
  readonly models: readonly string[]
  /** The newest change of the agent that the commit contains; null: it is not known. */
  readonly eventId: EventId | null
}): string {
  const written = message.replaceAll('\0', '').trim()
  const trailers = [
    `Ikigai-Agent: ${agentId}`,
    ...models.map((model) => `Ikigai-Model: ${oneLine(model)}`),
    ...(eventId === null ? [] : [`Ikigai-Event: ${eventId}`]),
  ]
  return `${written === '' ? subjectOf(name, agentId) : written}\n\n${trailers.join('\n')}\n`
}

function subjectOf(name: string, agentId: AgentId): string {
  const subject = oneLine(name)
  if (subject === '') return `Apply the changes of agent ${shortAgentId(agentId)}`
  return subject.length <= MAX_SUBJECT ? subject : `${subject.slice(0, MAX_SUBJECT - 1).trimEnd()}…`
}

/** Without line breaks, a name cannot add trailers. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}
