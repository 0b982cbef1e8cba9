import type { budgets as English } from '../en/budgets.ts'
import { plural } from './plural.ts'

/** The budget of an agent: its dialog and its meter. */
export const budgets: typeof English = {
  title: ({ agent }) => `Budget von „${agent}“`,
  remove: 'Budget entfernen',
  submit: 'Budget festlegen',
  step: 'Erhöhung pro Verlängerung (an der Grenze hält der Agent an und fragt nach)',
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
