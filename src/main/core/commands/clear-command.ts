import type { NewEvent } from '../../../shared/agent-event.ts'
import { type CommandDecision, type CommandSituation, refusal } from './command.ts'

const BUSY = 'Cannot clear the context while response is streaming. Wait for completion or press Ctrl+C to cancel.'
const UNDO = '--undo'

/**
 * `/clear` empties the context, `/clear MARK` rewinds it; the log keeps everything (docs/behaviour/commands.md#clear).
 */
export function decideClear(args: string, situation: CommandSituation): CommandDecision {
  const { agent, context, isBusy } = situation
  if (isBusy) return refusal(BUSY)
  if (args === UNDO) return decideUndo(situation)
  const from = { agentId: agent.id, turnId: null } as const
  if (args === '') return accept('Context cleared.', { ...from, kind: 'clear', content: null, data: null })
  const target = context.marks.get(args)
  if (target === undefined) return refusal(unknownMark(args, context.marks))
  const data = { mark: args, target_id: target }
  return accept(`Rewound to '${args}'.`, { ...from, kind: 'rewind', content: null, data })
}

/** Undoes the agent's last clear, rewind or summary. Later messages stay. */
function decideUndo({ agent, context: { lastEdit } }: CommandSituation): CommandDecision {
  if (lastEdit === null) return refusal('Nothing to undo: this agent has cleared, rewound or compressed nothing.')
  const data = { target_id: lastEdit.id, undoes: lastEdit.id }
  return accept(`Undone: ${wordsFor(lastEdit)}.`, {
    agentId: agent.id,
    turnId: null,
    kind: 'rewind',
    content: null,
    data,
  })
}

function wordsFor(edit: NonNullable<CommandSituation['context']['lastEdit']>): string {
  if (edit.kind === 'summary') return '/compress'
  if (edit.kind === 'clear') return '/clear'
  return edit.data.mark === undefined ? 'the rewind' : `/clear ${edit.data.mark}`
}

function accept(answer: string, event: NewEvent): CommandDecision {
  return { type: 'accepted', answer, change: { events: [event] } }
}

/** Error text for an unknown mark; it lists the existing marks. */
export function unknownMark(name: string, marks: ReadonlyMap<string, number>): string {
  const known = marks.size === 0 ? 'This agent has no marks.' : `Marks: ${[...marks.keys()].join(', ')}`
  return `Unknown mark: ${name}\n${known}`
}
