import { objectOf, objectsOf, textOf } from '../read-json.ts'
import type { RuleCheck, RuleRow, RuleSubject } from './rule.ts'

/** Rules for `tool_choice` and its equivalents: known values only, and only if tools are offered. */

const ALONE = 'tool_choice may only be specified while providing tools.'
const BAD_VALUE = 'tool_choice: this value is not supported.'

const openaiBody = { error: { message: ALONE, type: 'invalid_request_error', param: 'tool_choice', code: null } }

export const TOOL_CHOICE_ROWS: readonly RuleRow[] = [
  {
    id: 'anthropic.tool_choice',
    http: 400,
    body: { type: 'error', error: { type: 'invalid_request_error', message: ALONE }, request_id: 'req_…' },
  },
  { id: 'chat.tool_choice', http: 400, body: openaiBody },
  { id: 'responses.tool_choice', http: 400, body: openaiBody },
  { id: 'meta.tool_choice', http: 400, body: openaiBody },
  {
    id: 'gemini.tool_choice',
    http: 400,
    body: {
      error: {
        code: 400,
        message: 'Function calling config is set without function_declarations.',
        status: 'INVALID_ARGUMENT',
      },
    },
  },
]

/** Chat Completions and Responses use the same values; a named function is an object. */
export const openaiToolChoice: RuleCheck = (subject) => {
  const choice = subject.request.body['tool_choice']
  return judge(subject, textOf(choice) || (choice === undefined ? '' : 'function'), [
    'none',
    'auto',
    'required',
    'function',
  ])
}

export const anthropicToolChoice: RuleCheck = (subject) =>
  judge(subject, textOf(objectOf(subject.request.body['tool_choice'])['type']), ['none', 'auto', 'any', 'tool'])

/** Meta's API accepts no forced choice. */
export const metaToolChoice: RuleCheck = (subject) =>
  judge(subject, textOf(subject.request.body['tool_choice']), ['auto'])

export const geminiToolChoice: RuleCheck = ({ request: { body } }) => {
  const config = objectOf(body['toolConfig'])['functionCallingConfig']
  if (config === undefined) return undefined
  const isKnown = ['AUTO', 'ANY', 'NONE', 'VALIDATED'].includes(textOf(objectOf(config)['mode']))
  const declared = objectsOf(body['tools']).some((tool) => objectsOf(tool['functionDeclarations']).length > 0)
  if (!isKnown) return { message: 'Invalid value at tool_config.function_calling_config.mode.' }
  return declared ? undefined : {}
}

function judge({ request: { body } }: RuleSubject, choice: string, known: readonly string[]): ReturnType<RuleCheck> {
  if (choice === '') return undefined
  if (!known.includes(choice)) return { message: BAD_VALUE }
  return objectsOf(body['tools']).length === 0 ? {} : undefined
}
