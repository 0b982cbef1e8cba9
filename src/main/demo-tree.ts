import type { AgentFeedItem } from '../shared/agent-view.ts'
import type { AgentId } from '../shared/ids.ts'
import { API_PROVIDERS } from '../shared/providers.ts'
import { ok, type Result } from '../shared/result.ts'
import type { Engine } from './core/engine.ts'

const OPENING = 'What can I do here?'
const MARK = 'start'
const FOLLOW_UP = 'Show me a code sample with a table.'
/** What the compared agents are asked when a window shows them. */
const QUESTION = 'OAuth 2 or JWT for the login of a small web application?'

/**
 * Fills the demo's database: an answered question with a mark, a fork that went on from there, and two forks with other
 * models, which the window opens on side by side with their parent. Returns these three, which have no question yet.
 */
export async function plantDemoTree(engine: Engine): Promise<Result<readonly AgentId[]>> {
  const { agents, settings } = engine
  const root = await agents.create({ model: modelOf('anthropic') })
  if (!root.ok) return root
  const asker = root.value.id
  const opened = await agents.submit({ agentId: asker, text: OPENING })
  if (!opened.ok) return opened
  await turnEnd(engine, asker)
  const marked = await agents.submit({ agentId: asker, text: `/mark ${MARK}` })
  if (!marked.ok) return marked
  const forked = await agents.fork({ agentId: asker, models: [], mark: MARK, prompt: FOLLOW_UP })
  if (!forked.ok) return forked
  await Promise.all(forked.value.map(({ id }) => turnEnd(engine, id)))
  const others = await agents.fork({ agentId: asker, models: [modelOf('openai'), modelOf('google')] })
  if (!others.ok) return others
  // Their first prompts are the same, so they would have the same name.
  const named = await Promise.all(
    others.value.map(({ id, modelName = '' }) => agents.rename({ agentId: id, name: modelName })),
  )
  const refused = named.find((each) => !each.ok)
  if (refused !== undefined) return refused
  const compared = [asker, ...others.value.map(({ id }) => id)]
  const arranged = await settings.set({ key: 'layout', value: layoutOf(compared) })
  if (!arranged.ok) return arranged
  const shown = await settings.set({ key: 'comparisons', value: comparisonOf(compared) })
  return shown.ok ? ok(compared) : shown
}

/**
 * Returns the engine with its agents' feeds as usual, except that the first window that follows one of `compared` has
 * them asked: their answers stream while it is watched. Later windows, and the same one after a reload, see what was
 * answered.
 */
export function askWhenShown(
  engine: Engine,
  compared: readonly AgentId[],
  onRefusal: (reason: string) => void,
): Engine {
  let isAsked = false
  async function ask(): Promise<void> {
    if (isAsked) return
    isAsked = true
    const asked = await Promise.all(compared.map((agentId) => engine.agents.submit({ agentId, text: QUESTION })))
    for (const one of asked) if (!one.ok) onRefusal(one.error.message)
  }
  return {
    ...engine,
    agents: {
      ...engine.agents,
      subscribe(request, signal) {
        if (compared.includes(request.agentId)) void ask()
        return engine.agents.subscribe(request, signal)
      },
    },
  }
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
async function turnEnd({ agents }: Engine, agentId: AgentId): Promise<void> {
  const stop = new AbortController()
  for await (const items of agents.subscribe({ agentId }, stop.signal)) {
    if (!items.some(isAtRest)) continue
    stop.abort()
    break
  }
}

function isAtRest(item: AgentFeedItem): boolean {
  if (item.type === 'live') return item.event.type === 'turn_ended'
  return (
    item.type === 'snapshot' && item.view.turn === null && item.view.events.some(({ kind }) => kind === 'assistant')
  )
}
