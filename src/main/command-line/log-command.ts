import type { AgentEvent } from '../../shared/agent-event.ts'
import type { Engine } from '../core/engine.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { type Output, recordedLine } from './print-events.ts'

const PAGE = 500

/** `ikigai log AGENT`: every event of the agent's path, oldest first, inherited ones included. */
export async function logCommand(engine: Engine, prefix: string, json: boolean, output: Output): Promise<ExitCode> {
  const agent = await findAgent(engine, prefix)
  if (!agent.ok) {
    output.error(`${agent.error.message}\n`)
    return EXIT.usage
  }
  const pages: (readonly AgentEvent[])[] = []
  for (let beforeId = Number.MAX_SAFE_INTEGER, more = true; more;) {
    const page = await engine.history(agent.value.id, beforeId, PAGE)
    if (!page.ok) {
      output.error(`${page.error.message}\n`)
      return EXIT.turnFailed
    }
    pages.unshift(page.value.events)
    beforeId = page.value.events[0]?.id ?? 0
    more = page.value.hasOlder
  }
  for (const event of pages.flat())
    output.out(json ? `${JSON.stringify(recordedLine(event))}\n` : `${plainLine(event)}\n`)
  return EXIT.done
}

function plainLine(event: AgentEvent): string {
  const what = event.content ?? (event.data === null ? '' : JSON.stringify(event.data))
  return `${event.id}  ${event.createdAt}  ${event.kind}  ${what}`
}
