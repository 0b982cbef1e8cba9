import type { AgentFeedItem } from '../shared/agent-view.ts'
import type { AgentId } from '../shared/ids.ts'
import { API_PROVIDERS } from '../shared/providers.ts'
import { ok, type Result } from '../shared/result.ts'
import type { Engine } from './core/engine.ts'

const QUESTION = 'OAuth 2 or JWT for the login of a small web application?'
const MARK = 'tokens'
const FOLLOW_UP = 'Show me a code sample for that.'

/**
 * Fills the demo's database: one question to three models, whose comparison the window opens on, a mark after the first
 * answer, and a fork that goes on from there.
 */
export async function plantDemoTree(engine: Engine): Promise<Result<null>> {
  const { agents, settings } = engine
  const root = await agents.create({ model: modelOf('anthropic') })
  if (!root.ok) return root
  const asker = root.value.id
  const asked = await agents.ask({ agentId: asker, text: QUESTION, models: [modelOf('openai'), modelOf('google')] })
  if (!asked.ok) return asked
  const compared = [asker, ...asked.value.map(({ id }) => id)]
  await Promise.all(compared.map((agentId) => turnEnd(engine, agentId)))
  const marked = await agents.submit({ agentId: asker, text: `/mark ${MARK}` })
  if (!marked.ok) return marked
  const forked = await agents.fork({ agentId: asker, models: [], prompt: FOLLOW_UP })
  if (!forked.ok) return forked
  await Promise.all(forked.value.map(({ id }) => turnEnd(engine, id)))
  const arranged = await settings.set({ key: 'layout', value: layoutOf(compared) })
  if (!arranged.ok) return arranged
  return settings.set({ key: 'comparisons', value: comparisonOf(compared) })
}

function modelOf(provider: 'anthropic' | 'openai' | 'google'): string {
  return API_PROVIDERS[provider].defaultModel ?? provider
}

/** The comparison of these agents, shown instead of the panes. What is missing has its default. */
function comparisonOf(agents: readonly AgentId[]) {
  const id = agents.join(' ')
  return { list: [{ id, agents: [...agents], judges: [], adopted: null, draft: '' }], active: id }
}

/** Three panes side by side, the first with the focus. */
function layoutOf(agents: readonly AgentId[]) {
  return {
    columns: agents.map((id) => [id]),
    focused: agents[0] ?? null,
    maximised: null,
    recent: [...agents],
    sizes: {},
    treeVisible: true,
    treeWidth: null,
    collapsed: [],
  }
}

/** Resolves when the agent has an answer and no turn. */
async function turnEnd({ agents }: Engine, agentId: AgentId): Promise<Result<null>> {
  const stop = new AbortController()
  for await (const items of agents.subscribe({ agentId }, stop.signal)) {
    if (!items.some(isAtRest)) continue
    stop.abort()
    break
  }
  return ok(null)
}

function isAtRest(item: AgentFeedItem): boolean {
  if (item.type === 'live') return item.event.type === 'turn_ended'
  return (
    item.type === 'snapshot' && item.view.turn === null && item.view.events.some(({ kind }) => kind === 'assistant')
  )
}
