import { objectOf, optionalText } from '../read-json.ts'
import { quoted } from './chat-rules.ts'
import type { RuleChecks, RuleRow } from './rule.ts'

/**
 * Levels of thinking that a model does not have, at providers whose table of rules does not name them. The words are
 * theirs, as users quote them (https://github.com/architects-toolkit/SmartHopper/issues/647,
 * https://github.com/BerriAI/litellm/pull/16265, https://github.com/musistudio/claude-code-router/issues/1215).
 */
export const LEVEL_ROWS: readonly RuleRow[] = [
  {
    id: 'mistral.effort',
    http: 400,
    body: {
      object: 'error',
      message: "reasoning_effort='{v}' is not supported for this model. Must be one of ({list})",
      type: 'invalid_request_invalid_args',
      param: null,
      code: '3051',
      raw_status_code: 400,
    },
  },
  {
    id: 'mistral.no_effort',
    http: 400,
    body: {
      object: 'error',
      message: 'reasoning_effort is not enabled for this model',
      type: 'invalid_request_invalid_args',
      param: null,
      code: '3051',
      raw_status_code: 400,
    },
  },
  {
    id: 'xai.effort',
    http: 400,
    body: {
      code: 'Client specified an invalid argument',
      error: "Model {model} does not support reasoning effort '{v}'. Supported values are: {list}.",
    },
  },
  {
    id: 'xai.no_effort',
    http: 400,
    body: {
      code: 'Client specified an invalid argument',
      error: 'Model {model} does not support parameter reasoningEffort.',
    },
  },
  {
    id: 'openrouter.reasoning_mandatory',
    http: 400,
    body: {
      error: {
        message: 'Reasoning is mandatory for this endpoint and cannot be disabled.',
        code: 400,
        metadata: { provider_name: null },
      },
    },
  },
]

export const mistralLevelRules = {
  'mistral.no_effort': ({ request, model }) => {
    return optionalText(request.body['reasoning_effort']) !== undefined && model?.efforts?.length === 0 ? {} : undefined
  },
  'mistral.effort': ({ request, model }) => {
    const v = optionalText(request.body['reasoning_effort'])
    const list = model?.efforts ?? []
    if (v === undefined || list.length === 0 || list.includes(v)) return undefined
    return { values: { v, list: list.map((each) => `<ReasoningEffort.${each}: '${each}'>`).join(', ') } }
  },
} satisfies RuleChecks

/** Grok models before 4.3 decide how much to think. */
const NO_EFFORT = /^grok-(3|4|4-0709|4-fast|4-1-fast|4\.20|code)(?!\.\d)/

export const xaiLevelRules = {
  'xai.no_effort': ({ request }) => {
    const effort = optionalText(objectOf(request.body['reasoning'])['effort'])
    return effort !== undefined && NO_EFFORT.test(request.model) ? { values: { model: request.model } } : undefined
  },
  'xai.effort': ({ request, model }) => {
    const v = optionalText(objectOf(request.body['reasoning'])['effort'])
    const list = model?.efforts ?? []
    if (v === undefined || list.length === 0 || list.includes(v)) return undefined
    return { values: { v, model: request.model, list: quoted(list) } }
  },
} satisfies RuleChecks

/** Models behind the gateway that cannot stop thinking. */
const ALWAYS_THINKS = /minimax-m2|deepseek-r1|gemini-(3|4)|gpt-5(?!\.)|\/o[134]|step-3\.5/

export const openrouterLevelRules = {
  'openrouter.reasoning_mandatory': ({ request }) => {
    const reasoning = objectOf(request.body['reasoning'])
    const isOff = reasoning['effort'] === 'none' || reasoning['enabled'] === false
    return isOff && ALWAYS_THINKS.test(request.model) ? {} : undefined
  },
} satisfies RuleChecks
