import type { ApprovalRule, ApprovalScope } from '../../shared/approval.ts'
import { SANDBOX_LEVELS, type SandboxLevel } from '../../shared/sandbox.ts'
import type { ListedTool } from '../../shared/tool-list.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useApprovals, useConfig, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import { SelectSetting, TextSetting } from './text-setting.tsx'
import { useConfiguration } from './use-configuration.ts'
import formStyles from '../parts/form.module.css'
import rowStyles from './setting-rows.module.css'
import { shortAgentId } from '../../shared/ids.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { agentName } from '../store/agent-name.ts'

const common = texts.settingsDialog
const words = texts.toolPermissions

const POLICIES = [
  { value: 'usual', label: words.usual },
  { value: 'allow', label: common.permissions.allow },
  { value: 'outside', label: common.permissions.outside },
  { value: 'ask', label: common.permissions.ask },
  { value: 'deny', label: common.permissions.deny },
] as const

/** The tool whose calls can run outside the sandbox. */
const RUNS_COMMANDS = 'bash'

/** A policy for each tool, then the saved approvals. */
export function ToolsPage() {
  const tools = useConfig((state) => state.tools)
  const rules = useApprovals((state) => state.rules)
  const names = new Set(tools?.tools.map(({ name }) => name))
  const answers = rules.filter((rule) => !(isPolicy(rule) && names.has(rule.tool)))
  return (
    <div className={formStyles.settings}>
      <SandboxSetting />
      <EditorSetting />
      {tools === null ? <p className={formStyles.none}>{words.loading}</p> : null}
      <ul className={rowStyles.rows} aria-label={words.tools}>
        {tools?.tools.map((tool) => (
          <ToolRow
            key={tool.name}
            tool={tool}
            policy={rules.find((rule) => isPolicy(rule) && rule.tool === tool.name)}
          />
        ))}
      </ul>
      <h4 className={formStyles.subheading}>{words.saved}</h4>
      {answers.length === 0 ? (
        <p className={formStyles.none}>{words.noneSaved}</p>
      ) : (
        <ul className={rowStyles.rows} aria-label={words.saved}>
          {answers.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </div>
  )
}

const LEVELS = SANDBOX_LEVELS.map((value) => ({ value, label: common.sandboxLevels[value] }))

/** The level of agents for which no other one was chosen. */
function SandboxSetting() {
  const file = useConfiguration()
  const { update } = useActions().config
  return file === null ? null : (
    <SelectSetting
      label={common.sandbox}
      value={file.sandbox}
      options={LEVELS}
      onChange={async (value) => update({ sandbox: levelOf(value) })}
    />
  )
}

/** The program of “Open in editor”. */
function EditorSetting() {
  const file = useConfiguration()
  const { update } = useActions().config
  return file === null ? null : (
    <TextSetting
      label={words.editor}
      value={file.editor ?? ''}
      placeholder="code"
      hint={words.editorHint}
      onSave={(text) => update({ editor: text === '' ? null : text })}
    />
  )
}

function levelOf(value: string): SandboxLevel {
  return SANDBOX_LEVELS.find((level) => level === value) ?? 'workspace'
}

/** Returns whether a rule applies to every call of a tool by every agent, so that the tool's own row shows it. */
function isPolicy({ pattern, scope }: ApprovalRule): boolean {
  return pattern === null && scope.type === 'everywhere'
}

const ABOUT: ReadonlyMap<string, string> = new Map(Object.entries(words.about))

/** Returns what a tool does in a line: a server says it only to models. */
function aboutTool({ name, description, server }: ListedTool): string {
  return (server === null ? ABOUT.get(name) : undefined) ?? description.split('\n', 1)[0] ?? ''
}

function ToolRow({ tool, policy }: { tool: ListedTool; policy: ApprovalRule | undefined }) {
  const { approvals } = useActions()
  function choose(value: string): void {
    const action = POLICIES.find((each) => each.value === value)?.value
    if (action === undefined) return
    if (action !== 'usual') {
      void approvals.addRule({
        tool: tool.name,
        pattern: null,
        scope: { type: 'everywhere' },
        ...(action === 'outside' ? { action: 'allow', outside: true } : { action }),
      })
    } else if (policy !== undefined) void approvals.revoke(policy.id)
  }
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.rowText}>
        <code className={rowStyles.entryName}>{tool.name}</code>
        <span className={rowStyles.rowHint}>{aboutTool(tool)}</span>
      </span>
      <select
        className={formStyles.select}
        aria-label={words.permissionFor({ tool: tool.name })}
        value={policy === undefined ? 'usual' : effectOf(policy)}
        onChange={(change) => choose(change.target.value)}
      >
        {POLICIES.filter(({ value }) => value !== 'outside' || tool.name === RUNS_COMMANDS).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </li>
  )
}

function RuleRow({ rule }: { rule: ApprovalRule }) {
  const { toasts } = useStores()
  const { approvals } = useActions()
  const agents = useScopeLabel(rule.scope)
  const { workingIn: folder } = rule
  const scope = folder === undefined ? agents : words.workingIn({ scope: agents, folder: visibleText(folder) })
  const what = `${rule.tool}${rule.pattern === null ? '' : ` ${rule.pattern}`}`

  async function revoke(): Promise<void> {
    await approvals.revoke(rule.id)
    const { id: _, createdAt: __, ...again } = rule
    toasts.show(words.revoked({ rule: what }), () => void approvals.addRule(again))
  }

  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.rowText}>
        <code className={rowStyles.entryName}>{what}</code>
        <span className={rowStyles.rowHint}>{words.rules[effectOf(rule)]({ scope })}</span>
      </span>
      <Button tone="quiet" aria-label={words.revokeRule({ rule: what, scope })} onClick={() => void revoke()}>
        {words.revoke}
      </Button>
    </li>
  )
}

/** What a rule does. `outside`: it allows, also outside the sandbox. */
function effectOf({ action, outside }: ApprovalRule): ApprovalRule['action'] | 'outside' {
  return action === 'allow' && outside === true ? 'outside' : action
}

/** Returns a text for the scope of a rule. */
function useScopeLabel(scope: ApprovalScope): string {
  return useTree(({ agents }) => {
    if (scope.type === 'everywhere') return words.everyAgent
    const agent = agents.get(scope.agentId)
    const name = agent === undefined ? shortAgentId(scope.agentId) : agentName(agent)
    return scope.type === 'agent' ? name : words.withDescendants({ agent: name })
  })
}
