import type { StoredKey } from '../../../shared/home-settings.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { FolderOf } from '../ports/tool-ports.ts'
import { foldGrowing } from '../fold-growing.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { AgentTree } from './agent-tree.ts'

/** The note that tells an agent about itself; an empty text means that there is none. */
export interface AgentIdentity {
  readonly agentId: AgentId
  readonly text: string
}

interface IdentityDependencies {
  readonly settings: SettingsStore
  readonly tree: AgentTree
  readonly folderOf: FolderOf
  /** The platform that tools run on: `Linux`, `macOS` or `Windows`. */
  readonly platform: string
}

/**
 * The identity notes of agents: id, name, parent, folder, date, platform. A note is written once, before the agent's
 * first request, and never changes: providers cache the beginning of requests, and some thinking is bound to it. A
 * later name or folder therefore does not appear in it, and children are named in the results of forks instead.
 *
 * A root's note follows the system prompt. A fork inherits that note too, so that its requests begin with the same
 * bytes as its parent's. A fork's own note is inserted where its own part of the context begins (`withIdentities`).
 */
export class AgentIdentities {
  readonly #dependencies: IdentityDependencies
  readonly #known = new Map<AgentId, string>()

  constructor(dependencies: IdentityDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns the notes of the root, of the ancestors whose events are in the context, and of the agent itself, in this
   * order; the notes of other ancestors would not be shown. `context`: the context of the next request. An agent that
   * has already answered in it without a note does not get one. `keep`: whether to store a new note, which is done when
   * it is sent.
   */
  async identitiesOf(
    agentId: AgentId,
    context: readonly AgentEvent[],
    keep: boolean,
  ): Promise<Result<readonly AgentIdentity[]>> {
    const identities: AgentIdentity[] = []
    const inContext = agentsIn(context)
    const isShown = (id: AgentId, depth: number): boolean => depth === 0 || id === agentId || inContext.has(id)
    for (const id of this.#dependencies.tree.lineage(agentId).toReversed().filter(isShown)) {
      const text = await this.#text(id, context, keep)
      if (!text.ok) return text
      identities.push({ agentId: id, text: text.value })
    }
    return ok(identities)
  }

  /**
   * Gives a new agent the note of an agent that has answered, so that its requests have the same bytes. Where the note
   * of that agent is shown too, it is shown once.
   */
  async copy(from: AgentId, to: AgentId): Promise<Result<null>> {
    const { settings } = this.#dependencies
    const stored = await settings.get(settingOf(from))
    return stored.ok ? settings.set(settingOf(to), stored.value ?? '') : stored
  }

  /** Lets the notes be read again: a redaction may have removed one. */
  forget(): void {
    this.#known.clear()
  }

  async #text(id: AgentId, context: readonly AgentEvent[], keep: boolean): Promise<Result<string>> {
    const known = this.#known.get(id)
    if (known !== undefined) return ok(known)
    const { settings } = this.#dependencies
    const stored = await settings.get(settingOf(id))
    if (!stored.ok) return stored
    if (typeof stored.value === 'string') return this.#remember(id, stored.value)
    const composed = await this.#compose(id, context)
    if (!composed.ok || !keep) return composed
    const replaced = await settings.replace(settingOf(id), null, composed.value)
    if (!replaced.ok) return replaced
    // If another engine stored a note first, that note counts.
    return replaced.value ? this.#remember(id, composed.value) : this.#text(id, context, keep)
  }

  #remember(id: AgentId, text: string): Result<string> {
    this.#known.set(id, text)
    return ok(text)
  }

  async #compose(id: AgentId, context: readonly AgentEvent[]): Promise<Result<string>> {
    const { tree, folderOf, platform } = this.#dependencies
    const agent = tree.get(id)
    const hasAnswered = context.some((event) => event.agentId === id && event.kind === 'assistant')
    if (agent === undefined || hasAnswered) return ok('')
    const folder = await folderOf(id)
    if (!folder.ok) return folder
    const place = `Your tools work in ${folder.value} on ${platform}.`
    return ok(agent.parentId === null ? rootText(agent, place) : forkText(agent, agent.parentId, place))
  }
}

const agentsIn = foldGrowing<AgentEvent, Set<AgentId>>(
  () => new Set(),
  (agents, { agentId }) => agents.add(agentId),
)

function rootText(agent: AgentRecord, place: string): string {
  return `About you: you are ${nameOf(agent)}, a root agent without a parent. This conversation began on ${dateOf(agent)}. ${place} \
Where this conversation was forked, a note in square brackets at the beginning of the fork says which agent you are from there on. \
The children that you fork are named in the results of your calls.`
}

function forkText(agent: AgentRecord, parentId: AgentId, place: string): string {
  return `[A fork begins here. From here on you are ${nameOf(agent)}, forked on ${dateOf(agent)} from the agent ${shortAgentId(parentId)} (id ${parentId}), your parent. \
${place} You reach your parent with \`send parent MESSAGE\`.]`
}

function nameOf({ id, name }: AgentRecord): string {
  return `the agent ${shortAgentId(id)} (id ${id}${name === '' ? '' : `, called ${JSON.stringify(name)}`})`
}

function dateOf({ createdAt }: AgentRecord): string {
  return createdAt.slice(0, 10)
}

function settingOf(id: AgentId): StoredKey {
  return `agent_identity:${id}`
}

/**
 * Returns the context with a note at the beginning of each fork's own part. A note has the id of the event before it,
 * so that an edit covers both or neither.
 */
export function withIdentities(
  context: readonly AgentEvent[],
  identities: readonly AgentIdentity[],
): readonly AgentEvent[] {
  const depths = new Map(identities.map(({ agentId }, depth) => [agentId, depth]))
  const last = identities.length - 1
  const shown = new Set(['', identities[0]?.text])
  let items = context
  for (const [depth, { agentId, text }] of identities.entries()) {
    // Show an ancestor's note only if some of its events were inherited.
    if (shown.has(text) || (depth < last && !context.some((event) => event.agentId === agentId))) continue
    shown.add(text)
    const own = items.findIndex((event) => (depths.get(event.agentId) ?? 0) >= depth)
    const at = own === -1 ? items.length : own
    items = items.toSpliced(at, 0, note(agentId, text, items[at - 1]?.id ?? 0))
  }
  return items
}

/** The note as an event. It is never recorded: the text is stored with the agent. */
function note(agentId: AgentId, content: string, id: number): AgentEvent {
  return { id, sessionId: 0, agentId, turnId: null, kind: 'user', content, data: null, createdAt: '' }
}

/** Blocks of the system prompt: the user's, then the root's note. */
export function systemBlocks(system: string | null, identities: readonly AgentIdentity[]): readonly string[] {
  const about = identities[0]?.text ?? ''
  return [...(system === null ? [] : [system]), ...(about === '' ? [] : [about])]
}
