import type { AGENT_COLUMN_LIST } from '../../../shared/agent-attributes.ts'

/** Returns columns with their types, as `json_to_recordset` needs them. */
export function recordset(columns: typeof AGENT_COLUMN_LIST): string {
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ')
}
