import type { NewEvent } from '../../../shared/agent-event.ts'
import type { EngineApi } from '../../../shared/engine-api.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { branchPart, NO_TEXT, tooLong, type WrittenPart } from './branch-part.ts'
import { whileLeased } from './while-leased.ts'
import { defined } from '../../../shared/defined.ts'
import type { CommandServices } from './command-services.ts'

const BUSY = 'Wait until the turn has ended, or stop it. Then add the merged text.'
const ARCHIVED = 'This agent is archived. Take it out of the archive first, or merge into another one.'
const SELF = 'A branch cannot be merged into itself. Choose another agent.'
const NOT_WRITER = 'The text of a merge is written in a fork of the branch. Choose a fork of it.'
const WRITING = 'The text is still being written. Wait until the turn has ended.'

/** Records votes on answers and texts that were merged from them. */
export function createComparisonOperations(services: CommandServices): EngineApi['comparisons'] {
  const { registry, hub } = services

  async function record(event: NewEvent): Promise<Result<null>> {
    return mapOk(await hub.record({ events: [event] }), () => null)
  }

  return {
    vote: async ({ answer, over, withdrawn }) => {
      if (registry.tree.get(answer.agent) === undefined) return refuse(`No agent: ${answer.agent}`)
      const data = { answer, over, ...defined({ withdrawn: withdrawn ? (true as const) : undefined }) }
      return record({ agentId: answer.agent, turnId: null, kind: 'vote', content: null, data })
    },
    addMerge: ({ agentId, text, sources, merged }) =>
      whileFree(services, agentId, async () => {
        if (text.trim() === '') return refuse(NO_TEXT)
        return record({ agentId, turnId: null, kind: 'merge', content: text, data: { sources, merged } })
      }),
    mergeBranch: (wish) => mergeBranch(services, wish),
  }
}

type MergeWish = Parameters<EngineApi['comparisons']['mergeBranch']>[0]

/** The source is read while the target is held, so that what is recorded is what the source contains then. */
async function mergeBranch(
  services: CommandServices,
  wish: MergeWish,
): ReturnType<EngineApi['comparisons']['mergeBranch']> {
  const { registry, contexts, hub } = services
  const { source, into, preview = false } = wish
  if (registry.tree.get(source) === undefined) return refuse(`No agent: ${source}`)
  if (source === into) return refuse(SELF)
  const isArchived = registry.tree.lineage(into).some((id) => isArchivedAgent(registry, id))
  if (isArchived) return refuse(ARCHIVED)
  return whileFree(services, into, async () => {
    const context = await contexts.contextOf(source)
    if (!context.ok) return context
    const written = await writtenPart(services, wish)
    if (!written.ok) return written
    const part = branchPart(context.value.items, wish, written.value)
    if (!part.ok) return part
    const { answer, ...merge } = part.value
    if (preview) return ok({ ...merge, eventId: null })
    const tooMuch = tooLong(merge)
    if (tooMuch !== null) return refuse(tooMuch)
    const isAnswer = merge.text === answer.content
    const { model } = answer.data
    const data = {
      sources: [merge.source],
      merged: {
        agent: answer.agentId,
        events: [answer.id],
        ...defined({ model: isAnswer && model !== undefined ? model : undefined }),
      },
      branch: isAnswer ? (written.value === null ? ('answer' as const) : ('model' as const)) : ('person' as const),
    }
    const recorded = await hub.record({
      events: [{ agentId: into, turnId: null, kind: 'merge', content: merge.text, data }],
    })
    return mapOk(recorded, ({ events }) => ({ ...merge, eventId: events[0]?.id ?? null }))
  })
}

/** Returns what the writer wrote about the branch; null: a model was not asked. */
async function writtenPart(
  { registry, contexts, loop }: CommandServices,
  { source, writer }: MergeWish,
): Promise<Result<WrittenPart | null>> {
  if (writer === undefined) return ok(null)
  if (registry.tree.get(writer)?.parentId !== source) return refuse(NOT_WRITER)
  if (loop.isBusy(writer)) return refuse(WRITING)
  return mapOk(await contexts.contextOf(writer), ({ items }) => ({ agent: writer, items }))
}

function isArchivedAgent(registry: AgentRegistry, id: AgentId): boolean {
  const agent = registry.tree.get(id)
  return agent !== undefined && registry.summary(agent).archived === true
}

/** Does something to the context of a live agent while no engine runs a turn of it. */
function whileFree<T>(
  { registry, loop, leases, order }: CommandServices,
  agentId: AgentId,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  return order.run(agentId, async () => {
    const agent = registry.tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    if (agent.status === 'killed') return refuse(AGENT_KILLED)
    if (loop.isBusy(agentId)) return refuse(BUSY)
    return whileLeased(leases, agentId, BUSY, work)
  })
}
