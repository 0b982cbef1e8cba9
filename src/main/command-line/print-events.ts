import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Output } from '../process-output.ts'

/** Prints the events of agents. */
export interface FeedPrinter {
  print(agentId: AgentId, item: AgentFeedItem): void
  /** Prints the answer of a command, whole and on lines of its own. */
  answered(command: AnsweredCommand): void
}

/** A command that was carried out. */
export interface AnsweredCommand {
  readonly agentId: AgentId
  /** As typed. */
  readonly line: string
  readonly answer: string
}

/**
 * Prints every event as one line of JSON on stdout: live ones with their type, recorded ones with their kind. Commands are
 * recorded with their answers, which stderr shows as text.
 */
export function jsonPrinter(output: Output): FeedPrinter {
  return {
    print(agentId, item) {
      if (item.type === 'live') output.out(`${jsonText({ agent: agentId, ...item.event })}\n`)
      if (item.type === 'recorded') output.out(`${jsonText(recordedLine(item.event))}\n`)
    },
    answered: ({ answer }) => output.error(`${answer}\n`),
  }
}

/** Returns a recorded event in the format of the command line. */
export function recordedLine(event: AgentEvent): Record<string, unknown> {
  return { agent: event.agentId, id: event.id, kind: event.kind, content: event.content, data: event.data }
}
