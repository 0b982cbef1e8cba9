import type { contextGauge as English } from '../en/context-gauge.ts'

/** The gauge in the header of a pane: context, costs, cache and the price of the next prompt. */
export const contextGauge: typeof English = {
  label: 'Kontext und Kosten',
  fullAdvice: 'Fast voll: komprimieren oder von einer Marke abzweigen',
  rows: {
    context: 'Kontext',
    lastAnswer: 'Letzte Antwort',
    agent: 'Dieser Agent',
    cache: 'Cache',
    nextPrompt: 'Nächster Prompt',
    switch: 'Wechsel',
    budget: 'Budget',
  },
  setBudget: 'Budget festlegen…',
  inspector: 'Kontextinspektor',
  usage: 'Verbrauch',
  costBelow: ({ cost, below }) => `${cost} · mit Nachkommen ${below}`,
  tokens: ({ tokens }) => `${tokens} Tokens`,
  tokensOf: ({ tokens, window, percent }) => `${tokens} von ${window} (${percent} %)`,
  spoken: {
    unknown: 'Kontext nicht bekannt',
    about: ({ tokens }) => `etwa ${tokens}`,
    tokens: ({ tokens }) => `Kontext ${tokens} Tokens`,
    tokensOf: ({ tokens, window, percent }) => `Kontext ${tokens} von ${window} Tokens, ${percent} Prozent`,
  },
  answer: {
    input: ({ fresh, cached }) => `Eingabe ${fresh} · aus dem Cache ${cached}`,
    written: ({ tokens }) => `geschrieben ${tokens}`,
    thinking: ({ tokens }) => `Denken ${tokens}`,
    output: ({ tokens }) => `Ausgabe ${tokens}`,
  },
  whenCold: ({ warm, cold }) => `${warm} · kalt ${cold}`,
  cache: {
    none: 'nichts im Cache',
    maybe: 'vielleicht noch warm',
    cold: 'kalt',
    warmUntil: ({ time, left }) => `warm bis ${time} (${left})`,
  },
  keepWarm: {
    agent: 'Warm halten',
    agentFor: ({ price }) => `Warm halten: ≈ ${price} pro Stunde`,
    subtree: 'Mit Nachkommen',
    subtreeFor: ({ price }) => `Mit Nachkommen: ≈ ${price} pro Stunde`,
    until: ({ time }) => `Bis ${time} oder bis das Budget verbraucht ist.`,
    untilBy: ({ time, agent }) => `Bis ${time} oder bis das Budget verbraucht ist, durch „${agent}“ und Nachkommen.`,
  },
  switchTo: ({ model }) => `zu ${model}`,
  switchFor: ({ model, price }) => `zu ${model} ${price}`,
  switchCold: ({ model, price }) => `zu ${model} ${price} (dort nicht im Cache)`,
}
