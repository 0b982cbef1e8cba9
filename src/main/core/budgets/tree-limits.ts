import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { DONE, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import {
  TREE_LIMIT_FACTS,
  TREE_LIMITS,
  type TreeCounts,
  type TreeLimit,
  type TreeUse,
} from '../../../shared/tree-limit.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED, type Questions } from '../approvals/question-inbox.ts'
import type { Config } from '../ports/config-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { LeaseHolders } from '../ports/peer-ports.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import type { ToolCallSite } from '../ports/tool-ports.ts'
import { acceptAnswer, limitQuestion, type Overrun } from './limit-question.ts'
import { findReachedLimit, limitInForce, type ReachedLimit, type TreeSituation } from './tree-limit-policy.ts'
import { TreeUses, type UseChange } from './tree-uses.ts'
import { defined } from '../../../shared/defined.ts'

interface TreeLimitDependencies {
  readonly tree: AgentTree
  readonly settings: SettingsStore
  readonly questions: Questions
  readonly config: Config
  readonly clock: Clock
  readonly ids: IdSource
  readonly attended: boolean
  readonly peers: LeaseHolders
  readonly runLimits: { release(rootId: AgentId): Promise<Result<null>> }
  readonly loop: {
    /** The agents whose turn runs in this engine. */
    running(): readonly AgentId[]
  }
  readonly mailStarter: {
    /** Called for an agent whose mail waited for a user, when one has acted in its tree. */
    release(agentId: AgentId): Promise<void>
  }
}

/** Counts the turns that begin in a tree. */
export interface TurnCounts {
  acted(agentId: AgentId): Promise<Result<null>>
  beginTurn(agentId: AgentId): Promise<Result<ReachedLimit | null>>
}

/** Mail that waits for a user because of a limit. */
export interface HeldMail {
  hold(agentId: AgentId, reached: ReachedLimit, signal: AbortSignal): Promise<Result<null>>
  isHeld(agentId: AgentId): Promise<Result<boolean>>
}

/** A step that limits hold back. `site`: it is a fork by this call. */
interface Step {
  readonly agentId: AgentId
  readonly site?: ToolCallSite
}

type TurnForks = TreeUse['forks'][AgentId]

/** The limit of one turn; the others are those of a tree. */
const PER_TURN: TreeLimit = 'maxChildrenPerTurn'

const GO_ON = 'Send a prompt to go on, or raise the limit.'
const MAIL_WAITS = 'The mail waits until a user acts in the tree. Send a prompt to go on, or raise the limit.'

/**
 * Limits of what a tree of agents does by itself: its depth, its size at one moment, and the sums of what was begun since
 * a user last acted in it. Everything counts before it begins, in one value for all engines on a database. Beyond a limit
 * the user is asked; where nobody can be asked, it is refused, and the tree's use says so.
 */
export class TreeLimits implements TurnCounts, HeldMail {
  readonly #dependencies: TreeLimitDependencies
  readonly #uses: TreeUses
  /** Open questions and the trees that they are about. */
  readonly #waiting = new Map<string, AgentId>()

  constructor(dependencies: TreeLimitDependencies) {
    this.#dependencies = dependencies
    this.#uses = new TreeUses(dependencies.settings)
  }

  /**
   * Resolves when a call of a model may announce a child, which then counts. `starts`: the child begins a turn. An error
   * has a message for the model.
   */
  async announce(site: ToolCallSite, starts: boolean, signal: AbortSignal): Promise<Result<null>> {
    const step = { agentId: site.agentId, site }
    for (;;) {
      const reached = await this.#takeChild(site, starts)
      if (!reached.ok) return reached
      if (reached.value === null || signal.aborted) return DONE
      const allowed = await this.#allow(step, reached.value, signal, 'Nothing was forked.')
      if (!allowed.ok) return allowed
    }
  }

  /** Records that the turn of an announced child has begun, or that there will be none. */
  async carriedOut({ agentId, turnId }: ToolCallSite): Promise<void> {
    // If it fails, the announcement ends with the turn.
    await this.#uses.change(this.#rootOf(agentId), async (use) => {
      const mine = forksOf(use, { agentId, turnId })
      if (mine.waiting === 0) return ok({ use: null, value: null })
      return ok({ use: withForks(use, agentId, { ...mine, waiting: mine.waiting - 1 }), value: null })
    })
  }

  /** Counts the next request of an agent. Returns the limit that it would exceed; null: it may be sent. */
  takeRequest(agentId: AgentId): Promise<Result<ReachedLimit | null>> {
    return this.#takeSum(agentId, 'maxRequestsSent')
  }

  /** Asks whether further requests may be sent after a limit was reached. Resolves when the user allows it. */
  allowRequests(agentId: AgentId, reached: ReachedLimit, signal: AbortSignal): Promise<Result<null>> {
    return this.#allow({ agentId }, reached, signal, GO_ON)
  }

  /** Counts a turn that begins without a user. Returns the limit that it would exceed; null: it may begin. */
  beginTurn(agentId: AgentId): Promise<Result<ReachedLimit | null>> {
    return this.#takeSum(agentId, 'maxTurnsWithoutUser')
  }

  /**
   * Keeps an agent's mail until a user acts in its tree, and asks the user if that is possible. Resolves with why the
   * mail waits on; without an error if a user has allowed it, or has acted since the limit was reached.
   */
  async hold(agentId: AgentId, reached: ReachedLimit, signal: AbortSignal): Promise<Result<null>> {
    const held = await this.#uses.change(this.#rootOf(agentId), async (use) => {
      // An act of a user that came in between released nothing, and the next one may never come.
      const next = { [reached.limit]: (use.counts[reached.limit] ?? 0) + 1 }
      if (this.#decide(use, next, 0).value === null) return ok({ use: null, value: false })
      return ok({ use: { ...use, held: [...new Set([...use.held, agentId])] }, value: true })
    })
    if (!held.ok) return held
    return held.value ? this.#allow({ agentId }, reached, signal, MAIL_WAITS) : DONE
  }

  /** Whether an agent's mail waits until a user acts in its tree, whichever engine has held it back. */
  async isHeld(agentId: AgentId): Promise<Result<boolean>> {
    return mapOk(await this.#uses.read(this.#rootOf(agentId)), ({ held }) => held.includes(agentId))
  }

  /** Records that a user has acted in the tree of an agent: what was begun before no longer counts. */
  async acted(agentId: AgentId): Promise<Result<null>> {
    const rootId = this.#rootOf(agentId)
    const changed = await this.#uses.change(rootId, async (use) => {
      const isFresh = [use.counts, use.refused, use.held].every((part) => Object.keys(part).length === 0)
      return ok({ use: isFresh ? null : { ...use, counts: {}, refused: {}, held: [] }, value: use.held })
    })
    if (!changed.ok) return changed
    const released = await this.#dependencies.runLimits.release(rootId)
    if (!released.ok) return released
    this.#lookAgain(rootId)
    for (const id of changed.value) void this.#dependencies.mailStarter.release(id)
    return DONE
  }

  /** Returns how much of its limits on work without a user an agent's tree has used. */
  async counts(agentId: AgentId): Promise<Result<TreeCounts>> {
    const { config } = this.#dependencies
    const rootId = this.#rootOf(agentId)
    return mapOk(await this.#uses.read(rootId), ({ counts, raised, refused }) => ({
      rootId,
      counts: TREE_LIMITS.filter((limit) => TREE_LIMIT_FACTS[limit].isSum).map((limit) => {
        const most = limitInForce(limit, config, raised)
        return {
          limit: TREE_LIMIT_FACTS[limit].key,
          used: counts[limit] ?? 0,
          limitedTo: Number.isFinite(most) ? most : null,
        }
      }),
      refused: Object.values(refused),
    }))
  }

  /** Resolves when a user allows a step that a limit holds back. `advice`: what is said where nobody can be asked. */
  async #allow(step: Step, reached: ReachedLimit, signal: AbortSignal, advice: string): Promise<Result<null>> {
    if (!this.#dependencies.attended) return this.#refuse(step, reached, advice)
    const approval = await this.#ask(step, reached, signal)
    return approval.type === 'denied' ? refuse(approval.message) : DONE
  }

  #takeSum(agentId: AgentId, limit: TreeLimit): Promise<Result<ReachedLimit | null>> {
    return this.#uses.change(this.#rootOf(agentId), async (use) => {
      const situation = { [limit]: (use.counts[limit] ?? 0) + 1 }
      return ok(this.#decide(use, situation, 0))
    })
  }

  #takeChild(site: ToolCallSite, starts: boolean): Promise<Result<ReachedLimit | null>> {
    const { tree, peers, loop } = this.#dependencies
    const { agentId } = site
    const lineage = tree.lineage(agentId)
    const rootId = this.#rootOf(agentId)
    return this.#uses.change(rootId, async (use) => {
      // After `use` was read: a child is announced there until its turn can be seen here.
      const elsewhere = await peers.runningElsewhere(rootId)
      if (!elsewhere.ok) return elsewhere
      const here = loop.running().filter((id) => this.#rootOf(id) === rootId)
      const busy = new Set([...here, ...elsewhere.value])
      // The turns of the others have ended.
      const forks = Object.fromEntries(Object.entries(use.forks).filter(([id]) => busy.has(id)))
      const mine = forksOf(use, site)
      const waiting = Object.values(forks).reduce((sum, each) => sum + each.waiting, 0)
      const situation = {
        maxAgentDepth: lineage.length,
        maxChildrenPerTurn: mine.children + 1,
        maxRunningTurns: busy.size + waiting + 1,
        maxAgentsMade: (use.counts.maxAgentsMade ?? 0) + 1,
        ...defined({ maxTurnsWithoutUser: starts ? (use.counts.maxTurnsWithoutUser ?? 0) + 1 : undefined }),
      }
      const { use: next, value } = this.#decide(use, situation, mine.raised)
      if (next === null) return ok({ use: next, value })
      const announced = { ...mine, children: mine.children + 1, waiting: mine.waiting + 1 }
      return ok({ use: withForks({ ...next, forks }, agentId, announced), value })
    })
  }

  /** Adds a step to the counts, unless a limit holds it back. */
  #decide(use: TreeUse, situation: TreeSituation, raisedInTurn: number | null): UseChange<ReachedLimit | null> {
    const raised = { ...use.raised, [PER_TURN]: raisedInTurn }
    const reached = findReachedLimit(situation, (limit) => limitInForce(limit, this.#dependencies.config, raised))
    if (reached !== null) return { use: null, value: reached }
    const sums = Object.entries(situation).filter(([limit]) => SUMS.has(limit))
    return { use: { ...use, counts: { ...use.counts, ...Object.fromEntries(sums) } }, value: null }
  }

  /** Refuses a step because nobody can be asked, and records it for whoever looks at the tree afterwards. */
  async #refuse({ agentId }: Step, { limit, text }: ReachedLimit, advice: string): Promise<Result<never>> {
    const message = `${text} ${advice}`
    // If it fails, the refusal itself still says it.
    await this.#uses.change(this.#rootOf(agentId), async (use) =>
      ok({ use: { ...use, refused: { ...use.refused, [limit]: message } }, value: null }),
    )
    return refuse(message)
  }

  async #ask(step: Step, reached: ReachedLimit, signal: AbortSignal): Promise<Approval> {
    const { questions, config } = this.#dependencies
    const overrun: Overrun = {
      kind: 'limit',
      subject: reached.text,
      step: config[reached.limit].toLocaleString('en-US'),
      raise: (isRemoved) => this.#raise(step, reached, isRemoved),
    }
    const approval = limitQuestion(step.agentId, overrun, this.#dependencies)
    this.#waiting.set(approval.id, this.#rootOf(step.agentId))
    const result = await questions.ask({ approval, signal, accept: (answer) => acceptAnswer(answer, overrun) })
    this.#waiting.delete(approval.id)
    return result
  }

  /**
   * Raises a limit by its configured value, or removes it, in the tree or for the turn that it applies to. Sums begin
   * again: the user has acted.
   */
  async #raise({ agentId, site }: Step, { limit }: ReachedLimit, isRemoved: boolean): Promise<Result<unknown>> {
    const rootId = this.#rootOf(agentId)
    const more = (before: number | null | undefined): number | null =>
      isRemoved || before === null ? null : (before ?? 0) + this.#dependencies.config[limit]
    const raised = await this.#uses.change(rootId, async (use) => {
      if (limit === PER_TURN && site !== undefined) {
        const mine = forksOf(use, site)
        return ok({ use: withForks(use, agentId, { ...mine, raised: more(mine.raised) }), value: null })
      }
      const isStored = isRemoved || !SUMS.has(limit)
      const stored = { ...use, raised: { ...use.raised, [limit]: more(use.raised[limit]) } }
      return ok({ use: isStored ? stored : null, value: null })
    })
    return raised.ok ? this.acted(agentId) : raised
  }

  /** Has open questions of a tree look at the limits again. */
  #lookAgain(rootId: AgentId): void {
    const { questions } = this.#dependencies
    for (const [id, root] of this.#waiting) if (root === rootId) questions.settle(id, ALLOWED)
  }

  #rootOf(agentId: AgentId): AgentId {
    return this.#dependencies.tree.lineage(agentId).at(-1) ?? agentId
  }
}

/** The limits of what was begun without a user. */
const SUMS: ReadonlySet<string> = new Set(TREE_LIMITS.filter((limit) => TREE_LIMIT_FACTS[limit].isSum))

/** Returns what the turn of a call has forked. */
function forksOf(
  { forks }: TreeUse,
  { agentId, turnId }: { readonly agentId: AgentId; readonly turnId: TurnId },
): TurnForks {
  const known = forks[agentId]
  return known?.turnId === turnId ? known : { turnId, children: 0, waiting: 0, raised: 0 }
}

function withForks(use: TreeUse, agentId: AgentId, forks: TurnForks): TreeUse {
  return { ...use, forks: { ...use.forks, [agentId]: forks } }
}
