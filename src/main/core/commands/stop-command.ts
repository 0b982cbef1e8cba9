import { type CommandDecision, type CommandSituation, refusal } from './command.ts'

/** `/stop [all]`: ends the running turns of the agent and its descendants, or of all agents, in any engine. */
export function decideStop(args: string, { agent }: CommandSituation): CommandDecision {
  if (args === '') return { type: 'stop', agentId: agent.id }
  if (args.toLowerCase() === 'all') return { type: 'stop', agentId: null }
  return refusal('Usage: /stop [all]')
}

export function stopAnswer(turns: number): string {
  return turns === 0 ? 'Nothing was running.' : `Stopped ${turns} ${turns === 1 ? 'turn' : 'turns'}.`
}
