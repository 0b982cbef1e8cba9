import { newAttributes } from '../../../shared/agent-attributes.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import { NO_TOTALS } from '../../../shared/usage-totals.ts'
import { AgentTree } from '../agents/agent-tree.ts'
import { ContextReplay } from '../../../shared/context-replay.ts'
import type { NewAgent } from '../ports/log-ports.ts'
import type { CommandSituation } from './command.ts'
import { decideCommand } from './decide-command.ts'
import { asScript, checkScript } from './script.ts'
import { defined } from '../../../shared/defined.ts'

export interface FirstInput {
  readonly text: string
  /** The input is plain text: no line of it is run as a command. */
  readonly asText: boolean
  /** Files of the prompt. */
  readonly attachments?: readonly AttachmentBlock[]
}

/**
 * Returns why a new agent would refuse its first input; null: no reason is known. The decision is the same as for an
 * existing agent with an empty context.
 */
export function refusalOfFirstInput(
  { text, asText, attachments = [] }: FirstInput,
  agent: NewAgent,
  { tree, ...known }: Pick<CommandSituation, 'tree' | 'catalog' | 'config' | 'ids'>,
): string | null {
  const script = asScript(text, asText, attachments)
  if (!script.ok) return script.error.message
  const situation: CommandSituation = {
    ...known,
    agent: recordOf(agent),
    tree: withAgent(tree, recordOf(agent)),
    context: new ContextReplay(),
    isBusy: false,
    by: 'person',
    unread: [],
    sentLately: [],
    templates: [],
  }
  const { first, rest } = script.value
  // A single prompt or command is not a script; it is decided below.
  const problem = rest.length === 0 ? null : checkScript([first, ...rest], situation)
  if (problem !== null) return problem
  if (first.type === 'prompt') return first.starts && agent.choice === null ? NO_MODEL_CONFIGURED : null
  const decision = decideCommand(first.name, first.args, situation)
  return decision.type === 'refused' ? decision.message : null
}

function withAgent(tree: AgentTree, agent: AgentRecord): AgentTree {
  const whole = new AgentTree()
  for (const each of [...tree.all(), agent]) whole.put(each)
  return whole
}

function recordOf(agent: NewAgent): AgentRecord {
  const { profile, ...rest } = agent
  return {
    ...rest,
    ...defined({ profile }),
    ...newAttributes(),
    createdAt: '',
    unreadMail: 0,
    ...NO_TOTALS,
  }
}
