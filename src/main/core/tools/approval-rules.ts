import { type ApprovalRule, type NewApprovalRule, parseApprovalRules } from '../../../shared/approval.ts'
import type { Result } from '../../../shared/result.ts'
import type { Clock, IdSource, SettingsStore } from '../ports.ts'
import { StoredSetting } from '../stored-setting.ts'

const RULES = {
  key: 'approval_rules',
  empty: [],
  parse: parseApprovalRules,
  damaged: 'The stored rules are damaged.',
}

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
  readonly #rules: StoredSetting<readonly ApprovalRule[]>

  constructor(dependencies: RuleDependencies) {
    this.#dependencies = dependencies
    this.#rules = new StoredSetting<readonly ApprovalRule[]>(dependencies.settings, RULES)
  }

  all(): Promise<Result<readonly ApprovalRule[]>> {
    return this.#rules.read()
  }

  /** A rule that says the same is not kept twice; one about the same calls gives way. Answers all rules. */
  add(rule: NewApprovalRule): Promise<Result<readonly ApprovalRule[]>> {
    const { ids, clock } = this.#dependencies
    const made: ApprovalRule = { ...rule, id: ids.uuid(), createdAt: clock.now() }
    return this.#rules.change((rules) => [...rules.filter((other) => !isAboutTheSame(other, rule)), made])
  }

  remove(ruleId: string): Promise<Result<readonly ApprovalRule[]>> {
    return this.#rules.change((rules) => rules.filter(({ id }) => id !== ruleId))
  }
}

function isAboutTheSame(a: NewApprovalRule, b: NewApprovalRule): boolean {
  const agent = ({ scope }: NewApprovalRule): string | null => (scope.type === 'everywhere' ? null : scope.agentId)
  return a.tool === b.tool && a.pattern === b.pattern && a.scope.type === b.scope.type && agent(a) === agent(b)
}
