/** The gauge in the header of a pane: context, costs, cache and the price of the next prompt. */
export const contextGauge = {
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
  tokensOf: ({ tokens, window, percent }: { tokens: string; window: string; percent: number }) =>
    `${tokens} of ${window} (${percent} %)`,
  spoken: {
    unknown: 'Context not known',
    about: ({ tokens }: { tokens: string }) => `about ${tokens}`,
    tokens: ({ tokens }: { tokens: string }) => `Context ${tokens} tokens`,
    tokensOf: ({ tokens, window, percent }: { tokens: string; window: string; percent: number }) =>
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
