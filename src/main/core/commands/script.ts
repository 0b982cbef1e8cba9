import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { SubmitResult } from '../../../shared/contract/agents.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { type InputStep, parseInput } from '../../../shared/slash-commands.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import type { CommandSituation } from './command.ts'
import { decideForkCommand } from './fork-command.ts'
import { decideMark } from './simple-commands.ts'

/** The result of one step. */
export type StepResult = Pick<SubmitResult, 'answers' | 'children' | 'startedChildren' | 'clientAction' | 'queued'> & {
  /** The turn that the step started; null: none. */
  readonly turn: Promise<TurnOutcome> | null
}

/** The user's input as steps. */
export interface Script {
  readonly first: InputStep
  readonly rest: readonly InputStep[]
}

/** A script whose first line has run. */
export interface BegunScript {
  readonly first: StepResult
  readonly rest: readonly InputStep[]
}

/** The result of a step without any output. */
export const NOTHING = { answers: [], children: [], startedChildren: [] }

const ONLY_WITH_PROMPT = 'Files go with a prompt, not with a command. Send the command by itself.'

/**
 * Parses typed or pasted input; `asText`: treat all of it as one prompt. A prompt with files may be empty; anything
 * else with files is REFUSED.
 */
export function asScript(text: string, asText: boolean, attachments: readonly AttachmentBlock[] = []): Result<Script> {
  if (attachments.length > 0) return promptWithFiles(text, asText, attachments)
  const parsed = parseInput(text, { asText })
  if (!parsed.ok) return refuse(parsed.message)
  const [first, ...rest] = parsed.steps
  return first === undefined ? refuse('Nothing to send.') : ok({ first, rest })
}

function promptWithFiles(text: string, asText: boolean, attachments: readonly AttachmentBlock[]): Result<Script> {
  if (text.trim() === '') return ok({ first: { type: 'prompt', text: '', starts: true, attachments }, rest: [] })
  const script = asScript(text, asText)
  if (!script.ok) return script
  const { first, rest } = script.value
  if (first.type !== 'prompt' || rest.length > 0) return refuse(ONLY_WITH_PROMPT)
  return ok({ first: { ...first, attachments }, rest })
}

/** Combines the results of consecutive steps. */
export function joined(before: StepResult, step: StepResult): StepResult {
  return {
    ...before,
    ...step,
    answers: [...before.answers, ...step.answers],
    children: [...before.children, ...step.children],
    startedChildren: [...before.startedChildren, ...step.startedChildren],
  }
}

/** The error of a script that stopped after some steps, preceded by the answers of those steps. */
export function afterAnswers(error: AppError, answers: readonly string[]): AppError {
  return answers.length === 0 ? error : { ...error, message: `${answers.join('\n')}\n${error.message}` }
}

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
