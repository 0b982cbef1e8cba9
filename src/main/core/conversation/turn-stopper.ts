import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { PeerMessage, Peers } from '../ports/peer-ports.ts'
import type { TurnLoop } from './turn-loop.ts'

/** Interval between checks for turns in other engines, ms. */
const LOOK_MS = 100
/** Longest wait for another engine to end a turn, ms. After that the stop fails. */
const MAX_WAIT_MS = 20_000

/**
 * Ends turns in any engine on the database. A turn of another engine has ended when its lease is free. Until then the
 * message is sent again, because messages can be lost.
 */
export class TurnStopper {
  readonly #loop: TurnLoop
  readonly #peers: Peers
  readonly #clock: Clock

  constructor(loop: TurnLoop, peers: Peers, clock: Clock) {
    this.#loop = loop
    this.#peers = peers
    this.#clock = clock
  }

  /** Cancels the agent's turn and resolves when it has ended; false if there was none. */
  async cancel(agentId: AgentId): Promise<Result<boolean>> {
    if (await this.#loop.cancel(agentId)) return ok(true)
    const elsewhere = await this.#endElsewhere({ type: 'cancel', agentId })
    return mapOk(elsewhere, (turns) => turns > 0)
  }

  /**
   * Ends the running turns of an agent and its descendants (null: of all agents), and prevents new ones in this engine
   * meanwhile. Resolves with the number of ended turns when they have ended.
   */
  async stop(agentId: AgentId | null): Promise<Result<number>> {
    const release = this.#loop.holdBack(agentId)
    try {
      const here = await this.#loop.stop(agentId)
      const elsewhere = await this.#endElsewhere({ type: 'stop', agentId })
      return mapOk(elsewhere, (turns) => here + turns)
    } finally {
      release()
    }
  }

  /** Ends turns of other engines; resolves with their number. */
  async #endElsewhere(message: Extract<PeerMessage, { type: 'stop' | 'cancel' }>): Promise<Result<number>> {
    const ended = new Set<AgentId>()
    for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
      const running = await this.#runningElsewhere(message)
      if (!running.ok) return running
      for (const id of running.value) ended.add(id)
      if (running.value.length === 0) return ok(ended.size)
      if (waitedMs >= MAX_WAIT_MS) return refuse(notEnded(running.value.length))
      const sent = await this.#peers.send(message)
      if (!sent.ok) return sent
      await this.#clock.sleep(LOOK_MS, new AbortController().signal)
    }
  }

  async #runningElsewhere({ type, agentId }: PeerMessage): Promise<Result<readonly AgentId[]>> {
    const running = await this.#peers.runningElsewhere(agentId)
    if (!running.ok || type === 'stop') return running
    return ok(running.value.filter((id) => id === agentId))
  }
}

function notEnded(turns: number): string {
  const which = turns === 1 ? '1 turn' : `${turns} turns`
  return `${which} of another ikigai on this database did not end within ${MAX_WAIT_MS / 1_000} seconds. Try again, or close that ikigai.`
}
