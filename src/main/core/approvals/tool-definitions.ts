import type { ApprovalRule, NewApprovalRule } from '../../../shared/approval.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import type { ForeignDefinition } from '../ports/tool-ports.ts'
import type { ToolServers } from '../ports/tool-server-ports.ts'
import type { SettingsStore } from '../ports/log-ports.ts'

/** Stores the definitions of MCP tools that the user has allowed, and compares them with the current ones. */
export class ToolDefinitions {
  readonly #settings: SettingsStore
  readonly #servers: Pick<ToolServers, 'tools'>

  constructor(settings: SettingsStore, servers: Pick<ToolServers, 'tools'>) {
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

  /** Returns a unified diff from the definition that `rule` allowed; null: there is nothing to compare. */
  async change(now: ForeignDefinition | undefined, rule: ApprovalRule | null): Promise<string | null> {
    if (now === undefined || rule?.definition === undefined) return null
    const before = await this.#settings.get(settingOf(rule.definition))
    return now.differenceFrom(before.ok && typeof before.value === 'string' ? before.value : '')
  }
}

function settingOf(hash: string): string {
  return `tool_definition:${hash}`
}
