import type { AgentSummary } from '../../../shared/agent-summary.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AskRequest } from '../../../shared/engine-api.ts'
import { refuse, type Result } from '../../../shared/result.ts'
import { promptEvent } from '../content/prompt-event.ts'
import type { CommandRunner } from './command-runner.ts'
import { forkByRequest } from './fork-by-request.ts'
import { decideFork } from './fork-command.ts'
import type { CommandServices } from './command-services.ts'

type ResolvedRequest = Omit<AskRequest, 'attachments'> & { readonly attachments: readonly AttachmentBlock[] }

const NO_PROMPT = 'There is no prompt to send. Write one, then ask.'

/** The place of the decision that only checks the request: nothing comes before it. */
const START = { atId: 0, fromId: null, unanswered: null }

/**
 * Starts a turn of the agent with a prompt, then forks the agent at that prompt, one child per model. All models are
 * checked before anything is recorded.
 */
export async function askSeveral(
  { agentId, text, models, attachments }: ResolvedRequest,
  services: CommandServices,
  commands: CommandRunner,
): Promise<Result<readonly AgentSummary[]>> {
  const { contexts, loop } = services
  const agent = commands.agent(agentId)
  if (!agent.ok) return agent
  if (text.trim() === '' && attachments.length === 0) return refuse(NO_PROMPT)
  const wanted = { models, prompt: text, reason: 'ask' } as const
  const checked = decideFork(wanted, agent.value, START, services)
  if (checked.type === 'refused') return refuse(checked.message)
  const started = await loop.start(agent.value, { opening: [promptEvent(agentId, text, attachments)] })
  if (!started.ok) return started
  const context = await contexts.contextOf(agentId)
  if (!context.ok) return context
  const prompt = context.value.items.find(({ kind, turnId }) => kind === 'user' && turnId === started.turnId)
  if (prompt === undefined) throw new Error('The prompt of a turn that has started is missing from its context')
  const request = { agentId, models, atEventId: prompt.id, reason: 'ask', attachments: [] } as const
  return forkByRequest(request, services, commands)
}
