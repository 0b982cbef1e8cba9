import { ApprovalInbox } from '../approvals/approval-inbox.ts'
import { ApprovalRules } from '../approvals/approval-rules.ts'
import { QuestionInbox } from '../approvals/question-inbox.ts'
import { type AskServerQuestion, serverQuestions } from '../approvals/server-questions.ts'
import { ToolDefinitions } from '../approvals/tool-definitions.ts'
import type { TreeLimits } from '../budgets/tree-limits.ts'
import type { CommandRunner } from '../commands/command-runner.ts'
import { SlashTool } from '../commands/slash-tool.ts'
import type { ToolsMadeBy } from '../../../shared/built-in-tools.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { SKILL_TOOL } from '../../../shared/skill.ts'
import { CALL_TOOL, FIND_TOOLS } from '../../../shared/tool-search.ts'
import { AgentInstructions } from '../instructions/agent-instructions.ts'
import { PluginTools } from '../instructions/plugin-tools.ts'
import { skillTool } from '../instructions/skill-tool.ts'
import type { Tool } from '../ports/tool-ports.ts'
import { askTool } from '../tools/ask-tool.ts'
import { callToolTool, findToolsTool } from '../tools/search-tools.ts'
import { ToolHooks } from '../tools/tool-hooks.ts'
import { ToolRegistry } from '../tools/tool-registry.ts'
import { AgentWiring } from './agent-wiring.ts'

/** The tools of agents, what they may do, the hooks around them, and what of folders is given to agents. */
export abstract class ToolWiring extends AgentWiring {
  abstract get commands(): CommandRunner
  abstract get treeLimits(): TreeLimits

  get questions(): QuestionInbox {
    return new QuestionInbox(this.registry, this.hub, this.journal)
  }

  get askServerQuestion(): AskServerQuestion {
    return serverQuestions(this)
  }

  get rules(): ApprovalRules {
    return new ApprovalRules(this.settings, this.clock, this.ids)
  }

  /** The definitions of servers' tools that the rules hold for. */
  get definitions(): ToolDefinitions {
    return new ToolDefinitions(this.settings, this.toolServers)
  }

  get approvals(): ApprovalInbox {
    return new ApprovalInbox(this)
  }

  get instructions(): AgentInstructions {
    return new AgentInstructions(this)
  }

  get plugins(): PluginTools {
    return new PluginTools(this)
  }

  get hooks(): ToolHooks {
    return new ToolHooks(this)
  }

  get toolBox(): ToolRegistry {
    const own: Readonly<Record<ToolsMadeBy<'tree'>, Tool>> = {
      ask: askTool(this),
      [SKILL_TOOL]: skillTool(this.skills, this.contexts, this.folderOf),
      slash: new SlashTool(this),
      // It finds tools of the box that it is in.
      [FIND_TOOLS]: findToolsTool((agentId) => this.toolBox.tools(agentId), this.rankTools, this.approvals),
      [CALL_TOOL]: callToolTool(),
    }
    return new ToolRegistry({
      builtIn: this.given.builtInTools(this.agentFacts).concat(Object.values(own)),
      servers: this.toolServers,
      plugins: this.plugins,
      profileOf: (agentId) => this.tree.get(agentId)?.profile,
    })
  }

  /** Ends what runs for an agent that was killed. */
  get endPrograms(): (killed: AgentId) => void {
    return (killed) => {
      this.backgroundWork?.endOf(killed)
      this.terminals.endOf(killed)
      void this.plugins.refresh()
    }
  }
}
