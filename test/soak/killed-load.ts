import { setTimeout as delay } from 'node:timers/promises'

import type { OwnedConnection } from '../../src/renderer/connection/connect.ts'
import { valueOf } from '../support/drive-agent.ts'
import { between } from './soak-settings.ts'
import { WatchedAgent } from './watched-agent.ts'

const MODELS = ['claude-haiku-4-5/low', 'gpt-5-mini/low', 'gemini-2.5-flash/low'] as const
const PROBE_MS = 50
/** The first writes of an app open its connections, and say nothing about the later ones. */
const RECENT_MS = 1_000

/** Agents that stream at once, one of them cancelled on the way, one a fork that begins during the others' streams. */
export class Load {
  readonly connection: OwnedConnection
  readonly agents: WatchedAgent[] = []
  /** Calls by which turns are started, forked and cancelled. */
  readonly #begun: Promise<unknown>[] = []
  readonly #unanswered = new Set<string>()
  readonly #writes: { readonly began: number; ended: number | null }[] = []
  #waiting: { readonly holds: () => boolean; readonly resolve: () => void }[] = []

  constructor(connection: OwnedConnection) {
    this.connection = connection
  }

  watch(agentId: string): WatchedAgent {
    const agent = new WatchedAgent(this.connection, agentId, () => this.#progress())
    this.agents.push(agent)
    return agent
  }

  /** A call whose answer may never come because its app is killed. */
  begin(what: string, call: Promise<unknown>): void {
    this.#unanswered.add(what)
    this.#begun.push(call.catch(() => undefined).finally(() => this.#unanswered.delete(what)))
  }

  /** Writes now and then, as a user who types does, to know how long writing takes on this machine. */
  async probe(agentId: string): Promise<void> {
    for (let text = 0; ; text++) {
      const write: { began: number; ended: number | null } = { began: performance.now(), ended: null }
      this.#writes.push(write)
      await this.connection.client.drafts.set({ agentId, text: String(text), asText: false })
      write.ended = performance.now()
      await delay(PROBE_MS)
    }
  }

  /** ms of the slowest write that was under way within the last second, one that still waits included. */
  slowestWrite(): number {
    const now = performance.now()
    const recent = this.#writes.filter(({ ended }) => ended === null || ended > now - RECENT_MS)
    return Math.max(0, ...recent.map(({ began, ended }) => (ended ?? now) - began))
  }

  async reaches(words: number): Promise<void> {
    await this.#until(() => this.agents.reduce((sum, agent) => sum + agent.words, 0) >= words)
  }

  /** Every turn that was started has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#begun)
    await this.#until(() => this.agents.every((agent) => agent.isSettled))
  }

  /** What `settled` still waits for, in words. */
  unsettled(): readonly string[] {
    const running = this.agents.filter((agent) => !agent.isSettled)
    return [...this.#unanswered, ...running.map(({ agentId, turnId }) => `agent ${agentId}, turn ${turnId ?? 'none'}`)]
  }

  #until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ holds, resolve }))
  }

  #progress(): void {
    const waiting = this.#waiting
    this.#waiting = waiting.filter(({ holds }) => !holds())
    for (const each of waiting) if (!this.#waiting.includes(each)) each.resolve()
  }
}

export async function startLoad(connection: OwnedConnection, round: number): Promise<Load> {
  const load = new Load(connection)
  const { client } = connection
  const newAgent = async (model: string) => valueOf(await client.agents.create({ model })).id
  const parent = load.watch(await newAgent(MODELS[0]))
  // Ends by itself when the app is killed.
  void load.probe(parent.agentId).catch(() => undefined)
  valueOf(await client.agents.submit({ agentId: parent.agentId, text: `ask-${round}-short` }))
  for (const [index, model] of MODELS.entries()) {
    const agentId = await newAgent(model)
    load.watch(agentId)
    load.begin(`submit ${index}`, client.agents.submit({ agentId, text: `ask-${round}-${index}` }))
  }
  const fork = client.agents.fork({ agentId: parent.agentId, models: [], prompt: `ask-${round}-fork` })
  const watchChildren = fork.then((children) => valueOf(children).forEach(({ id }) => load.watch(id)))
  load.begin('fork', watchChildren)
  const cancelled = load.agents[between(1, load.agents.length)]
  const after = between(100, 2_000)
  if (cancelled !== undefined) {
    const cancel = load.reaches(after).then(() => client.agents.cancel({ agentId: cancelled.agentId }))
    load.begin('cancel', cancel)
  }
  return load
}
