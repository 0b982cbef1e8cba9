import type { StoredKey } from '../../../shared/home-settings.ts'
import type { ApprovalRule, NewApprovalRule } from '../../../shared/approval.ts'
import { DONE, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { ForeignDefinition } from '../ports/tool-ports.ts'
import type { ToolServers } from '../ports/tool-server-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import { matchesPattern } from './match-pattern.ts'

/** Stores the definitions of MCP tools that the user has allowed, and compares them with the current ones. */
export class ToolDefinitions {
  readonly #settings: SettingsStore
  readonly #servers: ToolServers
  /** The hash of the definition with which a rule first allowed a tool, by the key of both; null: it has not yet. */
  readonly #first = new Map<string, string | null>()

  constructor(settings: SettingsStore, servers: ToolServers) {
    this.#settings = settings
    this.#servers = servers
  }

  /**
   * Returns the rule with the hash of a definition: the one that was asked about, else the current one of the tool.
   * Rules for other tools are returned unchanged.
   */
  async bind(rule: NewApprovalRule, asked?: ForeignDefinition): Promise<Result<NewApprovalRule>> {
    const current = this.#servers.tools().find(({ definition }) => definition.name === rule.tool)?.foreign
    const foreign = asked ?? current
    if (foreign === undefined || rule.definition !== undefined) return ok(rule)
    const kept = await this.#settings.set(settingOf(foreign.hash), foreign.text)
    return mapOk(kept, () => ({ ...rule, definition: foreign.hash }))
  }

  /**
   * Returns the rules as they hold for a tool with this definition. A rule that was made for no definition (a pattern of
   * names, a profile, `--allow`) holds for the one with which it first allowed the tool.
   *
   * @param isKept Whether a rule outlives this process; its first definitions then do too.
   */
  async boundTo(
    rules: readonly ApprovalRule[],
    call: DefinedCall,
    isKept: IsKept,
  ): Promise<Result<readonly ApprovalRule[]>> {
    const unread = unboundRules(rules, call.tool)
      .filter(isKept)
      .map((rule) => firstKey(rule, call))
      .filter((key) => !this.#first.has(key))
    if (unread.length > 0) {
      const stored = await this.#settings.getAll(unread)
      if (!stored.ok) return stored
      for (const key of unread) {
        const hash = stored.value.get(key)
        this.#first.set(key, typeof hash === 'string' ? hash : null)
      }
    }
    return ok(this.bound(rules, call))
  }

  /** The same as `boundTo`, by what it has read already. */
  bound(rules: readonly ApprovalRule[], call: DefinedCall): readonly ApprovalRule[] {
    return rules.map((rule) => {
      const first = isUnbound(rule, call.tool) ? this.#first.get(firstKey(rule, call)) : null
      return typeof first === 'string' ? { ...rule, definition: first } : rule
    })
  }

  /** Notes that the rules, as `boundTo` returned them, allowed a call of a tool with this definition. */
  async noteAllowed(
    rules: readonly ApprovalRule[],
    { tool, definition }: DefinedCall & { readonly definition: ForeignDefinition },
    isKept: IsKept,
  ): Promise<Result<null>> {
    const unbound = unboundRules(rules, tool)
    if (unbound.length === 0) return DONE
    const text = await this.#settings.set(settingOf(definition.hash), definition.text)
    if (!text.ok) return text
    for (const rule of unbound) {
      const key = firstKey(rule, { tool })
      const kept = isKept(rule) ? await this.#settings.set(key, definition.hash) : DONE
      if (!kept.ok) return kept
      this.#first.set(key, definition.hash)
    }
    return DONE
  }

  /** Returns a unified diff from the definition that `rule` allowed; null: there is nothing to compare. */
  async change(now: ForeignDefinition | undefined, rule: ApprovalRule | null): Promise<string | null> {
    if (now === undefined || rule?.definition === undefined) return null
    const before = await this.#settings.get(settingOf(rule.definition))
    return now.differenceFrom(before.ok && typeof before.value === 'string' ? before.value : '')
  }
}

interface DefinedCall {
  /** The name that rules use. */
  readonly tool: string
}

type IsKept = (rule: ApprovalRule) => boolean

function unboundRules(rules: readonly ApprovalRule[], tool: string): readonly ApprovalRule[] {
  return rules.filter((rule) => isUnbound(rule, tool))
}

function isUnbound(rule: ApprovalRule, tool: string): boolean {
  return rule.action === 'allow' && rule.definition === undefined && matchesPattern(rule.tool, tool, 'anything')
}

function firstKey({ id }: ApprovalRule, { tool }: DefinedCall): StoredKey {
  return `first_definition:${id}:${tool}`
}

function settingOf(hash: string): StoredKey {
  return `tool_definition:${hash}`
}
