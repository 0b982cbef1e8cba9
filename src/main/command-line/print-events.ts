import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AppError } from '../../shared/app-error.ts'
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
 * Prints every event as one line of JSON on stdout: live ones with their type, recorded ones with their kind. The
 * answers of commands and failures are said on stderr as well.
 */
export function jsonPrinter(output: Output): FeedPrinter {
  return {
    print(agentId, item) {
      if (item.type === 'live') output.out(`${jsonText({ agent: agentId, ...item.event })}\n`)
      if (item.type === 'live' && item.event.type === 'error') output.error(failureLine(item.event.error))
      if (item.type === 'recorded') output.out(`${jsonText(recordedLine(item.event))}\n`)
    },
    answered: ({ answer }) => output.error(`${answer}\n`),
  }
}

/** Returns what is said of a failure on stderr. */
export function failureLine({ category, message }: AppError): string {
  return `${category}: ${message}\n`
}

/** Returns a recorded event in the format of the command line. */
export function recordedLine(event: AgentEvent): Record<string, unknown> {
  return { agent: event.agentId, id: event.id, kind: event.kind, content: event.content, data: event.data }
}
