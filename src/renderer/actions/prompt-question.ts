import { refsOf } from '../../shared/attachment.ts'
import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import { readsAsPrompt } from '../../shared/slash-commands.ts'
import type { PriceQuestion } from './price-actions.ts'

/**
 * Returns the request whose price matters for the content of a prompt box: that of the prompt, of the summary for
 * `/compress`, or of the next prompt after `/model`. Null: the content leads to no request.
 */
export function promptQuestion(agentId: AgentId, { text, asText, attachments = [] }: Draft): PriceQuestion | null {
  const trimmed = text.trim()
  const files = attachments.length === 0 ? {} : { attachments: refsOf(attachments) }
  if (trimmed === '' && attachments.length === 0) return null
  // Of several lines, some may be commands; together they cost about as much as their text.
  const isCommand = trimmed.startsWith('/') && !trimmed.includes('\n') && !isTextOnly({ text, asText })
  if (!isCommand) return { agentId, text, ...files }
  const [command, argument, ...more] = trimmed.split(/\s+/)
  if (command === '/compress') return { agentId, purpose: 'compress' }
  if (command === '/model' && argument !== undefined && more.length === 0) return { agentId, models: [argument] }
  return null
}

/**
 * Returns the requests whose prices matter for the content of a prompt box with further models: the agent's own first.
 * A command or a script goes to no further model.
 */
export function askQuestions(agentId: AgentId, draft: Draft, models: readonly string[]): readonly PriceQuestion[] {
  const own = promptQuestion(agentId, draft)
  if (own === null) return []
  const isPrompt = draft.asText || draft.text.trim() === '' || readsAsPrompt(draft.text)
  return models.length === 0 || !isPrompt ? [own] : [own, { ...own, models }]
}

/** Returns how many models are asked, given `askQuestions`; 0: only the agent's own. */
export function asksModels([, others]: readonly PriceQuestion[]): number {
  return others?.models === undefined ? 0 : others.models.length + 1
}

/** Returns the requests that sending the prompt to these agents makes. */
export function sentQuestions(agentIds: readonly AgentId[], prompt: Draft): readonly PriceQuestion[] {
  return agentIds
    .map((agentId) => promptQuestion(agentId, prompt))
    .filter((question) => question !== null)
    .filter(isSent)
}

/** Whether sending the text makes the request; choosing a model makes none. */
export function isSent({ models }: PriceQuestion): boolean {
  return models === undefined
}

/**
 * Returns whether plain text differs from typed text here: typed, it would run a command, be refused, or lose a slash.
 */
export function isTextOnly({ text, asText }: Draft): boolean {
  return asText && text.trim() !== '' && !readsAsPrompt(text)
}
