import { type CommandDecision, type CommandSituation, refuse } from './command.ts'

const BUSY = 'Cannot clear the context while response is streaming. Wait for completion or press Ctrl+C to cancel.'

/** `/clear` empties the context, `/clear MARK` rewinds it; the log keeps everything (context-management.md § /clear). */
export function decideClear(args: string, { agent, context, isBusy }: CommandSituation): CommandDecision {
  if (isBusy) return refuse(BUSY)
  const from = { agentId: agent.id, turnId: null } as const
  if (args === '') {
    const event = { ...from, kind: 'clear', content: null, data: null } as const
    return { type: 'accepted', answer: 'Context cleared.', change: { events: [event] } }
  }
  const target = context.marks.get(args)
  if (target === undefined) return refuse(unknownMark(args, context.marks))
  const event = { ...from, kind: 'rewind', content: null, data: { mark: args, target_id: target } } as const
  return { type: 'accepted', answer: `Rewound to '${args}'.`, change: { events: [event] } }
}

/** The words for a mark that is not there, with those that are. */
export function unknownMark(name: string, marks: ReadonlyMap<string, number>): string {
  const known = marks.size === 0 ? 'This agent has no marks.' : `Marks: ${[...marks.keys()].join(', ')}`
  return `Unknown mark: ${name}\n${known}`
}
