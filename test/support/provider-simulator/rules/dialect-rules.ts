import { objectOf, objectsOf, textOf } from '../read-json.ts'
import { callIds, callsBefore, messagesOf, missingResult, resultsAfter } from './chat-rules.ts'
import { callWithoutOutput, inputItems, itemType } from './responses-rules.ts'
import type { RuleChecks, RuleSubject, Violation } from './rule.ts'
import { openaiToolChoice } from './tool-choice-rules.ts'

const MISTRAL_ID = /^[a-zA-Z0-9]{9}$/
const MOONSHOT_NAME = /^[a-zA-Z][a-zA-Z0-9_-]*$/
const XAI_ITEMS = [
  'message',
  'function_call',
  'function_call_output',
  'reasoning',
  'web_search_call',
  'code_interpreter_call',
  'item_reference',
]

/** Rules specific to Mistral. */
export const mistralRules = {
  'chat.tool_choice': openaiToolChoice,
  'mistral.empty_assistant': (subject) => (hasEmptyAssistant(subject) ? {} : undefined),
  'mistral.tool_id': (subject) => {
    const ids = messagesOf(subject).flatMap((message) => {
      return message['role'] === 'tool' ? [textOf(message['tool_call_id'])] : callIds(message)
    })
    const id = ids.find((candidate) => !MISTRAL_ID.test(candidate))
    return id === undefined ? undefined : { values: { id } }
  },
  'mistral.count': (subject) => {
    const messages = messagesOf(subject)
    const found = messages.some((message, at) => {
      const calls = callIds(message).length
      return calls > 0 && calls !== resultsAfter(messages, at).length
    })
    return found ? {} : undefined
  },
  'mistral.order': (subject) => {
    const roles = messagesOf(subject).map((message) => message['role'])
    return roles.some((role, at) => role === 'user' && roles[at - 1] === 'tool') ? {} : undefined
  },
  'mistral.last_role': (subject) => {
    const last = messagesOf(subject).at(-1)
    return last?.['role'] === 'assistant' && last['prefix'] !== true ? {} : undefined
  },
} satisfies RuleChecks

/** Rules specific to Moonshot. */
export const moonshotRules = {
  'chat.tool_choice': openaiToolChoice,
  'moonshot.thinking_and_effort': ({ request: { body } }) => {
    return body['thinking'] !== undefined && body['reasoning_effort'] !== undefined ? {} : undefined
  },
  'moonshot.tool_name': ({ request }) => {
    const isWrong = objectsOf(request.body['tools']).some((tool) => {
      const name = textOf(objectOf(tool['function'])['name'])
      return tool['type'] === 'builtin_function' ? name !== '$web_search' : !MOONSHOT_NAME.test(name)
    })
    return isWrong ? {} : undefined
  },
  'moonshot.search_result': (subject) => {
    const calls = messagesOf(subject).flatMap((message) => objectsOf(message['tool_calls']))
    const searches = calls.filter((each) => objectOf(each['function'])['name'] === '$web_search')
    const isChanged = searches.some(({ id, function: called }) => {
      const result = messagesOf(subject).find((message) => message['tool_call_id'] === id)
      return result !== undefined && result['content'] !== objectOf(called)['arguments']
    })
    return isChanged ? {} : undefined
  },
  'moonshot.search_thinking': (subject) => {
    const tools = objectsOf(subject.request.body['tools'])
    const searches = tools.some(({ type }) => type === 'builtin_function')
    return searches && subject.request.model.startsWith('kimi-k2') && moonshotThinks(subject) ? {} : undefined
  },
  'moonshot.forced_tool': (subject) => {
    const choice = subject.request.body['tool_choice']
    const forced = choice === 'required' || objectOf(choice)['type'] === 'function'
    return forced && moonshotThinks(subject) ? {} : undefined
  },
  'moonshot.empty_assistant': (subject) => (hasEmptyAssistant(subject) ? {} : undefined),
  'moonshot.tool_id': (subject) => {
    const messages = messagesOf(subject)
    const orphan = messages.find((message, at) => {
      return message['role'] === 'tool' && !callsBefore(messages, at).includes(textOf(message['tool_call_id']))
    })
    return orphan === undefined ? undefined : { values: { id: textOf(orphan['tool_call_id']) } }
  },
  'moonshot.tool_missing': missingResult,
  'moonshot.reasoning_missing': (subject) => {
    const i = messagesOf(subject).findIndex((message) => {
      // An empty text counts as missing, a space does not (docs/behaviour/providers.md#moonshot).
      return callIds(message).length > 0 && textOf(message['reasoning_content']) === ''
    })
    return i >= 0 && moonshotThinks(subject) ? { values: { i } } : undefined
  },
} satisfies RuleChecks

/** xAI's rules for both of its APIs. */
export const xaiRules = {
  'xai.shape': (subject) => {
    const unknown = inputItems(subject).some((item) => !XAI_ITEMS.includes(itemType(item)))
    return subject.request.wire === 'responses' && unknown ? {} : undefined
  },
  'xai.tool_choice': ({ request: { body } }) => {
    return body['tool_choice'] !== undefined && objectsOf(body['tools']).length === 0 ? {} : undefined
  },
} satisfies RuleChecks

/** DeepSeek over Responses: the outputs come directly after their calls (docs/behaviour/providers.md#strictness). */
export const deepseekRules = {
  'deepseek.responses_tool': (subject) => {
    const missing = callWithoutOutput(subject)?.values?.['call_id'] ?? interruptedCall(subject)
    return missing === undefined ? undefined : ({ values: { id: missing } } satisfies Violation)
  },
} satisfies RuleChecks

function interruptedCall(subject: RuleSubject): string | undefined {
  const items = inputItems(subject)
  for (const [at, item] of items.entries()) {
    if (itemType(item) !== 'function_call') continue
    const id = textOf(item['call_id'])
    const next = items.slice(at + 1).find((later) => later['call_id'] === id || itemType(later) === 'message')
    if (itemType(next) === 'message') return id
  }
  return undefined
}

/** Kimi models think unless the request disables it. */
function moonshotThinks({ request, model }: RuleSubject): boolean {
  return model?.reasoning === true && objectOf(request.body['thinking'])['type'] !== 'disabled'
}

function hasEmptyAssistant(subject: RuleSubject): boolean {
  return messagesOf(subject).some((message) => {
    const content = message['content']
    const empty =
      content === undefined || content === null || content === '' || (Array.isArray(content) && content.length === 0)
    return message['role'] === 'assistant' && empty && callIds(message).length === 0
  })
}
