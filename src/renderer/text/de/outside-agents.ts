import type { outsideAgents as English } from '../en/outside-agents.ts'

/** Settings › Outside agents. */
export const outsideAgents: typeof English = {
  none: 'Noch keine externen Agenten.',
  notAdded: 'nicht hinzugefügt',
  add: 'Hinzufügen',
  addAgent: ({ agent }) => `${agent} hinzufügen`,
  starts: ({ command }) => `Startet: ${command}`,
  addOther: 'Anderes Programm hinzufügen',
  removed: ({ agent }) => `${agent} entfernt`,
  form: { title: 'Neuer Agent', name: 'Name des Agenten', json: 'Der Agent als JSON' },
  jsonHint:
    'command, args, env, options (des Programms, etwa mode), mcp_servers (false: eigene Server werden nicht weitergegeben).',
  passServers: 'MCP-Server aus den Einstellungen weitergeben',
}
