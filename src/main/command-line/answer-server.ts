import type { ApprovalAnswer, PendingApproval } from '../../shared/approval.ts'
import {
  fieldProblem,
  type FieldValue,
  type FormField,
  type FormValues,
  type ServerQuestion,
  typedValue,
} from '../../shared/server-question.ts'
import { visibleText } from '../../shared/visible-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'

/** Returns the next typed line; null: the input has ended. */
export type ReadLine = () => Promise<string | null>

interface Terminal {
  readonly readLine: ReadLine
  readonly output: Output
}

/** Typed instead of a value. */
const DECLINE = '.decline'
const CANCEL = '.cancel'
/** Leaves an optional field empty that has a default. */
const EMPTY = '.empty'

/** Asks what a server of tools asks, one field after the other, and sends the answer. */
export async function answerServer(engine: Engine, asked: PendingApproval, terminal: Terminal): Promise<void> {
  const { serverQuestion: question, id } = asked
  if (question === undefined) return
  terminal.output.error(`\n${serverQuestionText(question)}\n`)
  for (;;) {
    const answer = question.asks.type === 'form' ? await filled(question.asks.fields, terminal) : await opened(terminal)
    const answered = await engine.approvals.answer({ approvalId: id, answer })
    if (answered.ok || answer.type !== 'fill') return
    terminal.output.error(`${visibleText(answered.error.message, 'shown')}\n`)
  }
}

/** Who asks what, and what to type. All of it is the server's text, so hidden characters are written out. */
export function serverQuestionText({ server, tool, message, asks }: ServerQuestion): string {
  const head = visibleText(`? ${server} asks (${tool}): ${message}`, 'shown')
  if (asks.type === 'form') return `${head}\nType a value for each field; ${DECLINE} declines, ${CANCEL} cancels.`
  const page = visibleText(`It wants to open a page of ${asks.host}:\n  ${asks.url}`, 'shown')
  return `${head}\n${page}${internationalNote(asks.host)}\nOpen it in a browser, then type "opened". An empty line declines, ${CANCEL} cancels.`
}

/** A warning about a host whose letters may look like others. */
function internationalNote(host: string): string {
  return host.split('.').some((part) => part.startsWith('xn--'))
    ? '\n  The host contains letters that may look like others.'
    : ''
}

async function opened({ readLine, output }: Terminal): Promise<ApprovalAnswer> {
  output.error('> ')
  const line = (await readLine())?.trim()
  if (line === CANCEL) return { type: 'cancel' }
  return line === 'opened' ? { type: 'fill', values: {} } : { type: 'deny' }
}

async function filled(fields: readonly FormField[], terminal: Terminal): Promise<ApprovalAnswer> {
  const values: Record<string, FieldValue> = {}
  for (const field of fields) {
    const read = await readField(field, terminal)
    if (read === null || read === CANCEL) return { type: 'cancel' }
    if (read === DECLINE) return { type: 'deny' }
    Object.assign(values, read)
  }
  // A form without fields is a request for a confirmation.
  return fields.length > 0 ? { type: 'fill', values } : confirmed(terminal)
}

async function confirmed({ readLine, output }: Terminal): Promise<ApprovalAnswer> {
  output.error('Send? [y/n] ')
  const line = (await readLine())?.trim().toLowerCase()
  if (line === 'y' || line === 'yes') return { type: 'fill', values: {} }
  return line === undefined || line === CANCEL ? { type: 'cancel' } : { type: 'deny' }
}

/** Asks until the value is valid. Null: the input has ended. */
async function readField(
  field: FormField,
  { readLine, output }: Terminal,
): Promise<FormValues | typeof DECLINE | typeof CANCEL | null> {
  for (;;) {
    output.error(`${fieldText(field)}\n> `)
    const line = await readLine()
    if (line === null || line === CANCEL || line === DECLINE) return line
    const value = typedFieldValue(field, line.trim())
    const problem = fieldProblem(field, value)
    if (problem === null) return value === undefined ? {} : { [field.name]: value }
    output.error(`${problem}\n`)
  }
}

/** The field with its options, numbered, and its default. */
export function fieldText(field: FormField): string {
  const { title, description, isRequired } = field
  const options = 'options' in field ? field.options.map((option, index) => `  ${index + 1}  ${option.title}`) : []
  const how = { text: '', number: '', boolean: ' [y/n]', one: ' (a number)', several: ' (numbers, such as 1 3)' }
  const start = field.default === undefined ? '' : ` [${defaultText(field)}]`
  const head = `${title}${isRequired ? '' : ', optional'}${how[field.type]}${start}`
  return visibleText([head, ...(description === '' ? [] : [`  ${description}`]), ...options].join('\n'), 'shown')
}

function defaultText(field: FormField): string {
  if (field.type === 'boolean') return field.default === true ? 'y' : 'n'
  if (!('options' in field)) return String(field.default)
  const chosen = typeof field.default === 'string' ? [field.default] : (field.default ?? [])
  const numbers = field.options.flatMap(({ value }, index) => (chosen.includes(value) ? [index + 1] : []))
  return numbers.join(' ')
}

/** Returns the value that a typed line gives; undefined: none. An empty line gives the default. */
export function typedFieldValue(field: FormField, line: string): FieldValue | undefined {
  if (line === EMPTY) return undefined
  if (line === '') return field.default
  switch (field.type) {
    case 'text':
    case 'number':
      return typedValue(field, line)
    case 'boolean':
      return /^y(es)?$/i.test(line) ? true : /^no?$/i.test(line) ? false : line
    case 'one':
      return field.options[Number(line) - 1]?.value ?? line
    default:
      return [...new Set(line.split(/[\s,]+/u).map((each) => field.options[Number(each) - 1]?.value ?? each))]
  }
}
