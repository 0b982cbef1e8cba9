import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { PendingApproval } from '../../../shared/approval.ts'
import { foundLines, isOpenProject } from '../../../shared/folder-trust.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, type Result } from '../../../shared/result.ts'
import { parseSwitches, type Switches } from '../../../shared/switches.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { ALLOWED, declined, type QuestionInbox } from '../approvals/question-inbox.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { SettingsStore } from '../ports/log-ports.ts'
import type { ProjectFiles } from '../ports/project-ports.ts'
import type { Clock, IdSource } from '../ports/system-ports.ts'
import type { FolderOf } from '../ports/tool-ports.ts'
import { StoredSetting } from '../stored-setting.ts'
import type { FolderTrusts, ProjectTrust } from './folder-trust.ts'
import { instructionEvents, instructionsInForce } from './instruction-events.ts'
import type { Skills } from './skills.ts'
import { defined } from '../../../shared/defined.ts'

/** Whether instruction files are used, by agent. */
const SWITCHES = {
  key: 'agent_instructions' as const,
  empty: {},
  parse: parseSwitches,
  damaged: 'The stored switches of instruction files are damaged.',
}

export interface InstructionDependencies {
  readonly settings: SettingsStore
  readonly tree: AgentTree
  readonly contexts: AgentContexts
  readonly folderOf: FolderOf
  readonly projectFiles: ProjectFiles
  readonly trusts: FolderTrusts
  readonly skills: Skills
  readonly questions: QuestionInbox
  readonly clock: Clock
  readonly ids: IdSource
  /** Whether the user can be asked, because there is a window. */
  readonly attended: boolean
}

/** The instruction files of agents, and the list of their skills (docs/behaviour/instructions.md). */
export class AgentInstructions {
  readonly #dependencies: InstructionDependencies
  readonly #switches: StoredSetting<Switches>
  /** Open questions, with the project that each is about. */
  readonly #asked = new Map<string, string>()

  constructor(dependencies: InstructionDependencies) {
    this.#dependencies = dependencies
    this.#switches = new StoredSetting<Switches>(dependencies.settings, SWITCHES)
  }

  /** Returns the events that bring the agent's context up to date with the files on the disk. */
  async news(agentId: AgentId): Promise<Result<readonly NewEvent[]>> {
    const { contexts, projectFiles } = this.#dependencies
    const context = await contexts.contextOf(agentId)
    if (!context.ok) return context
    const enabled = await this.isOn(agentId)
    if (!enabled.ok) return enabled
    if (!enabled.value) return ok(instructionEvents(agentId, context.value.items, []))
    const trust = await this.#trust(agentId)
    if (!trust.ok) return trust
    const { folder, at } = trust.value
    const own = await projectFiles.personInstructions()
    const files = isOpenProject(trust.value) ? await projectFiles.instructions(at, folder) : []
    const index = await this.#dependencies.skills.index(trust.value, folder)
    if (!index.ok) return index
    const listed = index.value === null ? [] : [index.value]
    return ok(instructionEvents(agentId, context.value.items, [...own, ...files, ...listed]))
  }

  /** Returns the event that tells the agent which servers are missing, one text each; none if it knows already. */
  async missingServers(agentId: AgentId, missing: readonly string[]): Promise<Result<readonly NewEvent[]>> {
    const { contexts, projectFiles } = this.#dependencies
    const context = await contexts.contextOf(agentId)
    return mapOk(context, ({ items }) =>
      missingServerEvents(agentId, items, missing, (text) => projectFiles.hash(text)),
    )
  }

  /**
   * Asks whether the agent's project is trusted, if that is undecided, and returns the events that follow from the
   * answer. Returns none without a user who can answer, and after a cancel.
   */
  async ask(agentId: AgentId, signal: AbortSignal): Promise<Result<readonly NewEvent[]>> {
    if (!this.#dependencies.attended) return ok([])
    const trust = await this.#trust(agentId)
    if (!trust.ok) return trust
    if (trust.value.state !== 'undecided' || trust.value.found.length === 0) return ok([])
    const answer = await this.#question(agentId, trust.value, signal)
    return answer ? this.news(agentId) : ok([])
  }

  /** Stores the decision about the project of a folder and answers the open questions about it. */
  async decide(folder: string, trusts: boolean | null): Promise<Result<string>> {
    const decided = await this.#dependencies.trusts.decide(folder, trusts)
    if (!decided.ok || trusts === null) return decided
    for (const [id, project] of this.#asked) {
      if (project === decided.value) this.#dependencies.questions.settle(id, trusts ? ALLOWED : declined(undefined))
    }
    return decided
  }

  /** Whether instruction files are used: as set for the agent, or for its nearest ancestor with a setting. */
  async isOn(agentId: AgentId): Promise<Result<boolean>> {
    const switches = await this.#switches.read()
    const lineage = this.#dependencies.tree.lineage(agentId)
    return mapOk(switches, (all) => lineage.map((id) => all[id]).find((each) => each !== undefined) ?? true)
  }

  /** Takes effect before the next prompt. */
  async switch(agentId: AgentId, isOn: boolean): Promise<Result<null>> {
    const changed = await this.#switches.change((all) => ({ ...all, [agentId]: isOn }))
    return mapOk(changed, () => null)
  }

  async #trust(agentId: AgentId): Promise<Result<ProjectTrust & { readonly folder: string }>> {
    const folder = await this.#dependencies.folderOf(agentId)
    if (!folder.ok) return folder
    const trust = await this.#dependencies.trusts.trustOf(folder.value)
    return mapOk(trust, (value) => ({ ...value, folder: folder.value }))
  }

  /** Returns whether the project is trusted now. */
  async #question(agentId: AgentId, { project, found }: ProjectTrust, signal: AbortSignal): Promise<boolean> {
    const { questions, clock, ids } = this.#dependencies
    const approval: PendingApproval = {
      id: `trust_${ids.uuid()}`,
      agentId,
      tool: 'trust',
      subject: [project, '', ...foundLines(found)].join('\n'),
      access: 'trust',
      isInFolder: true,
      askedAt: clock.now(),
      patterns: [],
    }
    this.#asked.set(approval.id, project)
    const accept = async ({ type }: { readonly type: string }) => {
      const trusts = type !== 'deny'
      const decided = await this.decide(project, trusts)
      return mapOk(decided, () => (trusts ? ALLOWED : declined(undefined)))
    }
    const answer = await questions.ask({ approval, signal, accept })
    this.#asked.delete(approval.id)
    return answer.type === 'allowed'
  }
}

/** The path of the event that lists the missing servers: no absolute path, so that no file has it. */
const LIST_PATH = 'servers'

/** Returns the event that says which servers are missing now; none if the context says so already. */
function missingServerEvents(
  agentId: AgentId,
  context: readonly AgentEvent[],
  missing: readonly string[],
  hash: (text: string) => string,
): readonly NewEvent[] {
  const before = instructionsInForce(context).get(LIST_PATH)
  const text = missing.join('\n')
  if (text === (before?.content ?? '')) return []
  const bytes = new TextEncoder().encode(text).length
  const data = { path: LIST_PATH, origin: 'servers', sha256: hash(text), bytes } as const
  const event = { agentId, turnId: null, kind: 'instructions' } as const
  if (text === '') return [{ ...event, content: null, data }]
  return [
    {
      ...event,
      content: text,
      data: { ...data, ...defined({ replaces: before === undefined ? undefined : (true as const) }) },
    },
  ]
}
