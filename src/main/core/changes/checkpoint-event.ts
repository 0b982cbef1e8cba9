import type { NewEvent } from '../../../shared/agent-event.ts'
import {
  type ChangedFile,
  type CheckpointData,
  type CheckpointPlace,
  MAX_NAMED_FILES,
  type SkippedFile,
} from '../../../shared/file-changes.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { FileDifference } from '../ports/checkpoint-ports.ts'

/** Returns the event for a change from one state to another. */
export function checkpointEvent({
  agentId,
  turnId,
  place,
  differences,
  skipped,
  ...data
}: Omit<CheckpointData, keyof CheckpointPlace | 'files' | 'skipped'> & {
  readonly agentId: AgentId
  readonly turnId: TurnId | null
  readonly place: CheckpointPlace
  readonly differences: readonly FileDifference[]
  readonly skipped: readonly SkippedFile[]
}): Extract<NewEvent, { kind: 'checkpoint' }> {
  const more = differences.length - MAX_NAMED_FILES
  return {
    agentId,
    turnId,
    kind: 'checkpoint',
    content: null,
    data: {
      ...data,
      ...place,
      files: differences.slice(0, MAX_NAMED_FILES).map(changedFile),
      ...(more > 0 && { more }),
      ...(skipped.length > 0 && { skipped: skipped.slice(0, MAX_NAMED_FILES) }),
    },
  }
}

/** Returns the event of a call of which it is not known what it changed. */
export function unrecordedEvent(
  folder: string,
  { agentId, turnId, callId }: { readonly agentId: AgentId; readonly turnId: TurnId; readonly callId: string },
  unrecorded: string,
): Extract<NewEvent, { kind: 'checkpoint' }> {
  const facts = { cause: 'call', store: 'copies', folder, before: '0', after: '0', files: [] } as const
  return { agentId, turnId, kind: 'checkpoint', content: null, data: { ...facts, tool_call_id: callId, unrecorded } }
}

export function changedFile({ path, before, after, added, removed }: FileDifference): ChangedFile {
  return { path, status: before === null ? 'added' : after === null ? 'deleted' : 'modified', added, removed }
}
