import { addCosts, type CostSum, NO_COST } from '../../../shared/cost-sum.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { dollars } from '../../../shared/money.ts'
import { DONE, mapOk, ok, type Result } from '../../../shared/result.ts'
import { parseRunLimits, type RunLimit, type RunLimitsByAgent } from '../../../shared/budget.ts'
import { subtreeTotals } from '../../../shared/usage-totals.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { LeaseHolders } from '../ports/peer-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { isOverrun, unknownPriceText } from './budget-policy.ts'

const STORED = {
  key: 'run_limits' as const,
  empty: {},
  parse: parseRunLimits,
  damaged: 'The stored limits of races and evaluations are damaged.',
}

/** A limit, and what the agents that share it have cost. */
export interface RunLimitUse extends RunLimit {
  /** US dollars. */
  readonly used: number
}

/**
 * The limits in dollars of races and evaluations, in one stored value for all engines on a database, in addition to
 * budgets. A limit holds from the beginning of the run until it has ended and a user acts in its tree: children of its
 * agents may work on longer than the run, in any engine. Nobody is asked at a limit: the request is not sent.
 */
export class RunLimits {
  readonly #tree: AgentTree
  readonly #peers: LeaseHolders
  readonly #isBusy: (agentId: AgentId) => boolean
  readonly #stored: StoredSetting<RunLimitsByAgent>
  readonly #refused = new Set<AgentId>()

  /** `isBusy`: whether a turn of the agent runs in this engine. */
  constructor(tree: AgentTree, settings: SettingsStore, peers: LeaseHolders, isBusy: (agentId: AgentId) => boolean) {
    this.#tree = tree
    this.#peers = peers
    this.#isBusy = isBusy
    this.#stored = new StoredSetting<RunLimitsByAgent>(settings, STORED)
  }

  /** Sets the limit of a run that begins or goes on; null: it has none. */
  async put(runId: AgentId, { maxUsd, ...limit }: Omit<RunLimit, 'maxUsd'> & { readonly maxUsd: number | null }) {
    for (const id of limit.agents) this.#refused.delete(id)
    return this.#change(({ [runId]: _former, ...others }) =>
      maxUsd === null ? others : { ...others, [runId]: { ...limit, maxUsd } },
    )
  }

  /** Forgets the limits of runs in a tree that have ended, because a user acts in it. */
  async release(rootId: AgentId): Promise<Result<null>> {
    const stored = await this.#stored.read()
    if (!stored.ok) return stored
    const inTree = Object.keys(stored.value).filter((id) => this.#tree.lineage(id).at(-1) === rootId)
    if (inTree.length === 0) return DONE
    const elsewhere = await this.#peers.runningElsewhere(rootId)
    if (!elsewhere.ok) return elsewhere
    const ended = inTree.filter((id) => !this.#isBusy(id) && !elsewhere.value.includes(id))
    if (ended.length === 0) return DONE
    return this.#change((limits) => Object.fromEntries(Object.entries(limits).filter(([id]) => !ended.includes(id))))
  }

  /** Returns the limits that hold for the requests of an agent. */
  async inForce(agentId: AgentId): Promise<Result<readonly RunLimitUse[]>> {
    const stored = await this.#stored.read()
    if (!stored.ok || Object.keys(stored.value).length === 0) return mapOk(stored, () => [])
    const lineage = this.#tree.lineage(agentId)
    const holding = Object.values(stored.value).filter(({ agents }) => agents.some((id) => lineage.includes(id)))
    const used = ({ agents }: RunLimit): number => [...this.costs(agents).values()].reduce(addCosts, NO_COST).usd
    return ok(holding.map((limit) => ({ ...limit, used: used(limit) })))
  }

  /** Whether an agent shares a limit. */
  isUnder(agentId: AgentId, { agents }: RunLimit): boolean {
    const lineage = this.#tree.lineage(agentId)
    return agents.some((id) => lineage.includes(id))
  }

  /** Records that a limit held back a request of the agent. */
  refused(agentId: AgentId): void {
    for (const id of this.#tree.lineage(agentId)) this.#refused.add(id)
  }

  /** Whether a request of the agent or of one below it was held back here since the limit of its run was set. */
  wasRefused(agentId: AgentId): boolean {
    return this.#refused.has(agentId)
  }

  /** What agents cost, each with its descendants. */
  costs(agents: readonly AgentId[]): ReadonlyMap<AgentId, CostSum> {
    const totals = subtreeTotals(this.#tree.all())
    return new Map(agents.map((id) => [id, totals.get(id)?.cost ?? NO_COST]))
  }

  async #change(change: (limits: RunLimitsByAgent) => RunLimitsByAgent): Promise<Result<null>> {
    return mapOk(await this.#stored.change((limits) => ({ ...change(limits) })), () => null)
  }
}

/** Why a limit does not allow the next request of an agent, as a sentence; null: it does. `usd`: null if not known. */
export function runRefusal(
  { maxUsd, what, used }: RunLimitUse,
  { usd, model }: { readonly usd: number | null; readonly model: string },
): string | null {
  if (usd === null) return `${unknownPriceText(model, `the limit of ${dollars(maxUsd)} for the ${what}`)}.`
  if (!isOverrun(used, maxUsd, usd)) return null
  return `${dollars(used)} used, of the limit of ${dollars(maxUsd)} for the ${what}; the next request is estimated at ${dollars(usd)}.`
}
