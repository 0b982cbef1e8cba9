import { meantHint } from '../../../shared/nearest-name.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import { newestToLeaveOut } from '../../../shared/left-out.ts'
import { type CommandDecision, type CommandSituation, refusal } from './command.ts'

const BUSY = 'Cannot clear the context while response is streaming. Wait for completion or press Ctrl+C to cancel.'
const UNDO = '--undo'
/** With the id of a message, or without. */
const RESULT = /^--result(?:\s+#?(\d+))?$/

/**
 * `/clear` empties the context, `/clear MARK` rewinds it, `/clear --result` leaves results out; the log keeps everything
 * (docs/behaviour/commands.md#clear).
 */
export function decideClear(args: string, situation: CommandSituation): CommandDecision {
  const { agent, context, isBusy } = situation
  if (isBusy) return refusal(BUSY)
  if (args === UNDO) return decideUndo(situation)
  const result = RESULT.exec(args)
  if (result !== null && situation.by === 'model') return refusal('Only the user leaves results out.')
  if (result !== null) return decideResult(situation, result[1] === undefined ? undefined : Number(result[1]))
  const from = { agentId: agent.id, turnId: null } as const
  if (args === '') return accept('Context cleared.', { ...from, kind: 'clear', content: null, data: null })
  const target = context.marks.get(args)
  if (target === undefined) return refusal(unknownMark(args, context.marks))
  const data = { mark: args, target_id: target }
  return accept(`Rewound to '${args}'.`, { ...from, kind: 'rewind', content: null, data })
}

/** Leaves the newest results and files, or those of one message, out of the context. */
function decideResult({ agent, context: { items } }: CommandSituation, id: number | undefined): CommandDecision {
  const found = newestToLeaveOut(items, id)
  if (found.length === 0) {
    const where = id === undefined ? 'since the last answer' : `in message ${id}`
    return refusal(`There is no result and no file ${where} that could be left out.`)
  }
  const events = found.map((event): NewEvent => ({
    agentId: agent.id,
    turnId: null,
    kind: 'rewind',
    content: null,
    data: { target_id: event.id, leaves_out: true },
  }))
  const count = found.length === 1 ? 'One message' : `${found.length} messages`
  return {
    type: 'accepted',
    answer: `${count} left out: models read a note instead. /clear --undo takes the last one back.`,
    change: { events },
  }
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
  if (edit.data.leaves_out === true) return '/clear --result'
  return edit.data.mark === undefined ? 'the rewind' : `/clear ${edit.data.mark}`
}

function accept(answer: string, event: NewEvent): CommandDecision {
  return { type: 'accepted', answer, change: { events: [event] } }
}

/** Error text for an unknown mark; it lists the existing marks. */
export function unknownMark(name: string, marks: ReadonlyMap<string, number>): string {
  const hint = meantHint(name, [...marks.keys()])
  const known = marks.size === 0 ? 'This agent has no marks.' : `Marks: ${[...marks.keys()].join(', ')}`
  return `Unknown mark: ${name}${hint === '' ? '' : `.${hint}`}\n${known}`
}
