import type * as English from '../en/models.ts'
import type { OptionalPartName } from '../../../shared/model-options.ts'
import { plural } from './plural.ts'

/** Choosing a model, its thinking level and its options. */
export const models: typeof English.models = {
  picker: {
    label: 'Modell',
    search: 'Modelle suchen oder einen Namen eingeben',
    models: 'Modelle',
    pools: 'Pools',
    favourites: 'Favoriten',
    recent: 'Zuletzt verwendet',
    noKey: 'kein Schlüssel gesetzt',
    useTyped: ({ name }) => `„${name}“ verwenden`,
    asTyped: 'wie eingegeben',
    keys: '← → Denkstufe · Eingabe wählt aus',
    pricesHint: '≈ geschätzte Kosten des nächsten Prompts',
    price: 'Geschätzte Kosten des nächsten Prompts',
    learned: ({ parts, since }) =>
      `Sein Server hat seit ${since} etwas abgelehnt: ${parts}. Das wird nach einem Tag vergessen, oder wenn die Modelle des Anbieters neu aufgelistet werden.`,
    nothingIsSent: 'Es wird nichts gesendet, also ist kein Schlüssel nötig',
    context: ({ tokens }) => `${tokens} Kontext`,
    ended: ({ day }) => `eingestellt am ${day}`,
    ends: ({ day }) => `endet am ${day}`,
    pool: ({ strategy, models }) => `${strategy}: ${models}`,
    strategies: {
      failover: 'das erste, das funktioniert',
      'round-robin': 'der Reihe nach',
      best: 'gewinnt am häufigsten',
    },
  },
  button: {
    label: ({ model }) => `Modell: ${model}. Ändern`,
    none: 'kein Modell',
    choose: 'Modell auswählen',
    chooseFor: ({ field }) => `Modell auswählen: ${field}`,
  },
  level: {
    label: ({ level }) => `Denken: ${level}. Ändern`,
    title: 'Denkstufe',
    legend: 'Denken',
    none: 'kein Denken',
  },
  options: {
    title: 'Modelloptionen',
    loading: 'Wird geladen…',
    verbosity: 'Ausführlichkeit',
    serviceTier: 'Service-Stufe',
    temperature: 'Temperatur',
    outputLimit: 'Grenze der Ausgabe',
    tokens: 'Tokens',
    maxTokens: ({ tokens }) => `bis zu ${tokens} Tokens`,
    webSearch: 'Websuche durch den Anbieter (Suchen werden berechnet)',
    codeExecution: 'Codeausführung durch den Anbieter (wird eventuell berechnet)',
    default: 'Standard',
    schema: 'Schema der Antwort',
    saveSchema: 'Speichern: Schema der Antwort',
    save: 'Speichern',
    schemaPlaceholder: ({ example }) => `JSON-Schema abschließender Antworten, etwa ${example}`,
    schemaIsWrong: 'Das Schema ist kein JSON-Objekt. Korrigieren und erneut speichern.',
  },
}

/** Settings › Default models. */
export const defaultModels: typeof English.defaultModels = {
  provider: 'Standardanbieter',
  noProvider: 'Keiner: für jeden Agenten auswählen',
  newAgentsUse: ({ model }) => `Neue Agenten verwenden: ${model}`,
  newAgentsUseInstead: ({ model, ended }) => `Neue Agenten verwenden: ${model}, weil ${ended} nicht mehr verfügbar ist`,
  noModel: 'kein Modell',
  placeholder: 'Standard',
  useDefault: 'Standard verwenden',
  useDefaultFor: ({ provider }) => `Standard für ${provider} verwenden`,
  askAbove: 'Vor dem Senden nachfragen ab',
  askAbovePlaceholder: 'Nie, oder einen Betrag wie $1.00 eingeben',
  askAboveHint: 'Verglichen mit den geschätzten Kosten des Prompts. Ohne bekannten Preis fragt ikigai nicht nach.',
  catalog: {
    label: 'Katalog',
    renew: 'Modelle und Limits aktualisieren',
    renewing: 'Wird aktualisiert…',
    builtIn: 'Der eingebaute Katalog wird verwendet.',
    renewedOn: ({ day }) => `Aktualisiert am ${day}.`,
    pricesAsOf: ({ day }) => `Preise vom ${day}.`,
    pricesOfUnknownDay: 'Preise von einem unbekannten Tag.',
  },
}

/** What became of parts of requests that were left out, in few words. */
export const unsentParts: Readonly<Record<OptionalPartName, string>> = {
  verbosity: 'Ausführlichkeit nicht gesendet',
  service_tier: 'Service-Stufe nicht gesendet',
  temperature: 'Temperatur nicht gesendet',
  max_output_tokens: 'Grenze der Ausgabe nicht gesendet',
  schema: 'Schema der Antwort nicht gesendet',
  web_search: 'Websuche nicht gesendet',
  code_execution: 'Codeausführung nicht gesendet',
  stream_options: 'Verbrauch nicht angefragt',
  cache: 'Felder des Caches nicht gesendet',
  tool_choice: 'Werkzeuge in der letzten Runde nicht gesendet',
  parallel_calls: 'Aufrufe einzeln gesendet',
  system_role: 'System-Prompt im ersten Prompt',
  tools: 'Werkzeuge nicht gesendet',
  thinking_off: 'Denken nicht abgeschaltet',
  thinking_level: 'Andere Denkstufe gesendet',
  output_limit: 'Andere Grenze der Ausgabe gesendet',
}

/** Settings › Pools. */
export const pools: typeof English.pools = {
  none: 'Noch keine Pools.',
  add: 'Pool hinzufügen',
  pool: ({ name }) => `Pool @${name}`,
  removed: ({ name }) => `Pool @${name} entfernt`,
  form: { title: 'Neuer Pool', name: 'Name des Pools', json: 'Der Pool als JSON' },
  jsonHint:
    'strategy: failover (das erste, das funktioniert), round-robin (jede Runde verwendet das nächste Modell) oder best (das Modell, das bei dieser Art von Arbeit am häufigsten gewinnt); explore: Prozent der Runden von best, die ein anderes Modell versuchen.',
  strategy: 'Welches Modell antwortet',
  strategies: {
    failover: 'Das erste, das funktioniert',
    'round-robin': 'Eines nach dem anderen',
    best: 'Das Modell, das am häufigsten gewinnt',
  },
  explore: 'Runden, die ein anderes Modell versuchen, in Prozent',
  exploreHint:
    'Nach Stimmen, Urteilen, Übernahmen, Wettläufen und Auswertungen, sobald zwei Modelle bei dieser Art von Arbeit je fünf Fälle haben. Bis dahin antwortet das erste, das funktioniert.',
  models: 'Modelle, in ihrer Reihenfolge',
  model: ({ place }) => `Modell ${place}`,
  moveUp: ({ place }) => `Modell ${place} nach oben verschieben`,
  moveDown: ({ place }) => `Modell ${place} nach unten verschieben`,
  removeModel: ({ place }) => `Modell ${place} entfernen`,
  addModel: 'Modell hinzufügen',
  addModelPlaceholder: 'Modell hinzufügen',
  moved: ({ model, place, models }) => `${model} ist jetzt ${place} von ${models}`,
}

/** The budget of an agent: its dialog and its meter. */
export const budgets: typeof English.budgets = {
  title: ({ agent }) => `Budget von „${agent}“`,
  remove: 'Budget entfernen',
  submit: 'Budget festlegen',
  step: 'Verlängern um (an der Grenze hält der Agent an und fragt nach)',
  sameStep: 'Wie die Grenze',
  unit: 'Grenze in',
  units: { dollars: 'Dollar', tokens: 'Tokens' },
  limits: { dollars: 'Kostengrenze', tokens: 'Token-Grenze (Eingabe und Ausgabe)' },
  notDollars: 'Einen Betrag in Dollar eingeben, etwa 3 oder 2,50.',
  notTokens: 'Eine Anzahl von Tokens eingeben, etwa 200.000 oder 200k.',
  scope: 'Verbraucht von',
  scopes: { subtree: 'Diesem Agenten und seinen Nachkommen', agent: 'Nur diesem Agenten' },
  spentSoFar: ({ cost }) => `Bisher ${cost} ausgegeben`,
  tokensSoFar: ({ tokens }) => `Bisher ${tokens} verbraucht`,
  share: ({ used, limit }) => `${used} von ${limit}`,
  spent: ({ share }) => `${share} ausgegeben`,
  spentBelow: ({ share }) => `${share} ausgegeben, einschließlich Nachkommen`,
  tokens: ({ share }) => `${share} Tokens verbraucht`,
  tokensBelow: ({ share }) => `${share} Tokens verbraucht, einschließlich Nachkommen`,
  estimated: ({ tokens }) => `davon ${tokens} geschätzt`,
  unpriced: ({ answers }) =>
    plural(answers, {
      one: '1 Antwort hat keinen bekannten Preis',
      other: `${answers} Antworten haben keinen bekannten Preis`,
    }),
  own: ({ use }) => `Budget: ${use}`,
  inherited: ({ agent, use }) => `Budget von „${agent}“: ${use}`,
  change: ({ budget }) => `${budget}. Ändern`,
}

/** The gauge in the header of a pane: context, costs, cache and the price of the next prompt. */
export const contextGauge: typeof English.contextGauge = {
  title: ({ context }) => `Kontext: ${context}`,
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
    underOne: 'unter 1',
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
