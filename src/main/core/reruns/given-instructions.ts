import type { AgentEvent, AgentEventOf, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { instructionEvents } from '../instructions/instruction-events.ts'
import type { InstructionFile, ProjectFiles } from '../ports/project-ports.ts'

interface InstructionSources {
  /** The context before the rerun. */
  readonly inherited: readonly AgentEvent[]
  /** The events that are run again. */
  readonly original: readonly AgentEvent[]
  /** The folder of the agent. */
  readonly folder: string
}

/**
 * Returns the events that put one text in the place of all instruction files of a rerun. It has the path of the first
 * file of the project that it replaces, else of the user's, else that of an `AGENTS.md` in the folder. An empty text: there
 * are none.
 */
export function givenInstructions(
  rerunId: AgentId,
  text: string,
  { inherited, original, folder }: InstructionSources,
  { hash }: ProjectFiles,
): readonly NewEvent[] {
  const before = inherited.filter(isInstructionFile)
  if (text.trim() === '') return instructionEvents(rerunId, before, [])
  const replaced = [...before, ...original.filter(isInstructionFile)]
  const first = replaced.find(({ data }) => data.origin === 'project') ?? replaced[0]
  const file: InstructionFile = {
    path: first?.data.path ?? `${folder}/AGENTS.md`,
    origin: first?.data.origin ?? 'project',
    text,
    sha256: hash(text),
    bytes: new TextEncoder().encode(text).length,
    cutBytes: 0,
    importedBy: null,
    notes: [],
  }
  return instructionEvents(rerunId, before, [file])
}

/** The lists of skills and of missing servers are no files. */
export function isInstructionFile(event: AgentEvent): event is AgentEventOf<'instructions'> {
  return event.kind === 'instructions' && event.data.origin !== 'skills' && event.data.origin !== 'servers'
}
