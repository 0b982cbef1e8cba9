import { type AgentId, shortAgentId, type TurnId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { CheckpointLog } from '../ports/search-ports.ts'
import { checkpointsIn } from './change-spans.ts'

/** The most prompts that a proposal lists. */
const MAX_PROMPTS = 20
/** Longer lines are cut, UTF-16 units. */
const MAX_LINE = 200
const MAX_TITLE = 72

/** Returns a title and a text for a pull request: the agent's name, and the first lines of the prompts that changed files. */
export async function requestText(
  { agentId, name }: { readonly agentId: AgentId; readonly name: string },
  search: CheckpointLog,
): Promise<Result<{ readonly title: string; readonly body: string }>> {
  const found = await search.checkpoints(agentId)
  if (!found.ok) return found
  const turns = [...new Set(checkpointsIn(found.value).flatMap(({ turnId }) => turnId ?? []))]
  const prompts: string[] = []
  for (const turnId of turns.slice(-MAX_PROMPTS)) {
    const prompt = await promptOf(agentId, turnId, search)
    if (!prompt.ok) return prompt
    if (prompt.value !== '') prompts.push(cut(prompt.value, MAX_LINE))
  }
  const title =
    cut(oneLine(name), MAX_TITLE) || cut(prompts[0] ?? '', MAX_TITLE) || `Changes of agent ${shortAgentId(agentId)}`
  return ok({ title, body: prompts.map((prompt) => `- ${prompt}`).join('\n') })
}

async function promptOf(agentId: AgentId, turnId: TurnId, search: CheckpointLog): Promise<Result<string>> {
  const events = await search.turn(agentId, turnId)
  if (!events.ok) return events
  const prompt = events.value.find(({ kind }) => kind === 'user')?.content ?? ''
  return ok(oneLine(prompt.split('\n').find((line) => line.trim() !== '') ?? ''))
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}
