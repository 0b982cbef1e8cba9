import { type ApprovalRule, type NewApprovalRule, parseApprovalRules } from '../../../shared/approval.ts'
import type { Clock, IdSource, SettingsStore, StorageResult } from '../ports.ts'

const SETTING = 'approval_rules'

export interface RuleDependencies {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: IdSource
}

/**
 * The standing answers and policies of a person, kept in the database: read for every decision, because another engine
 * on it may have changed them.
 */
export class ApprovalRules {
  readonly #dependencies: RuleDependencies
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(dependencies: RuleDependencies) {
    this.#dependencies = dependencies
  }

  async all(): Promise<StorageResult<readonly ApprovalRule[]>> {
    const stored = await this.#dependencies.settings.get(SETTING)
    if (!stored.ok) return stored
    const rules = stored.value === null ? [] : parseApprovalRules(stored.value)
    if (rules !== null) return { ok: true, value: rules }
    return { ok: false, error: { category: 'STORAGE', message: 'The stored rules are damaged.', retryable: false } }
  }

  /** A rule that says the same is not kept twice; one about the same calls gives way. Answers all rules. */
  add(rule: NewApprovalRule): Promise<StorageResult<readonly ApprovalRule[]>> {
    const { ids, clock } = this.#dependencies
    const made: ApprovalRule = { ...rule, id: ids.uuid(), createdAt: clock.now() }
    return this.#change((rules) => [...rules.filter((other) => !isAboutTheSame(other, rule)), made])
  }

  remove(ruleId: string): Promise<StorageResult<readonly ApprovalRule[]>> {
    return this.#change((rules) => rules.filter(({ id }) => id !== ruleId))
  }

  /** One change after the other, so that two answers at once are both kept. */
  #change(
    change: (rules: readonly ApprovalRule[]) => readonly ApprovalRule[],
  ): Promise<StorageResult<readonly ApprovalRule[]>> {
    const changed = this.#lastChange.then(async (): Promise<StorageResult<readonly ApprovalRule[]>> => {
      const rules = await this.all()
      if (!rules.ok) return rules
      const value = change(rules.value)
      const kept = await this.#dependencies.settings.set(SETTING, value)
      return kept.ok ? { ok: true, value } : kept
    })
    this.#lastChange = changed.catch(() => undefined)
    return changed
  }
}

function isAboutTheSame(a: NewApprovalRule, b: NewApprovalRule): boolean {
  const agent = ({ scope }: NewApprovalRule): string | null => (scope.type === 'everywhere' ? null : scope.agentId)
  return a.tool === b.tool && a.pattern === b.pattern && a.scope.type === b.scope.type && agent(a) === agent(b)
}
