import { implement } from '@orpc/server'

import { PieceImports } from '../../../src/main/core/transfer/piece-imports.ts'
import { UnreadKeys } from '../../../src/main/core/transfer/unread-keys.ts'
import { contract } from '../../../src/shared/contract.ts'
import { parseExactObject } from '../../../src/shared/exact-json.ts'
import { ok, refuse } from '../../../src/shared/result.ts'

interface World {
  note(call: string, input: unknown): void
  newAgent(): string
}

/** Imports of files in pieces: each becomes one agent. */
export function previewImports({ note, newAgent }: World) {
  const os = implement(contract).log
  const imports = new PieceImports(
    async (lines) => {
      let events = 0
      const unread = new UnreadKeys()
      for await (const line of lines) {
        if (!line.startsWith('{')) return refuse('Line 1: this is not a JSON object. Nothing was imported.')
        unread.add('event', parseExactObject(line) ?? {})
        events += 1
      }
      const found = unread.list()
      return ok({ agents: [newAgent()], events, ...(found.length > 0 && { unread: found }) })
    },
    { uuid: () => crypto.randomUUID(), toolCallId: () => '', random: () => 0 },
  )
  return {
    importFile: os.importFile.handler(({ signal }) => {
      note('log.importFile', {})
      return imports.begin(signal ?? new AbortController().signal)
    }),
    importPiece: os.importPiece.handler(({ input }) => imports.add(input)),
  }
}
