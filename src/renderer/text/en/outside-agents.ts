/** Settings › Outside agents. */
export const outsideAgents = {
  none: 'No outside agents yet.',
  notAdded: 'not added',
  add: 'Add',
  addAgent: ({ agent }: { agent: string }) => `Add ${agent}`,
  starts: ({ command }: { command: string }) => `Starts: ${command}`,
  addOther: 'Add another program',
  removed: ({ agent }: { agent: string }) => `${agent} removed`,
  form: { title: 'New agent', name: 'Name of the agent', json: 'The agent, as JSON' },
  jsonHint:
    'command, args, env, options (of the program, such as mode), mcp_servers (false: your servers are not passed on).',
  passServers: 'Pass on the MCP servers of Settings',
}
