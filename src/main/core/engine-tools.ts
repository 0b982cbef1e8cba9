import type { AgentId } from '../../shared/ids.ts'
import type { AgentInstructions } from './instructions/agent-instructions.ts'
import { type PluginToolDependencies, PluginTools } from './instructions/plugin-tools.ts'
import { skillTool } from './instructions/skill-tool.ts'
import type { Skills } from './instructions/skills.ts'
import type { TreeLimits } from './budgets/tree-limits.ts'
import type { AgentRegistry } from './agents/agent-registry.ts'
import { Terminals } from './agents/terminals.ts'
import type { TurnRights } from './agents/turn-rights.ts'
import type { CommandRunner } from './commands/command-runner.ts'
import type { AgentContexts } from './context/agent-contexts.ts'
import { type EngineDependencies } from './engine-dependencies.ts'
import type { FolderOf, Tool } from './ports/tool-ports.ts'
import type { ApprovalInbox } from './approvals/approval-inbox.ts'
import type { QuestionInbox } from './approvals/question-inbox.ts'
import { serverQuestions } from './approvals/server-questions.ts'
import { SlashTool } from './commands/slash-tool.ts'
import { ToolHooks } from './tools/tool-hooks.ts'
import { askTool } from './tools/ask-tool.ts'
import { callToolTool, findToolsTool } from './tools/search-tools.ts'
import { ToolRegistry } from './tools/tool-registry.ts'

interface ToolParts {
  readonly builtIn: readonly Tool[]
  readonly rights: TurnRights
  /** What is made after the tools. */
  readonly later: () => LaterParts
}

interface LaterParts {
  readonly instructions: Pick<AgentInstructions, 'isOn'>
  readonly commands: CommandRunner
  readonly treeLimits: TreeLimits
  readonly approvals: Pick<ApprovalInbox, 'forbidden'>
}

interface ToolSurroundings extends Pick<PluginToolDependencies, 'sandboxLevelOf'> {
  readonly questions: QuestionInbox
  readonly skills: Skills
  readonly contexts: AgentContexts
  readonly folderOf: FolderOf
  readonly registry: AgentRegistry
}

/** The tools of agents, the hooks around them, those of them that come from plugins, what asks for servers, and the user's terminals. */
export function createTools(
  { toolServers, logger, questions, clock, ...others }: EngineDependencies & ToolSurroundings,
  { builtIn, rights, later }: ToolParts,
) {
  const profileOf = (agentId: AgentId) => others.registry.tree.get(agentId)?.profile
  const asking = { questions, clock, canAnswer: canAnswer(others) }
  const ask = askTool(asking)
  const askServerQuestion = serverQuestions({ ...asking, logger })
  const slashTool = new SlashTool(
    () => later().commands,
    () => later().treeLimits,
    rights,
    logger,
  )
  const usesInstructions = (agentId: AgentId) => later().instructions.isOn(agentId)
  const plugins = new PluginTools({ ...others, tree: others.registry.tree, usesInstructions })
  const findTools = findToolsTool({
    rankTools: others.rankTools,
    toolBox: () => tools,
    forbidden: (agentId, names) => later().approvals.forbidden(agentId, names),
  })
  const own = [...builtIn, ask, skillTool(others), slashTool, findTools, callToolTool()]
  const terminals = new Terminals(others)
  const endPrograms = (killed: AgentId): void => {
    others.backgroundWork?.endOf(killed)
    terminals.endOf(killed)
    void plugins.refresh()
  }
  const tools: ToolRegistry = new ToolRegistry({ builtIn: own, servers: toolServers, plugins, profileOf })
  const hooks = new ToolHooks({ ...others, logger, clock })
  return { plugins, endPrograms, terminals, tools, hooks, askServerQuestion }
}

export type Answering = Pick<EngineDependencies, 'attended' | 'answersQuestions'>

/** Whether a user can answer questions. */
export function canAnswer({ attended, answersQuestions = false }: Answering): boolean {
  return attended || answersQuestions
}
