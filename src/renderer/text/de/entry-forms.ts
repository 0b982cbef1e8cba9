import type { entryForms as English } from '../en/entry-forms.ts'

/** Forms of pools, profiles, MCP servers and outside agents. */
export const entryForms: typeof English = {
  name: 'Name',
  asJson: 'Als JSON bearbeiten',
  asForm: 'Als Formular bearbeiten',
  notJson: ({ problem }) => `Kein gültiges JSON: ${problem}`,
  notValid: 'Der Wert ist hier nicht gültig.',
  rowName: 'Name',
  rowValue: 'Wert',
  command: 'Befehl',
  arguments: {
    label: 'Argumente',
    add: 'Argument hinzufügen',
    remove: ({ place }) => `Argument ${place} entfernen`,
  },
  variables: {
    label: 'Umgebung',
    add: 'Variable hinzufügen',
    remove: ({ place }) => `Variable ${place} entfernen`,
    nameOf: ({ place }) => `Name der Variable ${place}`,
    valueOf: ({ place }) => `Wert der Variable ${place}`,
  },
}
