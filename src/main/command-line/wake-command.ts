import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { findAgent } from './find-agent.ts'

/** `ikigai wake AGENT on|off`: sets whether mail starts a turn of the agent. */
export async function wakeCommand(engine: Engine, prefix: string, state: string, output: Output): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok || (state !== 'on' && state !== 'off')) {
    output.error(`${agent.ok ? `Say on or off, not ${state}.` : agent.error.message}\n`)
    return EXIT.usage
  }
  const set = await engine.agents.setWakeOnMail({ agentId: agent.value.id, wakes: state === 'on' })
  if (!set.ok) output.error(`${set.error.message}\n`)
  return set.ok ? EXIT.done : EXIT.turnFailed
}
