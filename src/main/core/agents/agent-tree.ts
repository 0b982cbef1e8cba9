import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { formatModelSpec } from '../../../shared/model-spec.ts'
import { treeIndent, treeOrder } from '../../../shared/tree-order.ts'

/** Shortest accepted id prefix, in characters (docs/behaviour/commands.md#send). */
const MIN_PREFIX = 4

/** All agents that this engine has loaded, as stored. Only `put` changes the tree. */
export class AgentTree {
  readonly #agents = new Map<AgentId, AgentRecord>()

  put(agent: AgentRecord): void {
    this.#agents.set(agent.id, agent)
  }

  get(id: AgentId): AgentRecord | undefined {
    return this.#agents.get(id)
  }

  /** All agents, oldest first. */
  all(): readonly AgentRecord[] {
    return [...this.#agents.values()].toSorted(byAge)
  }

  /** The agent, its parent, and so on up to its root; empty if there is no such agent. */
  lineage(id: AgentId): readonly AgentId[] {
    const lineage: AgentId[] = []
    for (let agent = this.#agents.get(id); agent !== undefined;) {
      lineage.push(agent.id)
      agent = agent.parentId === null ? undefined : this.#agents.get(agent.parentId)
    }
    return lineage
  }

  /** The agent at the root of an agent's tree; of an unknown agent its own id. */
  rootOf(id: AgentId): AgentId {
    return this.lineage(id).at(-1) ?? id
  }

  /** When the root of an agent's tree was made, ISO 8601; null: there is no such agent. */
  beganAt(id: AgentId): string | null {
    return this.#agents.get(this.rootOf(id))?.createdAt ?? null
  }

  /** The children of an agent, oldest first; `null`: the roots. */
  children(parentId: AgentId | null): readonly AgentRecord[] {
    return this.all().filter((agent) => agent.parentId === parentId)
  }

  /** The agent, followed by all its descendants. */
  withDescendants(id: AgentId): readonly AgentRecord[] {
    const agent = this.#agents.get(id)
    if (agent === undefined) return []
    const children = Map.groupBy(this.all(), ({ parentId }) => parentId)
    const found = [agent]
    for (const one of found) for (const child of children.get(one.id) ?? []) found.push(child)
    return found
  }

  /**
   * Finds the agent whose id begins with `prefix`; an unknown, ambiguous or too short prefix is an error. `isUnknown`: no
   * id begins like this.
   */
  find(prefix: string): { ok: true; agent: AgentRecord } | { ok: false; message: string; isUnknown?: true } {
    const wanted = prefix.toLowerCase()
    const exact = this.#agents.get(wanted)
    if (exact !== undefined) return { ok: true, agent: exact }
    if (wanted.length < MIN_PREFIX) {
      return {
        ok: false,
        message: `'${prefix}' is too short: give at least ${MIN_PREFIX} characters of the agent's id.`,
      }
    }
    const [first, ...others] = [...this.#agents.values()].filter((agent) => agent.id.startsWith(wanted))
    if (first === undefined) return { ok: false, message: `No agent: ${prefix}.`, isUnknown: true }
    if (others.length === 0) return { ok: true, agent: first }
    const names = [first, ...others].map((agent) => agent.id).join(', ')
    return { ok: false, message: `'${prefix}' is not unique: ${names}` }
  }

  /** The tree as text, one agent per line, children indented (`/agents`). */
  outline(current: AgentId): string {
    return treeOrder(this.all())
      .map(({ agent, depth }) => outlineLine(agent, depth, current))
      .join('\n')
  }
}

function outlineLine(agent: AgentRecord, depth: number, current: AgentId): string {
  const name = agent.name === '' ? '' : ` ${agent.name}`
  const model = agent.choice === null ? 'no model' : formatModelSpec(agent.choice)
  const state = agent.status === 'killed' ? ' · killed' : ''
  return `${treeIndent(depth)}${agent.id === current ? '●' : '○'} ${shortAgentId(agent.id)}${name} · ${model}${state}`
}

function byAge(a: AgentRecord, b: AgentRecord): number {
  return a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0
}

/** Error text for a killed agent. Its history stays readable; no events are added, and no agent below it starts. */
export const AGENT_KILLED =
  'This agent was killed: it neither runs nor forks any more. Its history can be read and exported.'
