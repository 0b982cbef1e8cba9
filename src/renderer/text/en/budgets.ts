import { NOT_DOLLARS } from '../../../shared/money.ts'
import { plural } from './plural.ts'

/** The budget of an agent: its dialog and its meter. */
export const budgets = {
  title: ({ agent }: { agent: string }) => `Budget of “${agent}”`,
  remove: 'Remove the budget',
  submit: 'Set budget',
  step: 'Increase per extension (at the limit, the agent pauses and asks)',
  sameStep: 'Same as the limit',
  unit: 'Limit in',
  units: { dollars: 'Dollars', tokens: 'Tokens' },
  limits: { dollars: 'Cost limit', tokens: 'Token limit (input and output)' },
  notDollars: NOT_DOLLARS,
  notTokens: 'Enter a number of tokens, such as 200,000 or 200k.',
  scope: 'Used by',
  scopes: { subtree: 'This agent and its descendants', agent: 'This agent only' },
  spentSoFar: ({ cost }: { cost: string }) => `${cost} spent so far`,
  tokensSoFar: ({ tokens }: { tokens: string }) => `${tokens} used so far`,
  share: ({ used, limit }: { used: string; limit: string }) => `${used} of ${limit}`,
  spent: ({ share }: { share: string }) => `${share} spent`,
  spentBelow: ({ share }: { share: string }) => `${share} spent, including descendants`,
  tokens: ({ share }: { share: string }) => `${share} tokens used`,
  tokensBelow: ({ share }: { share: string }) => `${share} tokens used, including descendants`,
  estimated: ({ tokens }: { tokens: string }) => `${tokens} of them estimated`,
  unpriced: ({ answers }: { answers: number }) =>
    plural(answers, { one: '1 answer has no known price', other: `${answers} answers have no known price` }),
  own: ({ use }: { use: string }) => `Budget: ${use}`,
  inherited: ({ agent, use }: { agent: string; use: string }) => `Budget of “${agent}”: ${use}`,
  change: ({ budget }: { budget: string }) => `${budget}. Change`,
}
