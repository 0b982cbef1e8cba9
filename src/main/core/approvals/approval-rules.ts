import type { AgentProfile } from '../../../shared/agent-profile.ts'
import { type ApprovalRule, type NewApprovalRule, parseApprovalRules } from '../../../shared/approval.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import { isSearchTool } from '../../../shared/tool-search.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import { NETWORK_RULES } from '../../../shared/sandbox.ts'
import { matchesPattern } from './match-pattern.ts'

const RULES = {
  key: 'approval_rules' as const,
  empty: [],
  parse: parseApprovalRules,
  damaged: 'The stored rules are damaged.',
}

/**
 * The user's stored approval rules. They are read from the database for every decision, because another engine may have
 * changed them.
 */
export class ApprovalRules {
  readonly #clock: Clock
  readonly #ids: IdSource
  readonly #rules: StoredSetting<readonly ApprovalRule[]>

  constructor(settings: SettingsStore, clock: Clock, ids: IdSource) {
    this.#clock = clock
    this.#ids = ids
    this.#rules = new StoredSetting<readonly ApprovalRule[]>(settings, RULES)
  }

  all(): Promise<Result<readonly ApprovalRule[]>> {
    return this.#rules.read()
  }

  /** Adds a rule, which replaces any rule for the same tool, pattern, scope and folder. Returns all rules. */
  add(rule: NewApprovalRule): Promise<Result<readonly ApprovalRule[]>> {
    const made: ApprovalRule = { ...rule, id: this.#ids.uuid(), createdAt: this.#clock.now() }
    return this.#rules.change((rules) => [...rules.filter((other) => !isAboutTheSame(other, rule)), made])
  }

  remove(ruleId: string): Promise<Result<readonly ApprovalRule[]>> {
    return this.#rules.change((rules) => rules.filter(({ id }) => id !== ruleId))
  }
}

function isAboutTheSame(a: NewApprovalRule, b: NewApprovalRule): boolean {
  const agent = ({ scope }: NewApprovalRule): string | null => (scope.type === 'everywhere' ? null : scope.agentId)
  const isSamePlace = a.scope.type === b.scope.type && agent(a) === agent(b) && a.workingIn === b.workingIn
  return a.tool === b.tool && a.pattern === b.pattern && isSamePlace
}

/** The hosts that config.json lets commands in the sandbox reach, as rules. */
export function hostRules(hosts: readonly string[] | null): readonly ApprovalRule[] {
  return (hosts ?? []).map((pattern) => ({
    id: `sandbox_domains ${pattern}`,
    tool: NETWORK_RULES,
    pattern,
    action: 'allow',
    scope: { type: 'everywhere' },
    createdAt: 0,
  }))
}

/**
 * Whether an agent with this profile has a tool. Without a profile it has all. An agent with any tool also has the tool
 * search, which finds and calls only the agent's own tools.
 */
export function hasTool(profile: AgentProfile | undefined, tool: string): boolean {
  const tools = profile?.tools ?? null
  if (tools === null || (isSearchTool(tool) && tools.length > 0)) return true
  return tools.some((pattern) => matchesPattern(pattern, tool, 'anything'))
}

/** The rules of an agent's profile, for that agent alone. */
export function profileRules(agentId: AgentId, profile: AgentProfile | undefined): readonly ApprovalRule[] {
  return (profile?.rules ?? []).map((rule, index) => {
    return { ...rule, id: `profile_${agentId}_${index}`, scope: { type: 'agent', agentId }, createdAt: 0 }
  })
}

/** Returns why a call is denied. `isOwn`: by the profile of the agent that calls; else of one whose mail led to its turn. */
export function notInProfile(tool: string, isOwn: boolean): string {
  return `The profile of ${isOwn ? 'this agent' : 'the agent whose mail led to this turn'} has no ${tool}.`
}
