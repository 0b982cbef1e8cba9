import type { EngineApi } from '../../../shared/engine-api.ts'
import { linesOf } from '../../../shared/text-lines.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import { type ExportRequest, FILE_PIECE } from '../../../shared/log-file.ts'
import { ok, type Result } from '../../../shared/result.ts'

/** The log of all agents. */
export function createLogApi({
  searcher,
  agentMap,
  exporter,
  importer,
  pieceImports,
  sessions,
  sourceImports,
  conversations,
}: EngineWiring): EngineApi['log'] {
  function exportedLines(request: ExportRequest): AsyncIterable<Result<string>> {
    if (request.format === 'log') return exporter.lines(request.agentId, request)
    if (request.format === 'markdown') return exporter.markdown(request.agentId)
    if (request.format === 'markdown-folder') return exporter.markdownFolder(request.agentId)
    if (request.format === 'html') return conversations.page(request.agentId, request)
    return conversations.lines(request.agentId, request.format)
  }
  return {
    countSessions: () => sessions.count(),
    findSessions: () => sessions.find(),
    importSessions: (request, signal) => sessions.import(request.sessions, signal),
    readSource: (_input, signal) => sourceImports.begin(signal),
    sourcePiece: (piece) => sourceImports.add(piece),
    importSource: (request, signal) => sourceImports.import(request, signal),
    search: (request) => searcher.search(request),
    map: (request) => agentMap.page(request),
    export: (request) => linesToPieces(exportedLines(request)),
    import: ({ text }) => importer.import(linesOf([text])),
    importFile: (_input, signal) => pieceImports.begin(signal),
    importPiece: (piece) => pieceImports.add(piece),
  }
}

/**
 * Joins lines, each with a line end, into pieces of text. Lines are read only as fast as the pieces are consumed. Ends
 * after a failure.
 */
export async function* linesToPieces(
  lines: AsyncIterable<Result<string>> | Iterable<Result<string>>,
): AsyncGenerator<Result<string>> {
  let text = ''
  for await (const line of lines) {
    if (!line.ok) {
      yield line
      return
    }
    text += `${line.value}\n`
    if (text.length < FILE_PIECE) continue
    yield ok(text)
    text = ''
  }
  if (text !== '') yield ok(text)
}
