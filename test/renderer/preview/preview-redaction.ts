import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import type { RedactionPreview, RedactionReport } from '../../../src/shared/redaction.ts'
import { ok } from '../../../src/shared/result.ts'

const REDACTION_PREVIEW: RedactionPreview = {
  events: 3,
  files: 1,
  mail: 0,
  queuedPrompts: 0,
  hasDraft: true,
  heirs: 2,
}

const REDACTION_REPORT: RedactionReport = {
  events: 3,
  files: 1,
  mail: 0,
  keptOutputs: [],
  onDisk: null,
  backupFolder: '/home/anna/backup',
}

/** Says what would be lost, and redacts nothing. */
export function previewRedaction(note: (call: string, input: unknown) => void) {
  const os = implement(contract).redaction
  return {
    preview: os.preview.handler(() => ok(REDACTION_PREVIEW)),
    run: os.run.handler(({ input }) => {
      note('redaction.run', input)
      return ok(REDACTION_REPORT)
    }),
  }
}
