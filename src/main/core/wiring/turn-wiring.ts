import type { AgentId } from '../../../shared/ids.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import { Budgets } from '../budgets/budgets.ts'
import { DayBudget } from '../budgets/day-budget.ts'
import { NextPrice } from '../budgets/next-price.ts'
import { Reservations } from '../budgets/reservations.ts'
import { RoundLimits } from '../budgets/round-limits.ts'
import { RunLimits } from '../budgets/run-limits.ts'
import { TreeLimits } from '../budgets/tree-limits.ts'
import { CacheMisses } from '../caching/cache-misses.ts'
import { FirstWrites } from '../caching/first-writes.ts'
import { PrintKeys } from '../caching/print-keys.ts'
import { CacheWarmer } from '../conversation/cache-warmer.ts'
import { MailStarter } from '../conversation/mail-starter.ts'
import { RunningElsewhere } from '../conversation/running-elsewhere.ts'
import { StrayErrors } from '../conversation/stray-errors.ts'
import { SummaryWriter } from '../conversation/summary-writer.ts'
import { TurnLoop } from '../conversation/turn-loop.ts'
import { TurnStopper } from '../conversation/turn-stopper.ts'
import { WarmOrders } from '../conversation/warm-orders.ts'
import { ChangeWiring } from './change-wiring.ts'

/** What runs the turns of agents, and what limits them. */
export abstract class TurnWiring extends ChangeWiring {
  /** Continues an agent after a turn, with what waits for it. */
  abstract get continueAgent(): (agentId: AgentId, outcome: TurnOutcome) => Promise<void>

  get roundLimits(): RoundLimits {
    return new RoundLimits(this.tree, this.config, this.maxToolRounds)
  }

  get nextPrice(): NextPrice {
    return new NextPrice(this)
  }

  get runLimits(): RunLimits {
    return new RunLimits(this.tree, this.settings, this.peers, (agentId) => this.loop.isBusy(agentId))
  }

  get treeLimits(): TreeLimits {
    return new TreeLimits(this)
  }

  get dayBudget(): DayBudget {
    return new DayBudget(this.settings, this.search, this)
  }

  get monthBudget(): DayBudget {
    return new DayBudget(this.settings, this.search, this, 'month')
  }

  get reservations(): Reservations {
    return new Reservations(this.settings, this.peers, this.clock, this.ids)
  }

  get budgets(): Budgets {
    return new Budgets(this, [this.dayBudget, this.monthBudget], this.reservations)
  }

  get firstWrites(): FirstWrites {
    return new FirstWrites(this.clock)
  }

  get printKeys(): PrintKeys {
    return new PrintKeys(this)
  }

  get cacheMisses(): CacheMisses {
    return new CacheMisses(this)
  }

  get warmOrders(): WarmOrders {
    return new WarmOrders(this)
  }

  get warmer(): CacheWarmer {
    return new CacheWarmer(this, this.warmOrders)
  }

  get onTurnEnded(): (agentId: AgentId, outcome: TurnOutcome) => void {
    return (agentId, outcome) => void this.continueAgent(agentId, outcome)
  }

  get loop(): TurnLoop {
    return new TurnLoop(this)
  }

  get stopper(): TurnStopper {
    return new TurnStopper(this.loop, this.peers, this.clock)
  }

  get mailStarter(): MailStarter {
    return new MailStarter(this)
  }

  get summaries(): SummaryWriter {
    return new SummaryWriter(this, this.loop)
  }

  get elsewhere(): RunningElsewhere {
    return new RunningElsewhere(this)
  }

  get strayErrors(): StrayErrors {
    return new StrayErrors(this, this.loop)
  }
}
