import type { ScriptedBlock } from '../support/provider-simulator/answer.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** One request in so many is answered with calls. */
const CALLS_EVERY = 4

/** Strict, and as long at work as somebody wishes. Tells the environment by which an engine reaches it. */
const simulator = await startSimulator({
  remembers: false,
  answerWith: (request) => ({ type: 'script', blocks: [text(), ...calls(request)], tokensPerSecond: 2_000 }),
})
process.send?.(simulator.environment())
process.on('disconnect', () => process.exit())

function text(): ScriptedBlock {
  return { type: 'text', text: 'word '.repeat(1 + Math.floor(Math.random() * 600)) }
}

/** A program, and a search of files: real ones. */
function calls({ body }: SimulatorRequest): readonly ScriptedBlock[] {
  if (body['tools'] === undefined || Math.random() * CALLS_EVERY > 1) return []
  return [
    { type: 'tool_call', name: 'bash', arguments: { command: 'echo some output; seq 1 200' } },
    { type: 'tool_call', name: 'glob', arguments: { pattern: '*' } },
  ]
}
