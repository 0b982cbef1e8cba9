import { realpath } from 'node:fs/promises'

import type {
  AgentContext,
  ListSessionsRequest,
  ListSessionsResponse,
  SessionConfigOption,
  SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'

import type { AgentSummary } from '../../../shared/agent-summary.ts'
import { agentsOfItem, type EngineFeedItem } from '../../../shared/engine-state.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'
import type { Engine } from '../../core/engine.ts'
import { AcpSession } from './acp-session.ts'
import { chooseOption } from './choose-option.ts'
import { sessionCommands, sessionOptions } from './session-options.ts'
import { defined } from '../../../shared/defined.ts'

/** What an editor is told about a session that it opened. */
export interface EditorSession {
  readonly sessionId: AgentId
  readonly configOptions: SessionConfigOption[]
}

/** Sessions on a page of the list. */
const PAGE = 50

/** The agents of the tree as sessions of one editor. */
export class AcpSessions {
  readonly #engine: Engine
  readonly #client: AgentContext
  readonly #open = new Map<AgentId, AcpSession>()
  readonly #agents = new Map<AgentId, AgentSummary>()

  constructor(engine: Engine, client: AgentContext) {
    this.#engine = engine
    this.#client = client
  }

  /** Follows the tree until the signal aborts. Resolves when it is known. */
  async follow(signal: AbortSignal): Promise<void> {
    const feed = this.#engine.engine.subscribe(undefined, signal)[Symbol.asyncIterator]()
    const first = await feed.next()
    if (first.done === true) return
    for (const agent of first.value.flatMap(agentsOfItem)) this.#agents.set(agent.id, agent)
    void this.#followRest(feed)
  }

  /** Makes a root agent that works in the folder. */
  async create(cwd: string): Promise<Result<EditorSession>> {
    const folder = await realFolder(cwd)
    if (!folder.ok) return folder
    const made = await this.#engine.local.createAgent({ folder: folder.value })
    if (!made.ok) return made
    this.#agents.set(made.value.id, made.value)
    return this.#attach(made.value.id, folder.value)
  }

  /** Opens an agent of the tree; with `replays`, its context is sent first. REFUSED if it works in another folder. */
  async open(
    agentId: AgentId,
    cwd: string,
    { replays }: { readonly replays: boolean },
  ): Promise<Result<EditorSession>> {
    const folder = await this.#folderOf(agentId, cwd)
    return folder.ok ? this.#attach(agentId, folder.value, { replays }) : folder
  }

  /** Forks an agent and opens the child. REFUSED if it works in another folder. */
  async fork(agentId: AgentId, cwd: string): Promise<Result<EditorSession>> {
    const folder = await this.#folderOf(agentId, cwd)
    if (!folder.ok) return folder
    const forked = await this.#engine.agents.fork({ agentId, models: [] })
    if (!forked.ok) return forked
    const [child] = forked.value
    if (child === undefined) return refuse('Nothing was forked.')
    this.#agents.set(child.id, child)
    return this.#attach(child.id, folder.value)
  }

  /** Lists the agents of a folder, or all, the last active first. */
  async list({ cwd, cursor }: ListSessionsRequest): Promise<ListSessionsResponse> {
    const wanted = cwd == null ? null : await realFolder(cwd)
    const known = [...this.#agents.values()].filter(({ status, archived }) => status !== 'killed' && archived !== true)
    const sessions = []
    for (const agent of known.sort((one, other) => activeAt(other).localeCompare(activeAt(one)))) {
      const its = await this.#engine.agents.folder({ agentId: agent.id })
      if (!its.ok || (wanted !== null && !(wanted.ok && wanted.value === its.value.folder))) continue
      sessions.push({ sessionId: agent.id, cwd: its.value.folder, title: agent.name, updatedAt: activeAt(agent) })
    }
    const begin = Number(cursor ?? 0)
    const next = begin + PAGE
    return {
      sessions: sessions.slice(begin, next),
      ...defined({ nextCursor: next < sessions.length ? String(next) : undefined }),
    }
  }

  /** The open session; null: there is none. */
  get(sessionId: string): AcpSession | null {
    return this.#open.get(sessionId) ?? null
  }

  /** The session of an agent or of its nearest ancestor with one, and the agent's name if it is a descendant. */
  sessionOf(agentId: AgentId): { readonly sessionId: AgentId; readonly descendant: string | null } | null {
    for (let id: AgentId | null = agentId; id !== null; id = this.#agents.get(id)?.parentId ?? null) {
      if (this.#open.has(id)) return { sessionId: id, descendant: id === agentId ? null : this.#nameOf(agentId) }
    }
    return null
  }

  /** Stops what runs in a session and closes it. */
  async close(sessionId: string): Promise<void> {
    const session = this.#open.get(sessionId)
    if (session === undefined) return
    await session.cancel()
    session.close()
    this.#open.delete(sessionId)
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)))
  }

  /** Changes an option; returns all of them. */
  async choose(sessionId: AgentId, option: string, value: string): Promise<Result<SessionConfigOption[]>> {
    const agent = this.#agents.get(sessionId)
    if (agent === undefined || !this.#open.has(sessionId)) return refuse(`The session ${sessionId} is not open.`)
    const chosen = await chooseOption(this.#engine, agent, { option, value })
    if (!chosen.ok) return chosen
    // The feed may be behind.
    await this.#look()
    return ok(await this.#configOptions(sessionId))
  }

  /** Sends what a session needs once the editor knows it. */
  async introduce(sessionId: AgentId): Promise<void> {
    const folder = this.#open.get(sessionId)?.folder
    if (folder === undefined) return
    const templates = await this.#engine.templates.list({ folder })
    const availableCommands = sessionCommands(templates.ok ? templates.value : [])
    await this.#send(sessionId, { sessionUpdate: 'available_commands_update', availableCommands })
  }

  async #folderOf(agentId: AgentId, cwd: string): Promise<Result<string>> {
    const status = this.#agents.get(agentId)?.status
    if (status === undefined || status === 'killed') return refuse(`There is no agent ${agentId} to continue with.`)
    const [its, asked] = await Promise.all([this.#engine.agents.folder({ agentId }), realFolder(cwd)])
    if (!its.ok || !asked.ok) return its.ok ? asked : its
    const { folder } = its.value
    return folder === asked.value
      ? asked
      : refuse(`This agent works in ${folder}. Open that folder to continue with it.`)
  }

  /** Reads the tree as it is now; the feed may be behind. */
  async #look(): Promise<void> {
    const stop = new AbortController()
    const first = await this.#engine.engine.subscribe(undefined, stop.signal)[Symbol.asyncIterator]().next()
    stop.abort()
    if (first.done !== true) for (const agent of first.value.flatMap(agentsOfItem)) this.#agents.set(agent.id, agent)
  }

  async #attach(agentId: AgentId, folder: string, { replays = false } = {}): Promise<Result<EditorSession>> {
    this.#open.get(agentId)?.close()
    const send = (update: SessionUpdate): Promise<void> => this.#send(agentId, update)
    const session = new AcpSession(this.#engine, agentId, folder, send)
    const replayed = replays ? await session.replay() : ok(null)
    if (!replayed.ok) return replayed
    await session.follow()
    this.#open.set(agentId, session)
    return ok({ sessionId: agentId, configOptions: await this.#configOptions(agentId) })
  }

  async #configOptions(agentId: AgentId): Promise<SessionConfigOption[]> {
    const [models, sandbox] = await Promise.all([
      this.#engine.models.list({}),
      this.#engine.agents.sandbox({ agentId }),
    ])
    const choice = this.#agents.get(agentId)?.choice ?? null
    return sessionOptions({ choice, models, sandbox: sandbox.ok ? sandbox.value.level : 'off' })
  }

  async #followRest(feed: AsyncIterator<readonly EngineFeedItem[]>): Promise<void> {
    for (let next = await feed.next(); next.done !== true; next = await feed.next()) {
      for (const agent of next.value.flatMap(agentsOfItem)) await this.#changed(agent)
    }
  }

  async #changed(agent: AgentSummary): Promise<void> {
    const { id, name, choice } = agent
    const before = this.#agents.get(id)
    this.#agents.set(id, agent)
    if (before === undefined || !this.#open.has(id)) return
    if (before.name !== name) await this.#send(id, { sessionUpdate: 'session_info_update', title: name })
    if (JSON.stringify(before.choice) === JSON.stringify(choice)) return
    await this.#send(id, { sessionUpdate: 'config_option_update', configOptions: await this.#configOptions(id) })
  }

  #nameOf(agentId: AgentId): string {
    const name = this.#agents.get(agentId)?.name ?? ''
    return name === '' ? agentId : name
  }

  async #send(sessionId: AgentId, update: SessionUpdate): Promise<void> {
    // A closed connection ends everything by itself.
    await this.#client.notify('session/update', { sessionId, update }).catch(() => undefined)
  }
}

function activeAt({ lastActivityAt, createdAt }: AgentSummary): string {
  return lastActivityAt ?? createdAt
}

async function realFolder(path: string): Promise<Result<string>> {
  try {
    return ok(await realpath(path))
  } catch (error) {
    return refuse(`${path} cannot be used as a folder: ${errorMessage(error)}`)
  }
}
