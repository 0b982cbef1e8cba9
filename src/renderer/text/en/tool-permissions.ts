/** Settings › Tools and approvals. */
export const toolPermissions = {
  loading: 'Loading tools; servers may take a moment to start…',
  tools: 'Tools',
  permissionFor: ({ tool }: { tool: string }) => `Permission for ${tool}`,
  usual: 'Default',
  editor: 'Editor',
  editorHint: 'A program with a window. It gets the path of the file as its only argument.',
  saved: 'Saved approvals',
  noneSaved: 'None yet. “This agent”, “Its subtree” and “Always” in an approval request save one.',
  rules: {
    allow: ({ scope }: { scope: string }) => `allowed for ${scope}`,
    ask: ({ scope }: { scope: string }) => `asks first for ${scope}`,
    deny: ({ scope }: { scope: string }) => `denied for ${scope}`,
    outside: ({ scope }: { scope: string }) => `allowed for ${scope}, also outside the sandbox`,
  },
  everyAgent: 'every agent',
  withDescendants: ({ agent }: { agent: string }) => `${agent} and its descendants`,
  revoke: 'Revoke',
  revokeRule: ({ rule, scope }: { rule: string; scope: string }) => `Revoke: ${rule}, for ${scope}`,
  revoked: ({ rule }: { rule: string }) => `Revoked: ${rule}`,
}
