import type { StoredKey } from '../../../shared/home-settings.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import { DONE, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Mail, SettingsStore } from '../ports/log-ports.ts'

/**
 * The agents whose rights limit a turn in addition to its own agent's: the senders of mail that started the turn or was
 * read in it, and the agents whose rights limited those senders. A tool call in such a turn is decided for all of them.
 * Children forked in the turn and mail sent in it carry the whole list on.
 *
 * Limits are stored before the records that they apply to, so that a turn resumed after a crash has the same limits, in
 * any engine.
 */
export class TurnRights {
  readonly #settings: SettingsStore

  constructor(settings: SettingsStore) {
    this.#settings = settings
  }

  /** The limits of the agent's running turn, or of its last one; empty: only the agent's own rights apply. */
  chainOf(agentId: AgentId): Promise<Result<readonly AgentId[]>> {
    return this.#read(ofTurn(agentId))
  }

  /** Clears the limits for a turn that the user starts. */
  async beginByPerson(agentId: AgentId): Promise<Result<null>> {
    const before = await this.chainOf(agentId)
    if (!before.ok) return before
    return before.value.length === 0 ? DONE : this.#settings.set(ofTurn(agentId), [])
  }

  /** Sets the limits for a turn that these mails start. */
  async beginByMail(agentId: AgentId, mails: readonly Mail[]): Promise<Result<null>> {
    const origins = await this.#originsOf(mails)
    return origins.ok ? this.#settings.set(ofTurn(agentId), union(origins.value, [])) : origins
  }

  /** Adds the senders' limits. Call it before the agent reads these mails in its turn. */
  async read(agentId: AgentId, mails: readonly Mail[]): Promise<Result<null>> {
    const before = await this.chainOf(agentId)
    if (!before.ok) return before
    const origins = await this.#originsOf(mails)
    return origins.ok ? this.#settings.set(ofTurn(agentId), union(before.value, origins.value)) : origins
  }

  /** Copies the parent's limits to the child. Call it before the child is forked. */
  async fork(parentId: AgentId, childId: AgentId): Promise<Result<null>> {
    const origins = await this.chainOf(parentId)
    return origins.ok ? this.#begin(childId, origins.value) : origins
  }

  /** Gives an agent that runs another one again the limits with which that one was forked. Call it before it exists. */
  async forkAgain(originalId: AgentId, againId: AgentId): Promise<Result<null>> {
    const origins = await this.#read(ofFork(originalId))
    return origins.ok ? this.#begin(againId, origins.value) : origins
  }

  /** The limits of an agent until its first prompt of a user. */
  async #begin(agentId: AgentId, origins: readonly AgentId[]): Promise<Result<null>> {
    if (origins.length === 0) return DONE
    // A later prompt ends those of the turn. A rerun begins before that prompt.
    const kept = await this.#settings.set(ofFork(agentId), union(origins, []))
    return kept.ok ? this.#settings.set(ofTurn(agentId), union(origins, [])) : kept
  }

  /**
   * Stores the sender's limits for its mail to the recipient. Call it before the mail is sent. The limits are kept for
   * this pair of agents until the sender writes in a turn without limits while the recipient has no unread mail.
   */
  async send({ from, to }: Pick<Mail, 'from' | 'to'>, unread: number): Promise<Result<null>> {
    const [origins, before] = await Promise.all([this.chainOf(from), this.#read(ofMail(from, to))])
    if (!origins.ok) return origins
    if (!before.ok) return before
    const kept = origins.value.length === 0 && unread === 0 ? [] : before.value
    const after = union(kept, origins.value)
    return after.length === before.value.length ? DONE : this.#settings.set(ofMail(from, to), after)
  }

  async #originsOf(mails: readonly Mail[]): Promise<Result<readonly AgentId[]>> {
    let origins: readonly AgentId[] = []
    for (const { from, to } of mails) {
      const earlier = await this.#read(ofMail(from, to))
      if (!earlier.ok) return earlier
      origins = union(origins, [from, ...earlier.value])
    }
    return ok(origins)
  }

  async #read(key: StoredKey): Promise<Result<readonly AgentId[]>> {
    const stored = await this.#settings.get(key)
    return mapOk(stored, (value) => agentIds(value))
  }
}

function ofTurn(agentId: AgentId): StoredKey {
  return `turn_rights:${agentId}`
}

function ofFork(agentId: AgentId): StoredKey {
  return `fork_rights:${agentId}`
}

function ofMail(from: AgentId, to: AgentId): StoredKey {
  return `mail_rights:${from}:${to}`
}

function agentIds(stored: JsonValue | null): readonly AgentId[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

function union(a: readonly AgentId[], b: readonly AgentId[]): AgentId[] {
  return [...new Set([...a, ...b])]
}
