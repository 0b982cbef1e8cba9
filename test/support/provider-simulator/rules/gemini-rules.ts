import type { JsonObject } from '../../../../src/shared/json.ts'
import { THOUGHT_SIGNATURE_PREFIX, isSigningModel } from '../encode-gemini.ts'
import { isRecorded } from '../recorded-secrets.ts'
import { numberOf, objectOf, objectsOf, optionalText, textOf } from '../read-json.ts'
import { unseal } from '../seal.ts'
import { geminiOptionRules } from './option-rules.ts'
import type { RuleChecks, RuleSubject, Violation } from './rule.ts'
import { geminiToolChoice } from './tool-choice-rules.ts'

/** Values that a client may use instead of a signature for calls that Gemini did not make. */
const SIGNATURE_DUMMIES = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']
const DYNAMIC_BUDGET = -1
const DATA_FIELDS = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
]

/** The rules of `generateContent` (strict-rules.json, corrected by docs/behaviour/providers.md#strictness). */
export const geminiRules = {
  'gemini.model': ({ request, model }) => {
    return model === undefined ? { values: { model: request.model, v: request.version } } : undefined
  },
  ...geminiOptionRules,
  'gemini.empty_parts': ({ request }) => {
    const i = objectsOf(request.body['contents']).findIndex((content) => objectsOf(content['parts']).length === 0)
    return i < 0 ? undefined : { values: { i } }
  },
  'gemini.part_data': emptyPart,
  'gemini.level_on_25': (subject) => {
    const level = thinkingConfig(subject)['thinkingLevel']
    const both = level !== undefined && thinkingConfig(subject)['thinkingBudget'] !== undefined
    return both || (level !== undefined && subject.model?.levels?.length === 0) ? {} : undefined
  },
  'gemini.level_value': (subject) => {
    const level = optionalText(thinkingConfig(subject)['thinkingLevel'])?.toUpperCase()
    const levels = subject.model?.levels ?? []
    if (level === undefined || levels.length === 0 || levels.includes(level)) return undefined
    return { message: `Thinking level ${level} is not supported for this model.` }
  },
  'gemini.budget_zero': (subject) => {
    const zero = numberOf(thinkingConfig(subject)['thinkingBudget']) === 0
    return zero && subject.model?.budget?.zero === false ? {} : undefined
  },
  'gemini.budget_range': (subject) => {
    const n = numberOf(thinkingConfig(subject)['thinkingBudget'])
    const range = subject.model?.budget
    if (n === undefined || n === 0 || n === DYNAMIC_BUDGET || range === undefined) return undefined
    return n >= range.min && n <= range.max ? undefined : { values: { n, min: range.min, max: range.max } }
  },
  'gemini.call_turn_order': (subject) => {
    const turns = mergedTurns(subject)
    const found = turns.some((turn, at) => partsWith(turn, 'functionCall').length > 0 && turns[at - 1]?.role !== 'user')
    return found ? {} : undefined
  },
  'gemini.response_turn_order': (subject) => {
    const turns = mergedTurns(subject)
    const found = turns.some((turn, at) => {
      return partsWith(turn, 'functionResponse').length > 0 && partsWith(turns[at - 1], 'functionCall').length === 0
    })
    return found ? {} : undefined
  },
  'gemini.parts_count': (subject) => {
    const turns = mergedTurns(subject)
    const found = turns.some((turn, at) => {
      const calls = partsWith(turn, 'functionCall').length
      return calls > 0 && calls !== partsWith(turns[at + 1], 'functionResponse').length
    })
    return found ? {} : undefined
  },
  'gemini.tool_choice': geminiToolChoice,
  'gemini.signature_missing': missingSignature,
  'gemini.signature_invalid': foreignSignature,
} satisfies RuleChecks

interface Turn {
  readonly role: 'user' | 'model'
  readonly parts: readonly JsonObject[]
}

/** Joins neighbours of the same role into one turn; results have the role user (or the old `function`). */
function mergedTurns({ request }: RuleSubject): readonly Turn[] {
  const turns: Turn[] = []
  for (const content of objectsOf(request.body['contents'])) {
    const role = content['role'] === 'model' ? 'model' : 'user'
    const parts = objectsOf(content['parts'])
    const last = turns.at(-1)
    if (last?.role === role) turns[turns.length - 1] = { role, parts: [...last.parts, ...parts] }
    else turns.push({ role, parts })
  }
  return turns
}

function partsWith(turn: Turn | undefined, field: string): readonly JsonObject[] {
  return (turn?.parts ?? []).filter((part) => part[field] !== undefined)
}

function thinkingConfig({ request }: RuleSubject): JsonObject {
  return objectOf(objectOf(request.body['generationConfig'])['thinkingConfig'])
}

/** An empty text is data (it may have a signature), a part without any field is not. */
function emptyPart({ request }: RuleSubject): Violation | undefined {
  for (const [i, content] of objectsOf(request.body['contents']).entries()) {
    const j = objectsOf(content['parts']).findIndex((part) => !DATA_FIELDS.some((field) => part[field] !== undefined))
    if (j >= 0) return { values: { i, j } }
  }
  return undefined
}

/** In the current turn (after the user's last text), the first call of each step must have its signature. */
function missingSignature(subject: RuleSubject): Violation | undefined {
  if (!isSigningModel(subject.request)) return undefined
  const turns = mergedTurns(subject)
  const spoken = turns.findLastIndex(
    (turn) => turn.role === 'user' && partsWith(turn, 'functionResponse').length < turn.parts.length,
  )
  for (const [at, turn] of turns.entries()) {
    const first = partsWith(turn, 'functionCall')[0]
    if (at < spoken || first === undefined || first['thoughtSignature'] !== undefined) continue
    return { values: { name: textOf(objectOf(first['functionCall'])['name']), n: at + 1 } }
  }
  return undefined
}

function foreignSignature({ request }: RuleSubject): Violation | undefined {
  const parts = objectsOf(request.body['contents']).flatMap((content) => objectsOf(content['parts']))
  const foreign = parts.some((part) => {
    const signature = optionalText(part['thoughtSignature'])
    if (signature === undefined || SIGNATURE_DUMMIES.includes(signature)) return false
    return unseal(THOUGHT_SIGNATURE_PREFIX, signature) === undefined && !isRecorded(signature)
  })
  return foreign ? {} : undefined
}
