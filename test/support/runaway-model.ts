import { type ScriptedBlock, textAnswer } from './provider-simulator/answer.ts'
import type { Answerer } from './provider-simulator/answer.ts'
import type { SimulatorRequest } from './provider-simulator/simulator-request.ts'

/** Returns a call of the tool `slash`. */
export function slash(command: string, args: string): ScriptedBlock {
  return { type: 'tool_call', name: 'slash', arguments: { command, args } }
}

/** Whether the newest message of a request (Anthropic) has results of calls. */
function hasResults({ body }: SimulatorRequest): boolean {
  const messages: unknown = body['messages']
  return Array.isArray(messages) && JSON.stringify(messages.at(-1)).includes('"tool_result"')
}

/** A model that makes these calls at the beginning of every turn, and ends the turn after their results. */
export function callsInEveryTurn(blocks: (request: SimulatorRequest) => readonly ScriptedBlock[]): Answerer {
  return (request) => (hasResults(request) ? textAnswer('Done.') : { type: 'script', blocks: blocks(request) })
}
