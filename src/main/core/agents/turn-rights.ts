import type { AgentId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import { DONE, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { Mail, SettingsStore } from '../ports.ts'

/**
 * Agents whose rights limit a turn besides its own agent's: those whose mail began it or was read in it, with everybody
 * whose mail had led to that. A call of such a turn is decided for all of them. Children that are forked in such a turn
 * and mail that is sent in it carry the whole list on.
 *
 * Kept in the database before what it limits is recorded: after a crash a turn that is resumed has the same limits, and
 * another engine knows them.
 */
export class TurnRights {
  readonly #settings: SettingsStore

  constructor(settings: SettingsStore) {
    this.#settings = settings
  }

  /** Of the agent's turn that runs, or ran last; empty: its own rights alone. */
  of(agentId: AgentId): Promise<Result<readonly AgentId[]>> {
    return this.#read(ofTurn(agentId))
  }

  /** A turn that a person began. */
  async beginByPerson(agentId: AgentId): Promise<Result<null>> {
    const before = await this.of(agentId)
    if (!before.ok) return before
    return before.value.length === 0 ? DONE : this.#settings.set(ofTurn(agentId), [])
  }

  /** A turn that these mails began. */
  async beginByMail(agentId: AgentId, mails: readonly Mail[]): Promise<Result<null>> {
    const origins = await this.#originsOf(mails)
    return origins.ok ? this.#settings.set(ofTurn(agentId), union(origins.value, [])) : origins
  }

  /** The agent is about to read these in its turn. */
  async read(agentId: AgentId, mails: readonly Mail[]): Promise<Result<null>> {
    const before = await this.of(agentId)
    if (!before.ok) return before
    const origins = await this.#originsOf(mails)
    return origins.ok ? this.#settings.set(ofTurn(agentId), union(before.value, origins.value)) : origins
  }

  /** A child is about to be forked in the parent's turn. */
  async fork(parentId: AgentId, childId: AgentId): Promise<Result<null>> {
    const origins = await this.of(parentId)
    if (!origins.ok || origins.value.length === 0) return origins.ok ? DONE : origins
    return this.#settings.set(ofTurn(childId), union(origins.value, []))
  }

  /**
   * Mail is about to be sent in the sender's turn. The limits are kept for the two agents and hold until the sender
   * writes in a turn without limits while the recipient has nothing unread.
   */
  async send({ from, to }: Pick<Mail, 'from' | 'to'>, unread: number): Promise<Result<null>> {
    const [origins, before] = await Promise.all([this.of(from), this.#read(ofMail(from, to))])
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

  async #read(key: string): Promise<Result<readonly AgentId[]>> {
    const stored = await this.#settings.get(key)
    return mapOk(stored, (value) => agentIds(value))
  }
}

function ofTurn(agentId: AgentId): string {
  return `turn_rights:${agentId}`
}

function ofMail(from: AgentId, to: AgentId): string {
  return `mail_rights:${from}:${to}`
}

function agentIds(stored: JsonValue | null): readonly AgentId[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

function union(a: readonly AgentId[], b: readonly AgentId[]): AgentId[] {
  return [...new Set([...a, ...b])]
}
