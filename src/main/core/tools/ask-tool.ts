import { type ApprovalAnswer, MAX_CHOICE_LENGTH, MAX_CHOICES, type PendingApproval } from '../../../shared/approval.ts'
import { deniedEnd } from '../../../shared/call-end.ts'
import { defined } from '../../../shared/defined.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED, askedBy } from '../approvals/question-inbox.ts'
import type { PrepareResult, Tool, ToolCallSite, ToolOutcome } from '../ports/tool-ports.ts'
import type { AskingDependencies } from '../approvals/server-questions.ts'

/** Longest question, UTF-16 units. */
const MAX_QUESTION = 20_000

const PARAMETERS: JsonObject = {
  type: 'object',
  properties: {
    question: { type: 'string', description: 'The question, in Markdown. One question per call.' },
    choices: {
      type: 'array',
      items: { type: 'string' },
      maxItems: MAX_CHOICES,
      description: 'Answers to choose from. The user can always write another one.',
    },
    several: { type: 'boolean', description: 'Whether several of the choices can be chosen.' },
  },
  required: ['question'],
}

interface Asked {
  readonly question: string
  readonly choices: readonly string[]
  readonly several: boolean
}

/** The tool with which a model asks the user. It waits for the answer as approvals do. */
export function askTool(dependencies: AskingDependencies): Tool {
  return {
    definition: {
      name: 'ask',
      description:
        'Asks the user a question and waits for the answer. Use it when a decision is theirs and the task does not say it; not for what you can find out yourself.',
      parameters: PARAMETERS,
    },
    prepare: async (args, site) => {
      const asked = parseAsked(args)
      return typeof asked === 'string' ? { ok: false, message: asked } : prepared(asked, site, dependencies)
    },
  }
}

function prepared(asked: Asked, site: ToolCallSite, dependencies: AskingDependencies): PrepareResult {
  const run = ({ signal }: { readonly signal: AbortSignal }): Promise<ToolOutcome> =>
    ask(asked, site, signal, dependencies)
  return { ok: true, call: { subject: asked.question, access: 'context', paths: [], isInFolder: true, run } }
}

/** Returns the error text for wrong arguments. */
function parseAsked({ question, choices = [], several = false }: JsonObject): Asked | string {
  if (typeof question !== 'string' || question.trim() === '') return 'question: must be a text.'
  if (question.length > MAX_QUESTION) return `question: has more than ${MAX_QUESTION} characters.`
  const listed: readonly unknown[] | null = Array.isArray(choices) ? choices : choices === null ? [] : null
  const texts = (listed ?? []).filter(isText)
  if (texts.length !== listed?.length) return 'choices: must be a list of texts.'
  if (texts.length > MAX_CHOICES) return `choices: at most ${MAX_CHOICES}.`
  if (texts.some((choice) => choice.length > MAX_CHOICE_LENGTH))
    return `choices: each has at most ${MAX_CHOICE_LENGTH} characters.`
  return { question, choices: [...new Set(texts)], several: several === true }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

async function ask(
  { question, choices, several }: Asked,
  site: ToolCallSite,
  signal: AbortSignal,
  { questions, clock, canAnswer }: AskingDependencies,
): Promise<ToolOutcome> {
  if (!canAnswer) return { content: NOBODY, isError: true }
  const approval: PendingApproval = {
    ...askedBy(site),
    tool: 'ask',
    subject: question,
    access: 'question',
    isInFolder: true,
    askedAt: clock.now(),
    patterns: [],
    ...(choices.length > 0 && { choices }),
    ...(several && { allowsSeveral: true }),
  }
  const accept = async (answer: ApprovalAnswer): Promise<Result<Approval>> => accepted(answer, { choices, several })
  const answer = await questions.ask({ approval, signal, accept })
  return answer.type === 'denied'
    ? { content: answer.message, isError: true, ...defined({ end: answer.end }) }
    : { content: answer.reply ?? '', isError: false }
}

function accepted(answer: ApprovalAnswer, { choices, several }: Omit<Asked, 'question'>): Result<Approval> {
  if (answer.type === 'deny') {
    const reason = answer.reason === undefined || answer.reason === '' ? '' : ` ${answer.reason}`
    return ok({
      type: 'denied',
      message: `The user does not answer this question.${reason}`,
      end: deniedEnd(answer.reason),
    })
  }
  if (answer.type !== 'reply') return ok(ALLOWED)
  if (!answer.choices.every((choice) => choices.includes(choice))) return refuse('This answer was not offered.')
  if (answer.choices.length > 1 && !several) return refuse('Only one answer can be chosen.')
  const chosen = answer.choices.length === 0 ? [] : [`The user chose: ${answer.choices.join('; ')}`]
  const written = answer.text.trim() === '' ? [] : [`The user wrote: ${answer.text}`]
  if (chosen.length + written.length === 0) return refuse('Choose an answer, or write one.')
  return ok({ type: 'allowed', reply: [...chosen, ...written].join('\n') })
}

const NOBODY =
  'Nobody can be asked in this run. Decide yourself if a wrong decision does little harm, and say what you assumed; otherwise end with the question.'
