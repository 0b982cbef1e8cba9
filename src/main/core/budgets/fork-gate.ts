import type { ApprovalAnswer, PendingApproval } from '../../../shared/approval.ts'
import type { AgentId, TurnId } from '../../../shared/ids.ts'
import { DONE, ok, refuse, type Result } from '../../../shared/result.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { Peers } from '../ports/peer-ports.ts'
import type { ToolCallSite } from '../ports/tool-ports.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED, type QuestionInbox } from '../approvals/question-inbox.ts'
import { findReachedLimit, type ForkLimits, type ReachedLimit } from './fork-limit-policy.ts'

interface GateDependencies {
  readonly tree: AgentTree
  readonly questions: QuestionInbox
  readonly config: Config
  readonly clock: Clock
  readonly ids: IdSource
  readonly attended: boolean
  /** The agents whose turn runs in this engine. */
  readonly running: () => readonly AgentId[]
  readonly peers: Pick<Peers, 'runningElsewhere'>
}

/** Children of a turn that were created, and those that were announced but not created yet. */
interface TurnForks {
  readonly agentId: AgentId
  made: number
  announced: number
}

/**
 * Limits the children that models create. Beyond a limit the user is asked; an approval allows the same number again
 * for that tree or turn, until ikigai exits. Without a window the fork is refused.
 */
export class ForkGate {
  readonly #dependencies: GateDependencies
  readonly #turns = new Map<TurnId, TurnForks>()
  /** How far limits were raised, by limit and the tree or turn that it applies to. */
  readonly #raised = new Map<string, number>()
  readonly #waiting = new Map<string, ToolCallSite>()

  constructor(dependencies: GateDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Resolves when the call may announce a child, which then counts towards the limits. An error has a message for the
   * model.
   */
  async announce(site: ToolCallSite, signal: AbortSignal): Promise<Result<null>> {
    for (;;) {
      const elsewhere = await this.#runningElsewhere(site)
      if (!elsewhere.ok) return elsewhere
      // No await between this check and the count: calls of one message run concurrently.
      const reached = this.#reached(site, elsewhere.value)
      if (reached === null) {
        this.#forksOf(site).announced += 1
        return DONE
      }
      if (!this.#dependencies.attended) return refuse(`${reached.text} Nothing was forked.`)
      const approval = await this.#ask(site, reached, signal)
      if (approval.type === 'denied') return refuse(approval.message)
    }
  }

  /** Agents of the same tree whose turn runs in another engine. */
  #runningElsewhere({ agentId }: ToolCallSite): Promise<Result<readonly AgentId[]>> {
    const { tree, peers } = this.#dependencies
    return peers.runningElsewhere(tree.lineage(agentId).at(-1) ?? agentId)
  }

  /** Records that an announced child was created, or could not be. */
  carriedOut(site: ToolCallSite): void {
    const forks = this.#forksOf(site)
    forks.announced -= 1
    forks.made += 1
  }

  #forksOf({ agentId, turnId }: ToolCallSite): TurnForks {
    const known = this.#turns.get(turnId)
    if (known !== undefined) return known
    // An agent has one turn at a time, so announcements of its earlier turns are obsolete.
    for (const [earlier, forks] of this.#turns) if (forks.agentId === agentId) this.#turns.delete(earlier)
    const forks = { agentId, made: 0, announced: 0 }
    this.#turns.set(turnId, forks)
    return forks
  }

  #reached(site: ToolCallSite, elsewhere: readonly AgentId[]): ReachedLimit | null {
    const { tree, config, running } = this.#dependencies
    const lineage = tree.lineage(site.agentId)
    const root = lineage.at(-1)
    const here = running().filter((id) => tree.lineage(id).at(-1) === root)
    const busy = new Set([...here, ...elsewhere])
    // Forget the turns that have ended.
    for (const [turnId, { agentId }] of this.#turns) if (!running().includes(agentId)) this.#turns.delete(turnId)
    const announced = [...this.#turns.values()].map((forks) => (here.includes(forks.agentId) ? forks.announced : 0))
    const { made, announced: own } = this.#turns.get(site.turnId) ?? { made: 0, announced: 0 }
    const situation = {
      depth: lineage.length,
      children: made + own,
      running: busy.size + announced.reduce((sum, each) => sum + each, 0),
    }
    const limitOf = (limit: keyof ForkLimits): number => config[limit] + (this.#raised.get(this.#key(limit, site)) ?? 0)
    return findReachedLimit(situation, {
      maxAgentDepth: limitOf('maxAgentDepth'),
      maxChildrenPerTurn: limitOf('maxChildrenPerTurn'),
      maxRunningTurns: limitOf('maxRunningTurns'),
    })
  }

  #key(limit: keyof ForkLimits, { agentId, turnId }: ToolCallSite): string {
    return `${limit} ${limit === 'maxChildrenPerTurn' ? turnId : this.#dependencies.tree.lineage(agentId).at(-1)}`
  }

  async #ask(site: ToolCallSite, reached: ReachedLimit, signal: AbortSignal): Promise<Approval> {
    const { questions, clock, ids } = this.#dependencies
    const approval: PendingApproval = {
      id: `limit_${ids.uuid()}`,
      agentId: site.agentId,
      tool: 'fork',
      subject: reached.text,
      access: 'limit',
      isInFolder: true,
      askedAt: clock.now(),
      patterns: [],
    }
    this.#waiting.set(approval.id, site)
    const accept = (answer: ApprovalAnswer) => this.#accept(site, reached, answer)
    const result = await questions.ask({ approval, signal, accept })
    this.#waiting.delete(approval.id)
    return result
  }

  /**
   * Accepts an answer: an approval for once raises the limit by its configured value, a lasting one removes the limit.
   */
  async #accept(site: ToolCallSite, { limit }: ReachedLimit, answer: ApprovalAnswer): Promise<Result<Approval>> {
    if (answer.type === 'deny') {
      const reason = answer.reason === undefined || answer.reason === '' ? '' : ` ${answer.reason}`
      return ok({ type: 'denied', message: `The person allows no more children here.${reason}` })
    }
    const more = answer.type === 'allow' ? Infinity : this.#dependencies.config[limit]
    const key = this.#key(limit, site)
    this.#raised.set(key, (this.#raised.get(key) ?? 0) + more)
    for (const [id, waiting] of this.#waiting) {
      const elsewhere = await this.#runningElsewhere(waiting)
      const isAllowed = elsewhere.ok && this.#reached(waiting, elsewhere.value) === null
      if (isAllowed) this.#dependencies.questions.settle(id, ALLOWED)
    }
    return ok(ALLOWED)
  }
}
