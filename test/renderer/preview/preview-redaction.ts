import type { RedactionPreview, RedactionReport } from '../../../src/shared/redaction.ts'

export const REDACTION_PREVIEW: RedactionPreview = {
  events: 3,
  files: 1,
  mail: 0,
  queuedPrompts: 0,
  hasDraft: true,
  heirs: 2,
}

export const REDACTION_REPORT: RedactionReport = {
  events: 3,
  files: 1,
  mail: 0,
  keptOutputs: [],
  onDisk: null,
  backupFolder: '/home/anna/backup',
}
