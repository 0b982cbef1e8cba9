import type { EngineApi } from '../../../shared/engine-api.ts'
import { linesOf } from '../../../shared/text-lines.ts'
import type { EngineServices } from '../engine-services.ts'
import { linesToPieces } from '../transfer/file-pieces.ts'

/** The log of all agents. */
export function createLogApi({
  searcher,
  exporter,
  importer,
  pieceImports,
  sessions,
}: EngineServices): EngineApi['log'] {
  return {
    findSessions: () => sessions.find(),
    importSessions: (request) => sessions.import(request.sessions),
    search: (request) => searcher.search(request),
    export: (request) =>
      linesToPieces(
        request.format === 'log' ? exporter.lines(request.agentId, request) : exporter.markdown(request.agentId),
      ),
    import: ({ text }) => importer.import(linesOf([text])),
    importFile: (_input, signal) => pieceImports.begin(signal),
    importPiece: (piece) => pieceImports.add(piece),
  }
}
