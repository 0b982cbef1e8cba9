import { homedir } from 'node:os'

import { type AgentId, shortAgentId } from '../../shared/ids.ts'
import type { Result } from '../../shared/result.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'
import { jsonPrinter } from './print-events.ts'
import { TextPrinter } from './text-printer.ts'
import { TurnWatcher } from './turn-watcher.ts'

interface SentPrompt {
  readonly agentId: AgentId
  readonly json: boolean
  /** Sends one prompt to the agent. */
  send(): Promise<Result<{ readonly turnStarted: boolean }>>
}

/** Sends a prompt and prints the turn that it starts until its end. Ctrl+C cancels the turn. */
export async function sendAndWait(
  engine: Engine,
  { agentId, json, send }: SentPrompt,
  output: Output,
): Promise<ExitCode> {
  const printer = json
    ? jsonPrinter(output)
    : new TextPrinter(output, {
        nameOf: (id) => shortAgentId(id),
        modelOf: () => null,
        showsThinking: false,
        homeDirectory: homedir(),
        now: () => Date.now(),
      })
  const watcher = new TurnWatcher(engine, printer)
  const signal = interruptSignal()
  const cancel = (): void => void engine.agents.cancel({ agentId })
  signal.addEventListener('abort', cancel)
  await watcher.watch(agentId)
  try {
    const sent = await send()
    if (!sent.ok) return failed(sent, output)
    if (!sent.value.turnStarted) {
      output.error('The prompt is queued. It is sent when the running turn has ended.\n')
      return EXIT.done
    }
    const end = await watcher.turnEnd(agentId)
    return end === 'failed' ? EXIT.turnFailed : end === 'cancelled' ? EXIT.cancelled : EXIT.done
  } finally {
    signal.removeEventListener('abort', cancel)
    await watcher.close()
  }
}
