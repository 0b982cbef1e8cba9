import { type AgentId, type EventId, shortAgentId } from '../../../shared/ids.ts'

/** Longer subjects are cut, UTF-16 units. */
const MAX_SUBJECT = 72

/** Returns the message of a commit of an agent's changes, with trailers that say where they come from. */
export function commitMessage({
  agentId,
  name,
  message,
  models,
  eventId,
}: {
  readonly agentId: AgentId
  /** The name of the agent; may be empty. */
  readonly name: string
  /** What the user wrote; empty: the name is the subject. */
  readonly message: string
  /** `PROVIDER/MODEL`. */
  readonly models: readonly string[]
  /** The newest change of the agent that the commit contains; null: it is not known. */
  readonly eventId: EventId | null
}): string {
  const written = message.replaceAll('\0', '').trim()
  const trailers = [
    `Ikigai-Agent: ${agentId}`,
    ...models.map((model) => `Ikigai-Model: ${oneLine(model)}`),
    ...(eventId === null ? [] : [`Ikigai-Event: ${eventId}`]),
  ]
  return `${written === '' ? subjectOf(name, agentId) : written}\n\n${trailers.join('\n')}\n`
}

function subjectOf(name: string, agentId: AgentId): string {
  const subject = oneLine(name)
  if (subject === '') return `Apply the changes of agent ${shortAgentId(agentId)}`
  return subject.length <= MAX_SUBJECT ? subject : `${subject.slice(0, MAX_SUBJECT - 1).trimEnd()}…`
}

/** Without line breaks, a name cannot add trailers. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}
