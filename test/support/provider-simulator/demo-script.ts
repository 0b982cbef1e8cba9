import { demoReply } from '../../../src/main/adapters/providers/demo/demo-script.ts'
import type { Answer, ScriptedBlock } from './answer.ts'
import { spokenTexts } from './conversation-texts.ts'
import type { Simulator, SimulatorOptions } from './simulator.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { startSimulator } from './start-simulator.ts'

/** Starts a simulator that answers every prompt with the demo. */
export function startDemoSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  return startSimulator({ answerWith: demoAnswer, ...options })
}

/** Returns the demo's answer to a request: thinking first, at reading speed. */
export function demoAnswer(request: SimulatorRequest): Answer {
  const { thinking, text, tokensPerSecond } = demoReply(request.host, spokenTexts(request))
  const blocks: ScriptedBlock[] = [
    { type: 'thinking', text: thinking },
    { type: 'text', text },
  ]
  return { type: 'script', blocks, chunkSize: 12, tokensPerSecond }
}
