import { anthropicRules } from './anthropic-rules.ts'
import { chatRules } from './chat-rules.ts'
import { deepseekRules, mistralRules, moonshotRules, xaiRules } from './dialect-rules.ts'
import { geminiRules } from './gemini-rules.ts'
import { responsesRules } from './responses-rules.ts'

/** How the simulator treats a rule of strict-rules.json. */
export type RuleCoverage =
  /** Checked on every request. */
  | { readonly type: 'implemented' }
  /** Not visible in a request: tests script it (`scriptedRule`). */
  | { readonly type: 'scripted' }
  | { readonly type: 'not_checkable'; readonly reason: string }

const IMPLEMENTED = [
  ...Object.keys(anthropicRules),
  ...Object.keys(chatRules),
  ...Object.keys(responsesRules),
  ...Object.keys(geminiRules),
  ...Object.keys(mistralRules),
  ...Object.keys(moonshotRules),
  ...Object.keys(xaiRules),
  ...Object.keys(deepseekRules),
  'anthropic.auth',
  'openai.auth',
  'gemini.auth',
]

const SCRIPTED = [
  'anthropic.rate',
  'anthropic.overloaded',
  'openai.rate',
  'openai.quota',
  'gemini.rate',
  'gemini.overloaded',
  'openrouter.upstream',
]

/** The coverage of each rule, by id. */
export const ruleCoverage: ReadonlyMap<string, RuleCoverage> = new Map<string, RuleCoverage>([
  ...IMPLEMENTED.map((id): [string, RuleCoverage] => [id, { type: 'implemented' }]),
  ...SCRIPTED.map((id): [string, RuleCoverage] => [id, { type: 'scripted' }]),
])
