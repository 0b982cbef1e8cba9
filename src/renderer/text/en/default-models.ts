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
