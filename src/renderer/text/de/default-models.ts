import type { defaultModels as English } from '../en/default-models.ts'

/** Settings › Default models. */
export const defaultModels: typeof English = {
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
