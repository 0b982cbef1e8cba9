import type { JsonObject } from '../../../../src/shared/json.ts'
import { ENCRYPTED_PREFIX } from '../encode-responses.ts'
import { countTokens } from '../estimate-usage.ts'
import { isRecorded } from '../recorded-secrets.ts'
import { modelFamily } from '../model-limits.ts'
import { numberOf, objectOf, objectsOf, optionalText, textOf } from '../read-json.ts'
import { sealedText, unseal } from '../seal.ts'
import { responsesCacheRules } from './cache-rules.ts'
import { quoted } from './chat-rules.ts'
import { responsesSampling } from './option-rules.ts'
import type { RuleChecks, RuleSubject, Violation } from './rule.ts'
import { openaiToolChoice } from './tool-choice-rules.ts'

const MAX_CALL_ID = 64
const ID_PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  function_call: 'fc',
  reasoning: 'rs',
  custom_tool_call: 'ctc',
}

/** Rules about calls and outputs that all hosts of the Responses API share. */
export const responsesToolRules = {
  'responses.tool_call_missing': outputWithoutCall,
  'responses.tool_output_missing': callWithoutOutput,
  'responses.tool_choice': openaiToolChoice,
} satisfies RuleChecks

/** The rules of OpenAI's `/v1/responses` (strict-rules.json, corrected by docs/behaviour/providers.md#strictness). */
export const responsesRules = {
  'responses.model': ({ request, model }) => (model === undefined ? { values: { model: request.model } } : undefined),
  'responses.temperature': ({ request }) => {
    const v = numberOf(request.body['temperature'])
    return v !== undefined && v < 0 ? { values: { v } } : undefined
  },
  'responses.sampling': responsesSampling,
  'responses.reasoning_unsupported': ({ request, model }) => {
    const asked = request.body['reasoning'] !== undefined && request.body['reasoning'] !== null
    return asked && model?.efforts?.length === 0 ? {} : undefined
  },
  'responses.effort': ({ request, model }) => {
    const v = optionalText(objectOf(request.body['reasoning'])['effort'])
    const list = model?.efforts ?? []
    return v === undefined || list.includes(v) ? undefined : { values: { v, model: request.model, list: quoted(list) } }
  },
  'responses.summary_unverified': ({ request, verifiedOrganisation }) => {
    const summary = optionalText(objectOf(request.body['reasoning'])['summary'])
    return summary !== undefined && !verifiedOrganisation ? {} : undefined
  },
  ...responsesCacheRules,
  'responses.item_id_prefix': wrongIdPrefix,
  'responses.call_id_len': (subject) => {
    const ids = inputItems(subject).map((item) => textOf(item['call_id']))
    const i = ids.findIndex((id) => id.length > MAX_CALL_ID)
    return i < 0 ? undefined : { values: { i, n: ids[i]?.length ?? 0 } }
  },
  'responses.item_not_found': itemNotFound,
  'responses.encrypted': foreignReasoning,
  'responses.reasoning_unfollowed': reasoningUnfollowed,
  'responses.item_without_reasoning': itemWithoutReasoning,
  ...responsesToolRules,
  'responses.context': ({ request, model }) => {
    const tokens = countTokens(JSON.stringify(request.body['input'] ?? ''))
    return model !== undefined && tokens > model.contextWindow ? {} : undefined
  },
} satisfies RuleChecks

/** Returns the input's items; none if the input is a text. */
export function inputItems({ request }: RuleSubject): readonly JsonObject[] {
  return objectsOf(request.body['input'])
}

/** An item without a type is a message. */
export function itemType(item: JsonObject | undefined): string {
  return item === undefined ? '' : textOf(item['type']) || 'message'
}

function isCall(item: JsonObject | undefined): boolean {
  return itemType(item) === 'function_call' || itemType(item) === 'custom_tool_call'
}

function isOutput(item: JsonObject): boolean {
  return itemType(item) === 'function_call_output' || itemType(item) === 'custom_tool_call_output'
}

export function callWithoutOutput(subject: RuleSubject): Violation | undefined {
  const items = inputItems(subject)
  const answered = items.filter(isOutput).map((item) => textOf(item['call_id']))
  const call_id = items
    .filter(isCall)
    .map((item) => textOf(item['call_id']))
    .find((id) => !answered.includes(id))
  return call_id === undefined ? undefined : { values: { call_id } }
}

function outputWithoutCall(subject: RuleSubject): Violation | undefined {
  const items = inputItems(subject)
  const known = new Set(subject.issued.callsOf(textOf(subject.request.body['previous_response_id'])))
  for (const item of items) {
    const call_id = textOf(item['call_id'])
    if (isCall(item)) known.add(call_id)
    if (isOutput(item) && !known.has(call_id)) return { values: { call_id } }
  }
  return undefined
}

function wrongIdPrefix(subject: RuleSubject): Violation | undefined {
  for (const [i, item] of inputItems(subject).entries()) {
    const id = optionalText(item['id'])
    const prefix = ID_PREFIXES[itemType(item)]
    if (id === undefined || prefix === undefined || id.startsWith(prefix)) continue
    const message = `Invalid 'input[${i}].id': '${id}'. Expected an ID that begins with '${prefix}'.`
    return { message, values: { i } }
  }
  return undefined
}

/** An item that is given by id only must have been stored. */
function itemNotFound({ issued, ...subject }: RuleSubject): Violation | undefined {
  const named = inputItems({ issued, ...subject }).find((item) => {
    const bare =
      itemType(item) === 'item_reference' || (itemType(item) === 'reasoning' && encrypted(item) === undefined)
    const id = textOf(item['id'])
    return bare && id !== '' && !issued.isStored(id)
  })
  return named === undefined ? undefined : { values: { rs: textOf(named['id']) } }
}

function encrypted(item: JsonObject): string | undefined {
  return optionalText(item['encrypted_content'])
}

/** Accepts content that this simulator sealed for this model, or that is part of a recording. */
function foreignReasoning(subject: RuleSubject): Violation | undefined {
  const { request } = subject
  const foreign = inputItems(subject)
    .filter((item) => itemType(item) === 'reasoning')
    .map(encrypted)
    .find((content) => {
      if (content === undefined) return false
      const facts = unseal(ENCRYPTED_PREFIX, content)
      if (facts === undefined) return !isRecorded(content)
      return sealedText(facts, 'model') !== modelFamily(request.model) || sealedText(facts, 'host') !== request.host
    })
  return foreign === undefined ? undefined : { values: { head: foreign.slice(0, 4), tail: foreign.slice(-4) } }
}

/** A reasoning item with an id must be followed by a call, or by a message that also has its id. */
function reasoningUnfollowed(subject: RuleSubject): Violation | undefined {
  const items = inputItems(subject)
  const alone = items.find((item, at) => {
    if (itemType(item) !== 'reasoning' || textOf(item['id']) === '') return false
    const next = items.slice(at + 1).find((later) => itemType(later) !== 'reasoning')
    const message = itemType(next) === 'message' && next?.['role'] === 'assistant' && textOf(next['id']) !== ''
    return !isCall(next) && !message && itemType(next) !== 'web_search_call'
  })
  return alone === undefined ? undefined : { values: { rs: textOf(alone['id']) } }
}

function itemWithoutReasoning(subject: RuleSubject): Violation | undefined {
  const items = inputItems(subject)
  for (const [at, item] of items.entries()) {
    const id = textOf(item['id'])
    const reasoning = subject.issued.requiredReasoning(id)
    if (reasoning === undefined || itemType(items[at - 1]) === 'reasoning') continue
    const type = itemType(item)
    const message = `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${reasoning}'.`
    return { message }
  }
  return undefined
}
