import type { profiles as English } from '../en/profiles.ts'
import { plural } from './plural.ts'

/** Settings › Profiles. */
export const profiles: typeof English = {
  add: 'Profil hinzufügen',
  profile: ({ name }) => `Profil ${name}`,
  builtIn: 'eingebaut',
  duplicate: 'Duplizieren',
  duplicateProfile: ({ name }) => `${name} duplizieren`,
  removed: ({ name }) => `Profil ${name} entfernt`,
  taken: ({ name }) => `Es gibt bereits ein Profil namens ${name}. Bitte einen anderen Namen wählen.`,
  form: { title: 'Neues Profil', name: 'Name des Profils', json: 'Das Profil als JSON' },
  jsonHint: 'description, system_prompt, model, tools, rules, max_cost oder max_tokens, sandbox. Alle sind optional.',
  noDescription: 'Keine Beschreibung',
  toolCount: ({ tools }) => plural(tools, { one: '1 Tool', other: `${tools} Tools` }),
  description: 'Beschreibung',
  systemPrompt: 'System-Prompt',
  model: 'Modell',
  defaultModel: 'Das Standardmodell',
  useDefaultModel: 'Standardmodell verwenden',
  tools: 'Tools',
  toolChoices: { all: 'Alle', some: 'Nur diese' },
  toolRows: {
    label: 'Tools des Profils',
    add: 'Tool hinzufügen',
    remove: ({ place }) => `Tool ${place} entfernen`,
  },
  toolPlaceholder: 'Name; * steht für Beliebiges',
  defaultSandbox: 'Wie bei Agenten ohne Profil',
  budget: {
    label: 'Budget, einschließlich Nachkommen',
    units: { none: 'Keines', dollars: 'US-Dollar', tokens: 'Tokens' },
    inDollars: 'Budget in US-Dollar',
    inTokens: 'Budget in Tokens',
  },
  rules: {
    label: 'Regeln',
    add: 'Regel hinzufügen',
    remove: ({ place }) => `Regel ${place} entfernen`,
    toolOf: ({ place }) => `Tool der Regel ${place}`,
    toolPlaceholder: 'Tool',
    patternOf: ({ place }) => `Muster der Regel ${place}`,
    patternPlaceholder: 'Alle Aufrufe',
    actionOf: ({ place }) => `Aktion der Regel ${place}`,
  },
}
