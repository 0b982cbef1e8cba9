import { type CommandDecision, type CommandSituation, refusal } from './command.ts'

/** `/mark NAME`: a named boundary; re-using a name moves it (docs/behaviour/commands.md#mark). */
export function decideMark(args: string, { agent }: CommandSituation): CommandDecision {
  if (args === '') return refusal('A mark needs a name: /mark NAME')
  if (/\s/.test(args)) return refusal(`A mark's name has no spaces in it: /mark ${args.replaceAll(/\s+/g, '_')}`)
  return {
    type: 'accepted',
    answer: `Checkpoint '${args}' created.`,
    change: { events: [{ agentId: agent.id, turnId: null, kind: 'mark', content: null, data: { name: args } }] },
  }
}
