import type { toolPermissions as English } from '../en/tool-permissions.ts'

/** Settings › Tools and approvals. */
export const toolPermissions: typeof English = {
  loading: 'Tools werden geladen; Server brauchen eventuell einen Moment zum Starten…',
  tools: 'Tools',
  permissionFor: ({ tool }) => `Berechtigung für ${tool}`,
  usual: 'Standard',
  editor: 'Editor',
  editorHint: 'Ein Programm mit Fenster. Es erhält den Pfad der Datei als einziges Argument.',
  saved: 'Gespeicherte Genehmigungen',
  noneSaved: 'Noch keine. „Dieser Agent“, „Sein Teilbaum“ und „Immer“ in einer Genehmigungsanfrage speichern eine.',
  rules: {
    allow: ({ scope }) => `erlaubt für ${scope}`,
    ask: ({ scope }) => `mit Nachfrage für ${scope}`,
    deny: ({ scope }) => `abgelehnt für ${scope}`,
    outside: ({ scope }) => `erlaubt für ${scope}, auch außerhalb der Sandbox`,
  },
  everyAgent: 'jeden Agenten',
  withDescendants: ({ agent }) => `${agent} und alle Nachkommen`,
  revoke: 'Widerrufen',
  revokeRule: ({ rule, scope }) => `Widerrufen: ${rule}, für ${scope}`,
  revoked: ({ rule }) => `Widerrufen: ${rule}`,
}
