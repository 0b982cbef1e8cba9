import { NOT_DOLLARS } from '../../../shared/money.ts'
import { plural } from './plural.ts'

/** Choosing a model, its thinking level and its options. */
export const models = {
  picker: {
    search: 'Search models',
    searchOne: 'Search models, or type any name',
    searchSeveral: 'Search models; select several to compare them',
    unit: '$ per million tokens, in / out',
    pools: 'Pools',
    favourites: 'Starred',
    recent: 'Recent',
    recommended: 'Recommended',
    chosen: 'Also chosen',
    all: ({ models }: { models: number }) => `All ${models} models`,
    noKey: 'no key set',
    useTyped: ({ name }: { name: string }) => `Use “${name}”`,
    asTyped: 'as typed',
    keys: '← → level · Enter chooses',
    thisPrompt: ({ cost }: { cost: string }) => `this prompt ${cost}`,
    learned: ({ parts, since }: { parts: string; since: string }) =>
      `Its server has refused something since ${since}: ${parts}. This is forgotten after a day, or when the models of the provider are listed anew.`,
    nothingIsSent: 'Nothing is sent, so no key is needed',
    context: ({ tokens }: { tokens: string }) => `${tokens} context`,
    pricePerMillion: ({ input, output }: { input: string; output: string }) =>
      `${input} in and ${output} out, per million tokens`,
    abilities: { images: 'Reads images', tools: 'Uses tools', thinking: 'Thinks' },
    ended: ({ day }: { day: string }) => `ended ${day}`,
    ends: ({ day }: { day: string }) => `ends ${day}`,
    pool: ({ strategy, models }: { strategy: string; models: string }) => `${strategy}: ${models}`,
    strategies: { failover: 'first that works', 'round-robin': 'in turn', best: 'wins most' },
    level: ({ model }: { model: string }) => `Thinking level of ${model}`,
    star: ({ model }: { model: string }) => `Star ${model}`,
    unstar: ({ model }: { model: string }) => `Remove the star of ${model}`,
    selected: 'Selected models',
    deselect: ({ model }: { model: string }) => `Remove ${model}`,
  },
  button: {
    label: ({ model }: { model: string }) => `Model: ${model}. Change`,
    none: 'no model',
    choose: 'Choose a model',
    chooseFor: ({ field }: { field: string }) => `Choose a model: ${field}`,
  },
  level: {
    label: ({ level }: { level: string }) => `Thinking: ${level}. Change`,
    title: 'Thinking level',
    none: 'no thinking',
    noLevels: 'no levels',
    words: { none: 'Off', low: 'Low', med: 'Medium', high: 'High', xhigh: 'Very high', max: 'Maximum' },
    /** Behind the name of a model. */
    short: { none: 'none', low: 'low', med: 'med', high: 'high', xhigh: 'xhigh', max: 'max' },
    budget: ({ tokens }: { tokens: string }) => `${tokens} tokens`,
  },
  options: {
    title: 'Model options',
    loading: 'Loading…',
    verbosity: 'Verbosity',
    serviceTier: 'Service tier',
    temperature: 'Temperature',
    outputLimit: 'Output limit',
    tokens: 'tokens',
    maxTokens: ({ tokens }: { tokens: string }) => `up to ${tokens} tokens`,
    webSearch: 'Web search by the provider (searches are charged)',
    codeExecution: 'Code execution by the provider (may be charged)',
    default: 'Default',
    schema: 'Answer schema',
    saveSchema: 'Save: Answer schema',
    save: 'Save',
    schemaPlaceholder: ({ example }: { example: string }) => `JSON Schema of final answers, such as ${example}`,
    schemaIsWrong: 'The schema is not a JSON object. Correct it and save again.',
  },
}

/** Settings › Default models. */
export const defaultModels = {
  provider: 'Default provider',
  noProvider: 'None: choose for each agent',
  newAgentsUse: ({ model }: { model: string }) => `New agents use: ${model}`,
  newAgentsUseInstead: ({ model, ended }: { model: string; ended: string }) =>
    `New agents use: ${model}, because ${ended} is no longer available`,
  noModel: 'no model',
  placeholder: 'Default',
  useDefault: 'Use default',
  useDefaultFor: ({ provider }: { provider: string }) => `Use default for ${provider}`,
  askAbove: 'Ask before sending above',
  askAbovePlaceholder: 'Never, or enter an amount such as $1.00',
  askAboveHint: 'Compared with the estimated cost of the prompt. Without a known price, ikigai does not ask.',
  catalog: {
    label: 'Catalogue',
    renew: 'Renew models and limits',
    renewing: 'Renewing…',
    builtIn: 'The built-in catalogue is used.',
    renewedOn: ({ day }: { day: string }) => `Renewed on ${day}.`,
    pricesAsOf: ({ day }: { day: string }) => `Prices as of ${day}.`,
    pricesOfUnknownDay: 'Prices as of an unknown day.',
  },
}

/** Settings › Pools. */
export const pools = {
  none: 'No pools yet.',
  add: 'Add pool',
  pool: ({ name }: { name: string }) => `Pool @${name}`,
  removed: ({ name }: { name: string }) => `Pool @${name} removed`,
  form: { title: 'New pool', name: 'Name of the pool', json: 'The pool, as JSON' },
  jsonHint:
    'strategy: failover (the first that works), round-robin (each turn uses the next model) or best (the model that wins most at this kind of work); explore: percent of the turns of best that try another model.',
  strategy: 'Which model answers',
  strategies: {
    failover: 'The first that works',
    'round-robin': 'One after the other',
    best: 'The one that wins most',
  },
  explore: 'Turns that try another model, percent',
  exploreHint:
    'From your votes, adoptions, races and evaluations and the verdicts of judges, once two models have five cases each at this kind of work. Until then the first that works answers.',
  models: 'Models, in their order',
  model: ({ place }: { place: number }) => `Model ${place}`,
  moveUp: ({ place }: { place: number }) => `Move model ${place} up`,
  moveDown: ({ place }: { place: number }) => `Move model ${place} down`,
  removeModel: ({ place }: { place: number }) => `Remove model ${place}`,
  addModel: 'Add model',
  addModelPlaceholder: 'Add a model',
  moved: ({ model, place, models }: { model: string; place: number; models: number }) =>
    `${model} is now ${place} of ${models}`,
}

/** The budget of an agent: its dialog and its meter. */
export const budgets = {
  title: ({ agent }: { agent: string }) => `Budget of “${agent}”`,
  remove: 'Remove the budget',
  submit: 'Set budget',
  step: 'Extend by (at the limit, the agent pauses and asks)',
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

/** The gauge in the header of a pane: context, costs, cache and the price of the next prompt. */
export const contextGauge = {
  title: ({ context }: { context: string }) => `Context: ${context}`,
  label: 'Context and cost',
  fullAdvice: 'Nearly full: compress or fork from a mark',
  rows: {
    context: 'Context',
    lastAnswer: 'Last answer',
    agent: 'This agent',
    cache: 'Cache',
    nextPrompt: 'Next prompt',
    switch: 'Switch',
    budget: 'Budget',
  },
  setBudget: 'Set budget…',
  inspector: 'Context inspector',
  usage: 'Usage',
  costBelow: ({ cost, below }: { cost: string; below: string }) => `${cost} · with descendants ${below}`,
  tokens: ({ tokens }: { tokens: string }) => `${tokens} tokens`,
  tokensOf: ({ tokens, window, percent }: { tokens: string; window: string; percent: string }) =>
    `${tokens} of ${window} (${percent} %)`,
  spoken: {
    unknown: 'Context not known',
    underOne: 'under 1',
    about: ({ tokens }: { tokens: string }) => `about ${tokens}`,
    tokens: ({ tokens }: { tokens: string }) => `Context ${tokens} tokens`,
    tokensOf: ({ tokens, window, percent }: { tokens: string; window: string; percent: string }) =>
      `Context ${tokens} of ${window} tokens, ${percent} percent`,
  },
  answer: {
    input: ({ fresh, cached }: { fresh: string; cached: string }) => `input ${fresh} · cached ${cached}`,
    written: ({ tokens }: { tokens: string }) => `written ${tokens}`,
    thinking: ({ tokens }: { tokens: string }) => `thinking ${tokens}`,
    output: ({ tokens }: { tokens: string }) => `output ${tokens}`,
  },
  whenCold: ({ warm, cold }: { warm: string; cold: string }) => `${warm} · when cold ${cold}`,
  cache: {
    none: 'nothing cached',
    maybe: 'may still be warm',
    cold: 'cold',
    warmUntil: ({ time, left }: { time: string; left: string }) => `warm until ${time} (${left})`,
  },
  keepWarm: {
    agent: 'Keep warm',
    agentFor: ({ price }: { price: string }) => `Keep warm: ≈ ${price} per hour`,
    subtree: 'With descendants',
    subtreeFor: ({ price }: { price: string }) => `With descendants: ≈ ${price} per hour`,
    until: ({ time }: { time: string }) => `Until ${time} or the budget is used up.`,
    untilBy: ({ time, agent }: { time: string; agent: string }) =>
      `Until ${time} or the budget is used up, by “${agent}” and its descendants.`,
  },
  switchTo: ({ model }: { model: string }) => `to ${model}`,
  switchFor: ({ model, price }: { model: string; price: string }) => `to ${model} ${price}`,
  switchCold: ({ model, price }: { model: string; price: string }) => `to ${model} ${price} (not cached there)`,
}
