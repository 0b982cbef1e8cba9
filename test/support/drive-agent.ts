import type { Engine } from '../../src/main/core/engine.ts'
import type { AgentEvent, EventKind } from '../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { type AgentFeedItem, type AgentView, emptyAgentView, reduceAgentView } from '../../src/shared/agent-view.ts'
import type { SubmitResult } from '../../src/shared/contract/agents.ts'
import type { ForkRequest } from '../../src/shared/engine-api.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import type { Result } from '../../src/shared/result.ts'

/** Returns the value of a successful outcome; throws otherwise. */
export function valueOf<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.error.category}: ${outcome.error.message}`)
  return outcome.value
}

/** Returns the message of a failed outcome; throws otherwise. */
export function refusalOf(outcome: Result<unknown>): string {
  if (outcome.ok) throw new Error(`Expected a refusal, got ${JSON.stringify(outcome.value)}`)
  return outcome.error.message
}

/** What a pane needs of an engine, which may be in another process. */
export interface PaneEngine {
  readonly agents: Pick<Engine['agents'], 'create' | 'submit' | 'fork' | 'subscribe'>
}

/** A pane without a window: follows one agent with the shared reducer, and waits for states of its view. */
export class Pane {
  readonly agentId: AgentId
  view: AgentView
  readonly items: AgentFeedItem[] = []
  readonly #engine: PaneEngine
  readonly #stop = new AbortController()
  readonly #waiting: { readonly holds: (pane: Pane) => boolean; readonly resolve: () => void }[] = []

  private constructor(engine: PaneEngine, agentId: AgentId) {
    this.#engine = engine
    this.agentId = agentId
    this.view = emptyAgentView(agentId)
  }

  /** The engine must know the agent: for one that another engine has made, wait with `seen`. */
  static async open(engine: PaneEngine, agentId: AgentId): Promise<Pane> {
    const pane = new Pane(engine, agentId)
    void pane.#follow()
    await pane.until(({ items }) => items.length > 0)
    return pane
  }

  static async create(engine: PaneEngine, model: string): Promise<Pane> {
    return Pane.open(engine, valueOf(await engine.agents.create({ model })).id)
  }

  /** Resolves when `holds` is true, immediately if it is already. */
  until(holds: (pane: Pane) => boolean): Promise<void> {
    if (holds(this)) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.push({ holds, resolve })
    })
  }

  /** Submits a text and waits for the end of the turn that it started. */
  async type(text: string): Promise<SubmitResult> {
    const ends = this.#endedTurns()
    const result = valueOf(await this.#engine.agents.submit({ agentId: this.agentId, text }))
    if (result.turnStarted) await this.until((pane) => pane.#endedTurns() > ends)
    return result
  }

  /** Forks by click and follows the child. */
  async fork(wish: Partial<Omit<ForkRequest, 'agentId'>> = {}): Promise<Pane> {
    const children = await this.#engine.agents.fork({ agentId: this.agentId, models: [], ...wish })
    const [child] = valueOf(children)
    if (child === undefined) throw new Error('No child')
    return Pane.open(this.#engine, child.id)
  }

  /** Returns kind and content of the displayed events, without the system prompt. */
  lines(): readonly string[] {
    return this.view.events
      .filter(({ kind }) => kind !== 'system')
      .map(({ kind, content }) => `${kind}: ${content ?? ''}`)
  }

  last(kind: EventKind): AgentEvent | undefined {
    return this.view.events.findLast((event) => event.kind === kind)
  }

  close(): void {
    this.#stop.abort()
  }

  #endedTurns(): number {
    return this.items.filter((item) => item.type === 'live' && item.event.type === 'turn_ended').length
  }

  async #follow(): Promise<void> {
    for await (const batch of this.#engine.agents.subscribe({ agentId: this.agentId }, this.#stop.signal)) {
      for (const item of batch) {
        this.items.push(item)
        this.view = reduceAgentView(this.view, item)
      }
      for (const waiting of this.#waiting.splice(0)) {
        if (waiting.holds(this)) waiting.resolve()
        else this.#waiting.push(waiting)
      }
    }
  }
}

/** Returns all agents of the engine. */
export async function agentsOf(engine: Engine): Promise<readonly AgentSummary[]> {
  const stop = new AbortController()
  for await (const [first] of engine.engine.subscribe(undefined, stop.signal)) {
    stop.abort()
    if (first?.type === 'snapshot') return first.agents
  }
  return []
}

/** Resolves when the engine's tree shows such an agent. */
export async function seen(engine: Engine, isIt: (agent: AgentSummary) => boolean): Promise<AgentSummary> {
  const stop = new AbortController()
  for await (const batch of engine.engine.subscribe(undefined, stop.signal)) {
    for (const item of batch) {
      const agents = item.type === 'snapshot' ? item.agents : item.type === 'agent' ? [item.agent] : []
      const found = agents.find(isIt)
      if (found !== undefined) {
        stop.abort()
        return found
      }
    }
  }
  throw new Error('The engine closed')
}
