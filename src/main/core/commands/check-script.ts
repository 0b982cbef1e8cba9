import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import type { InputStep } from '../../../shared/slash-commands.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import type { CommandSituation } from './command.ts'
import { decideForkCommand } from './fork-command.ts'
import { decideMark } from './simple-commands.ts'

/**
 * Error text for a fork with a goal while the parent's own turn runs: that turn would read the goal as its own prompt.
 */
const GOAL_WHILE_BUSY =
  'Cannot add the text before /fork while response is streaming. Wait for completion, or give it to the fork: /fork "…".'

/**
 * Returns why a script with prompts cannot be run, before any of it is recorded; null: no reason is known. A script is
 * refused if one of its prompts would get no answer: there is no model, or the fork that the prompt belongs to is
 * refused (invalid arguments or an unknown mark).
 */
export function checkScript(steps: readonly InputStep[], situation: CommandSituation): string | null {
  const { agent, context, isBusy } = situation
  const { items, system, lastId, placeId, lastEdit } = context
  const marks = new Map(context.marks)
  let hasModel = agent.choice !== null
  for (const step of steps) {
    if (step.type === 'prompt') {
      if (agent.status === 'killed') return AGENT_KILLED
      if (!step.starts && isBusy) return GOAL_WHILE_BUSY
      if (!hasModel && step.starts) return NO_MODEL_CONFIGURED
    } else if (step.name === 'model') {
      hasModel = true
    } else if (step.name === 'mark') {
      const decision = decideMark(step.args, situation)
      if (decision.type === 'refused') return decision.message
      marks.set(step.args, lastId)
    } else if (step.name === 'fork') {
      const decision = decideForkCommand(step.args, {
        ...situation,
        context: { items, system, lastId, placeId, lastEdit, marks },
      })
      if (decision.type === 'refused') return decision.message
      const choices = decision.type === 'accepted' ? (decision.change.newAgents ?? []) : []
      if (!hasModel && choices.some(({ choice }) => choice === null)) return NO_MODEL_CONFIGURED
    } else if (step.name === 'clear' && step.args === '') {
      marks.clear()
    }
  }
  return null
}
