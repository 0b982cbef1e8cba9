/** Forms of pools, profiles, MCP servers and outside agents. */
export const entryForms = {
  name: 'Name',
  asJson: 'Edit as JSON',
  asForm: 'Edit as form',
  notJson: ({ problem }: { problem: string }) => `Not valid JSON: ${problem}`,
  notValid: 'The value is not valid here.',
  rowName: 'Name',
  rowValue: 'Value',
  command: 'Command',
  arguments: {
    label: 'Arguments',
    add: 'Add argument',
    remove: ({ place }: { place: number }) => `Remove argument ${place}`,
  },
  variables: {
    label: 'Environment',
    add: 'Add variable',
    remove: ({ place }: { place: number }) => `Remove variable ${place}`,
    nameOf: ({ place }: { place: number }) => `Name of variable ${place}`,
    valueOf: ({ place }: { place: number }) => `Value of variable ${place}`,
  },
}
