import { AS_EXPECTED, MISS_CAUSES, MISS_LABELS } from '../../../shared/cache-miss.ts'
import { type AgentId, shortAgentId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { ANSWERING, ENDPOINT, PROVIDERS } from '../../../shared/providers.ts'
import type { StandingRow } from '../../../shared/standing.ts'
import {
  addFigures,
  NO_USAGE,
  PURPOSE_LABELS,
  USAGE_PURPOSES,
  type UsageFigures,
  type UsagePurpose,
  type UsageReport,
  type UsageRequest,
  type UsageRow,
} from '../../../shared/usage-report.ts'
import type { AgentFolders } from '../agents/agent-folders.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { ForkFacts } from '../agents/fork-facts.ts'
import type { UsageStore, UsageSum, UsageSumsRequest } from '../ports/usage-ports.ts'

type FolderOf = (agentId: AgentId) => string

const ANSWER_KINDS = ['assistant', 'interrupted']
/** The kinds of events that have a purpose. */
const KINDS: Readonly<Record<UsagePurpose, readonly string[]>> = {
  answer: ANSWER_KINDS,
  judge: ANSWER_KINDS,
  summary: ['summary'],
  keep_warm: ['keep_warm'],
}
const NO_JUDGES: ReadonlySet<AgentId> = new Set()

/** Sums usage and cost. The database sums; folders and judges are known only here. */
export class UsageReports {
  readonly #usage: UsageStore
  readonly #tree: AgentTree
  readonly #folders: AgentFolders
  readonly #forks: ForkFacts

  constructor(usage: UsageStore, tree: AgentTree, folders: AgentFolders, forks: ForkFacts) {
    this.#usage = usage
    this.#tree = tree
    this.#folders = folders
    this.#forks = forks
  }

  standing(): Promise<Result<readonly StandingRow[]>> {
    return this.#usage.standing()
  }

  async query(request: UsageRequest): Promise<Result<UsageReport>> {
    const { by, timeZone, folder, purpose, from = null, to = null } = request
    const { model = null, provider = null, pool = null, cause = null } = request
    const folders = by === 'folder' || folder !== undefined ? await this.#folders.ofAll() : ok(() => '')
    if (!folders.ok) return folders
    const judges = by === 'purpose' || purpose !== undefined ? await this.#forks.judges() : ok(NO_JUDGES)
    if (!judges.ok) return judges
    const agentIds = this.#chosen(request, folders.value, judges.value)
    const kinds = purpose === undefined ? null : KINDS[purpose]
    const responses = { from, to, timeZone, agentIds, kinds, model, provider, pool, cause }
    const sums = await this.#usage.sums({ by: divisionOf(by), ...responses })
    if (!sums.ok) return sums
    const merged = mergedRows(by, sums.value, { folderOf: folders.value, judges: judges.value })
    const rows = merged.map((sum) => ({ ...sum, label: this.#label(by, sum.key) }))
    return ok({ by, rows: rows.toSorted(by === 'day' ? byKey : byCost), totals: totalOf(rows) })
  }

  /** Null: all agents. */
  #chosen(
    { agent, folder, purpose }: UsageRequest,
    folderOf: FolderOf,
    judges: ReadonlySet<AgentId>,
  ): readonly AgentId[] | null {
    const judged = purpose === 'judge' || (purpose === 'answer' && judges.size > 0) ? purpose : undefined
    if (agent === undefined && folder === undefined && judged === undefined) return null
    const agents = agent === undefined ? this.#tree.all() : this.#tree.withDescendants(agent)
    return agents
      .map(({ id }) => id)
      .filter((id) => folder === undefined || folderOf(id) === folder)
      .filter((id) => judged === undefined || judges.has(id) === (judged === 'judge'))
  }

  #label(by: UsageRequest['by'], key: string): string {
    if (by === 'agent') return this.#tree.get(key)?.name || shortAgentId(key)
    if (by === 'pool') return key === '' ? 'No pool' : `@${key}`
    if (by === 'purpose') return labelOfPurpose(key)
    if (by === 'cause') return labelOfCause(key)
    if (by === 'provider') return labelOfServer(key)
    if (by === 'model' && key.startsWith(`${ENDPOINT}/`)) return key.slice(ENDPOINT.length + 1)
    return key === '' ? 'Unknown' : key
  }
}

function labelOfCause(key: string): string {
  const cause = MISS_CAUSES.find((each) => each === key)
  if (cause !== undefined) return MISS_LABELS[cause]
  return key === '' ? AS_EXPECTED : key
}

/** `key`: a provider, or `endpoint/NAME`. */
function labelOfServer(key: string): string {
  const [provider = '', name] = key.split('/')
  if (name !== undefined) return name
  const known = ANSWERING.find((each) => each === provider)
  return known === undefined ? 'Unknown' : PROVIDERS[known].label
}

function labelOfPurpose(key: string): string {
  const purpose = USAGE_PURPOSES.find((each) => each === key)
  return purpose === undefined ? key : PURPOSE_LABELS[purpose]
}

/** Returns what the database divides by. */
function divisionOf(by: UsageRequest['by']): UsageSumsRequest['by'] {
  if (by === 'purpose') return 'kind'
  if (by === 'provider') return 'model'
  return by === 'folder' ? 'agent' : by
}

function mergedRows(
  by: UsageRequest['by'],
  sums: readonly UsageSum[],
  {
    folderOf,
    judges,
  }: {
    readonly folderOf: FolderOf
    readonly judges: ReadonlySet<AgentId>
  },
) {
  if (by === 'folder') return mergedBy(sums, folderOf)
  if (by === 'provider') return mergedBy(sums, serverOfKey)
  return by === 'purpose' ? mergedBy(sums, (key) => purposeOf(key, judges)) : sums
}

/** Returns what answered for `PROVIDER/MODEL`: the provider, or `endpoint/NAME`. */
function serverOfKey(key: string): string {
  const [provider = '', name] = key.split('/')
  return provider === ENDPOINT && name !== undefined ? `${provider}/${name}` : provider
}

/** `key`: the kind of the event and the agent's id. */
function purposeOf(key: string, judges: ReadonlySet<AgentId>): UsagePurpose {
  const [kind, agentId = ''] = key.split('/')
  if (kind === 'summary' || kind === 'keep_warm') return kind
  return judges.has(agentId) ? 'judge' : 'answer'
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
