import type { AgentEvent, AgentEventOf, InstructionsData, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { InstructionFile } from '../ports/project-ports.ts'
import { defined } from '../../../shared/defined.ts'

/**
 * Returns the events that make the instructions of a context those of `files`: one for each file whose text is not in
 * force in the context, and one for each text in force that none of the files has
 * (docs/behaviour/instructions.md#in-the-context).
 */
export function instructionEvents(
  agentId: AgentId,
  context: readonly AgentEvent[],
  files: readonly InstructionFile[],
): readonly NewEvent[] {
  // The list of missing servers is brought up to date when a turn has waited for them.
  const inForce = new Map([...instructionsInForce(context)].filter(([, { data }]) => data.origin !== 'servers'))
  const wanted = new Set(files.map((file) => textOf(dataOf(file))))
  const textAt = new Map(files.map((file) => [file.path, textOf(dataOf(file))]))
  const stays = ({ data }: AgentEventOf<'instructions'>): boolean =>
    wanted.has(textOf(data)) && (textAt.get(data.path) ?? textOf(data)) === textOf(data)
  const kept = new Set([...inForce.values()].filter(stays).map(({ data }) => textOf(data)))
  const begun = files.filter((file) => !kept.has(textOf(dataOf(file))))
  const replaced = new Set(begun.map(({ path }) => path))
  const ended = [...inForce.values()].filter((event) => !stays(event) && !replaced.has(event.data.path))
  const event = { agentId, turnId: null, kind: 'instructions' } as const
  return [
    ...ended.map(({ data: { path, origin, sha256, bytes } }): NewEvent => {
      return { ...event, content: null, data: { path, origin, sha256, bytes } }
    }),
    ...begun.map((file): NewEvent => {
      const data = { ...dataOf(file), ...defined({ replaces: inForce.has(file.path) ? (true as const) : undefined }) }
      return { ...event, content: file.text, data }
    }),
  ]
}

/** The instructions in force at the end of a context, by path. */
export function instructionsInForce(context: readonly AgentEvent[]): ReadonlyMap<string, AgentEventOf<'instructions'>> {
  const inForce = new Map<string, AgentEventOf<'instructions'>>()
  for (const event of context) {
    if (event.kind !== 'instructions') continue
    if (event.content === null) inForce.delete(event.data.path)
    else inForce.set(event.data.path, event)
  }
  return inForce
}

/** Identifies what a model is shown of a file. */
function textOf({ sha256, cut_bytes: cut = 0 }: InstructionsData): string {
  return `${sha256} ${cut}`
}

function dataOf({ path, origin, sha256, bytes, importedBy, cutBytes, notes, text }: InstructionFile): InstructionsData {
  const hidden = countHiddenCharacters(text)
  return {
    path,
    origin,
    sha256,
    bytes,
    ...defined({
      imported_by: importedBy ?? undefined,
      cut_bytes: cutBytes > 0 ? cutBytes : undefined,
      hidden_characters: hidden > 0 ? hidden : undefined,
      notes: notes.length > 0 ? notes : undefined,
    }),
  }
}

/** Characters that are invisible or change the direction of text, and can hide what a text says. */
const HIDDEN = /[\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{E0000}-\u{E007F}]/gu

/** Counts the invisible characters of a text. */
function countHiddenCharacters(text: string): number {
  return text.match(HIDDEN)?.length ?? 0
}
