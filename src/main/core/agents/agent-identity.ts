import type { StoredKey } from '../../../shared/home-settings.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { type AgentId, type EventId, shortAgentId } from '../../../shared/ids.ts'
import { DONE, ok, type Result } from '../../../shared/result.ts'
import type { AgentTree } from './agent-tree.ts'
import type { ForkFacts } from './fork-facts.ts'
import type { FolderOf } from '../ports/tool-ports.ts'
import { foldGrowing } from '../fold-growing.ts'
import type { SettingsStore } from '../ports/log-ports.ts'

/** The note that tells an agent about itself; an empty text means that there is none. */
export interface AgentIdentity {
  readonly agentId: AgentId
  readonly text: string
}

interface IdentityDependencies {
  readonly settings: SettingsStore
  readonly tree: AgentTree
  readonly forks: Pick<ForkFacts, 'isDelegated'>
  readonly folderOf: FolderOf
  /** The platform that tools run on: `Linux`, `macOS` or `Windows`. */
  readonly platform: string
}

/**
 * What agents are told about the conversation and about themselves. A text is written once, before the agent's first
 * request, and never changes: providers cache the beginning of requests, and some thinking is bound to it.
 *
 * A root's text follows the system prompt. Its forks inherit it, so that their requests begin with the same bytes as
 * their parent's; it therefore says nothing that is true of one agent only. Agents that are compared, that edit or
 * repeat a prompt or that judge answers have no text of their own: their messages would differ by it. Only a fork with
 * a task of its own has one, a note that is inserted where its own part of the context begins (`withIdentities`).
 */
export class AgentIdentities {
  readonly #dependencies: IdentityDependencies
  readonly #texts = new Map<AgentId, string>()

  constructor(dependencies: IdentityDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns the texts of the root, of the ancestors whose events are in the context, and of the agent itself, in this
   * order; the notes of other ancestors would not be shown. A text is empty if there is none. `context`: the context of
   * the next request. An agent that has already answered in it without a text does not get one. `keep`: whether to store
   * a new text, which is done when it is sent.
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

  /**
   * Gives versions of the agent that continue right before an event of its context the note that it has there, so that
   * they are sent the same messages up to that event. `context`: that of the agent. Call it before the versions exist.
   */
  async carry(
    agentId: AgentId,
    { context, beforeId }: { readonly context: readonly AgentEvent[]; readonly beforeId: EventId },
    versions: readonly AgentId[],
  ): Promise<Result<null>> {
    const identities = await this.identitiesOf(agentId, context, true)
    if (!identities.ok) return identities
    const text = noteBefore(beforeId, withIdentities(context, identities.value))
    if (text === null) return DONE
    for (const id of versions) {
      const set = await this.#dependencies.settings.set(settingOf(id), text)
      if (!set.ok) return set
    }
    return DONE
  }

  /** Lets the notes be read again: a redaction may have removed one. */
  forget(): void {
    this.#texts.clear()
  }

  async #text(id: AgentId, context: readonly AgentEvent[], keep: boolean): Promise<Result<string>> {
    const known = this.#texts.get(id)
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
    this.#texts.set(id, text)
    return ok(text)
  }

  async #compose(id: AgentId, context: readonly AgentEvent[]): Promise<Result<string>> {
    const { tree, forks, folderOf, platform } = this.#dependencies
    const agent = tree.get(id)
    const hasAnswered = context.some((event) => event.agentId === id && event.kind === 'assistant')
    if (agent === undefined || hasAnswered) return ok('')
    const isDelegated = agent.parentId === null ? ok(true) : await forks.isDelegated(id)
    if (!isDelegated.ok) return isDelegated
    if (!isDelegated.value) return ok('')
    const folder = await folderOf(id)
    if (!folder.ok) return folder
    const text = agent.parentId === null ? rootText : forkText
    return ok(text(agent, { folder: folder.value, platform }))
  }
}

const agentsIn = foldGrowing<AgentEvent, Set<AgentId>>(
  () => new Set(),
  (agents, { agentId }) => agents.add(agentId),
)

interface Place {
  readonly folder: string
  readonly platform: string
}

/** Also read by forks, which may have a copy of the folder at another path. */
function rootText(agent: AgentRecord, { folder, platform }: Place): string {
  return `About this conversation: it began on ${dateOf(agent)}. Tools work on ${platform}. It began in the folder ${folder}; an agent that was \
forked from it may have a copy of that folder somewhere else. Relative paths begin in your own folder, whichever it is: prefer them. \
You are one of the agents of this conversation. Its forks share its beginning and this text, so neither says which of them you are. \
If you are a fork, you reach your parent with \`send parent MESSAGE\`; a root agent has none. \
Where a fork was given a task of its own, a note in square brackets in front of the task says which agent you are from there on. \
The children that you fork are named in the results of your calls. Put a block of Markdown that contains fences between longer fences.`
}

function forkText(agent: AgentRecord, { folder, platform }: Place): string {
  const parentId = agent.parentId ?? ''
  return `[A fork begins here. From here on you are ${nameOf(agent)}, forked on ${dateOf(agent)} from the agent ${shortAgentId(parentId)} (id ${parentId}), your parent. \
Your tools work in ${folder} on ${platform}. You reach your parent with \`send parent MESSAGE\`.]`
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

/** The session of notes. No recorded event has it. */
const NOT_RECORDED = 0

/** The note as an event. It is never recorded: the text is stored with the agent. */
function note(agentId: AgentId, content: string, id: EventId): AgentEvent {
  return { id, sessionId: NOT_RECORDED, agentId, turnId: null, kind: 'user', content, data: null, createdAt: '' }
}

/** Returns the note in front of an event, with nothing but instruction files between; null: there is none. */
function noteBefore(eventId: EventId, items: readonly AgentEvent[]): string | null {
  const at = items.findIndex(({ id, sessionId }) => id === eventId && sessionId !== NOT_RECORDED)
  const before = items.slice(0, Math.max(0, at)).findLast(({ kind }) => kind !== 'instructions')
  return before?.sessionId === NOT_RECORDED ? before.content : null
}

/** Blocks of the system prompt: the user's, then the root's text. */
export function systemBlocks(system: string | null, identities: readonly AgentIdentity[]): readonly string[] {
  const about = identities[0]?.text ?? ''
  return [...(system === null ? [] : [system]), ...(about === '' ? [] : [about])]
}
