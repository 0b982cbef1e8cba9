import { type ModelControls, type ServiceTier, VERBOSITIES } from '../../../../shared/model-options.ts'
import { findModelRow, normaliseModelName } from '../../../../shared/model-table.ts'
import { OPENAI_TIERS, tiersIn } from '../service-tiers.ts'
import { OPENAI_MODELS } from './openai-models.ts'

/** Models before gpt-5, which take a temperature and no verbosity. */
const OLD_GPT = /^(gpt-(3|4)|chatgpt-4)/
/** Models that take no JSON schema, no flex or priority processing and no tools of the server. */
const PLAIN_GPT = /^(gpt-3|gpt-4(-|$)(?!1|5)|gpt-4o-2024-05-13|chatgpt-)/
/** Variants for chats: fixed verbosity, no tools of the server. */
const CHAT_VARIANT = /-chat(-|$)/

/** `thinks`: at the chosen level. Reasoning counts against the limit, so no limit is sent with it. */
export function openaiControls(model: string, thinks: boolean): ModelControls {
  const name = normaliseModelName(model)
  const isOld = OLD_GPT.test(name)
  const isPlain = PLAIN_GPT.test(name)
  const isReasoner = /^o\d/.test(name)
  const isKnown = findModelRow(OPENAI_MODELS, model) !== null
  const runsTools = isKnown && !isPlain && !CHAT_VARIANT.test(name)
  return {
    verbosities: isOld || isReasoner || CHAT_VARIANT.test(name) ? [] : VERBOSITIES,
    serviceTiers: openaiTiers(name, isPlain),
    maxTemperature: isOld ? 2 : null,
    outputLimit: !thinks,
    schema: isPlain || name.startsWith('o1-mini') ? 'instructed' : 'native',
    webSearch: runsTools && !/^(o1|o3-mini)/.test(name),
    codeExecution: runsTools && !name.startsWith('o1'),
  }
}

/** Flex processing is for o3, o4-mini and gpt-5 and later (developers.openai.com, flex processing). */
function openaiTiers(name: string, isPlain: boolean): readonly ServiceTier[] {
  if (isPlain) return ['standard']
  const hasFlex = /^(o3(?!-mini)|o4|gpt-[5-9])/.test(name) && !/-(pro|codex|chat)(-|$)/.test(name)
  return hasFlex ? tiersIn(OPENAI_TIERS) : ['standard', 'priority']
}
