import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import {
  addFigures,
  NO_USAGE,
  type UsageFigures,
  type UsageReport,
  type UsageRequest,
  type UsageRow,
} from '../../../shared/usage-report.ts'
import type { AgentFolders } from '../agents/agent-folders.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { UsageStore, UsageSum } from '../ports/usage-ports.ts'

type FolderOf = (agentId: AgentId) => string

/** Sums usage and cost. The database sums; folders are known only here. */
export class UsageReports {
  readonly #usage: UsageStore
  readonly #tree: AgentTree
  readonly #folders: AgentFolders

  constructor(usage: UsageStore, tree: AgentTree, folders: AgentFolders) {
    this.#usage = usage
    this.#tree = tree
    this.#folders = folders
  }

  async query({ by, timeZone, agent, folder, ...limits }: UsageRequest): Promise<Result<UsageReport>> {
    const folders = by === 'folder' || folder !== undefined ? await this.#folders.ofAll() : ok(() => '')
    if (!folders.ok) return folders
    const { from = null, to = null, model = null, pool = null } = limits
    const agentIds = this.#chosen(agent, folder, folders.value)
    const divided = by === 'folder' ? 'agent' : by
    const sums = await this.#usage.sums({ by: divided, from, to, timeZone, agentIds, model, pool })
    if (!sums.ok) return sums
    const merged = by === 'folder' ? mergedBy(sums.value, folders.value) : sums.value
    const rows = merged.map((sum) => ({ ...sum, label: this.#label(by, sum.key) }))
    return ok({ by, rows: rows.toSorted(by === 'day' ? byKey : byCost), totals: totalOf(rows) })
  }

  /** Null: all agents. */
  #chosen(agent: AgentId | undefined, folder: string | undefined, folderOf: FolderOf): readonly AgentId[] | null {
    if (agent === undefined && folder === undefined) return null
    const agents = agent === undefined ? this.#tree.all() : this.#tree.withDescendants(agent)
    return agents.map(({ id }) => id).filter((id) => folder === undefined || folderOf(id) === folder)
  }

  #label(by: UsageRequest['by'], key: string): string {
    if (by === 'agent') return this.#tree.get(key)?.name || shortAgentId(key)
    if (by === 'pool') return key === '' ? 'No pool' : `@${key}`
    return key === '' ? 'Unknown' : key
  }
}

function mergedBy(sums: readonly UsageSum[], keyOf: (key: string) => string): readonly UsageSum[] {
  return [...Map.groupBy(sums, ({ key }) => keyOf(key))].map(([key, group]) => ({ key, ...totalOf(group) }))
}

function totalOf(sums: readonly UsageFigures[]): UsageFigures {
  return sums.reduce(addFigures, NO_USAGE)
}

function byKey(a: UsageRow, b: UsageRow): number {
  return a.key < b.key ? -1 : 1
}

function byCost(a: UsageRow, b: UsageRow): number {
  return b.cost.usd - a.cost.usd || b.output - a.output || byKey(a, b)
}
