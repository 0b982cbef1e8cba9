import { isJsonObject, isValueTooDeep, type JsonObject, type JsonValue } from '../../../../shared/json.ts'
import type { SourceDocument, SourceLine } from '../../ports/foreign-ports.ts'
import type { ForeignSession } from './foreign-tree.ts'
import { isBigAgi, readBigAgi } from './readers/big-agi.ts'
import { isChatbox, readChatbox } from './readers/chatbox.ts'
import { isChatGpt, readChatGpt } from './readers/chatgpt.ts'
import { isCherryStudio, readCherryStudio } from './readers/cherry-studio.ts'
import { isClaudeAi, readClaudeAi } from './readers/claude-ai.ts'
import { isClaudeCodeLine, readClaudeCode } from './readers/claude-code.ts'
import { isCodexLine, readCodex } from './readers/codex.ts'
import { isCursor, readCursor } from './readers/cursor.ts'
import { isDeepSeek, readDeepSeek } from './readers/deepseek.ts'
import { isGeminiHeader, readGeminiLines, readGeminiObject } from './readers/gemini-cli.ts'
import { isJanLine, readJan } from './readers/jan.ts'
import { isLibreChat, readLibreChat } from './readers/librechat.ts'
import { isLobeChat, readLobeChat } from './readers/lobechat.ts'
import { isOpencode, readOpencode } from './readers/opencode.ts'
import { isOpenWebUi, readOpenWebUi } from './readers/open-webui.ts'
import { isPiLine, readPi } from './readers/pi.ts'
import { isTypingMind, readTypingMind } from './readers/typingmind.ts'

interface Reader<T> {
  readonly sees: (value: JsonObject) => boolean
  readonly read: (source: T) => readonly ForeignSession[]
}

const OF_LINES: readonly Reader<readonly SourceLine[]>[] = [
  { sees: isGeminiHeader, read: readGeminiLines },
  { sees: isCodexLine, read: readCodex },
  { sees: isPiLine, read: readPi },
  { sees: isJanLine, read: readJan },
  { sees: isClaudeCodeLine, read: readClaudeCode },
]

/** Objects with one conversation, or all of them. The order decides where two recognise the same. */
const OF_OBJECTS: readonly Reader<JsonObject>[] = [
  { sees: isCherryStudio, read: readCherryStudio },
  { sees: isLobeChat, read: readLobeChat },
  { sees: isChatbox, read: readChatbox },
  { sees: isTypingMind, read: readTypingMind },
  { sees: isDeepSeek, read: (value) => [readDeepSeek(value)] },
  { sees: isOpenWebUi, read: (value) => [readOpenWebUi(value)] },
  { sees: isClaudeAi, read: (value) => [readClaudeAi(value)] },
  { sees: isGeminiHeader, read: readGeminiObject },
  { sees: isBigAgi, read: (value) => [readBigAgi(value)] },
  { sees: isChatGpt, read: (value) => [readChatGpt(value)] },
]

/** Lines at the beginning of a file that decide what it is. */
const LOOKED_AT = 200

/** Reads a source of any known tool. Null: no tool writes such files. Pure; never throws, whatever the source holds. */
export function readSource(source: SourceDocument): readonly ForeignSession[] | null {
  if (source.form === 'lines') return lineReader(source.lines)?.read(source.lines) ?? null
  if (source.form === 'rows') return readTables(source.tables)
  // A file with only one line of JSON may be a file of lines.
  const { value, raw } = source
  const asLine = isJsonObject(value) && !isValueTooDeep(value) ? [{ place: 'line 1', raw, json: value }] : []
  return readValue(value) ?? lineReader(asLine)?.read(asLine) ?? null
}

/** The reader that understands the most lines: records of another kind may be mixed in. Null: none understands any. */
function lineReader(lines: readonly SourceLine[]): Reader<readonly SourceLine[]> | null {
  const some = lines.slice(0, LOOKED_AT).flatMap(({ json }) => (json === null ? [] : [json]))
  const counted = OF_LINES.map((reader) => ({ reader, count: some.filter((json) => reader.sees(json)).length }))
  const most = counted.toSorted((a, b) => b.count - a.count)[0]
  return most === undefined || most.count === 0 ? null : most.reader
}

function readTables(tables: Readonly<Record<string, readonly JsonObject[]>>): readonly ForeignSession[] | null {
  if (isOpencode(tables)) return readOpencode(tables)
  return isCursor(tables) ? readCursor(tables) : null
}

/** A conversation, a list of them, or tables as JSON. */
function readValue(value: JsonValue): readonly ForeignSession[] | null {
  if (Array.isArray(value)) {
    const read = value.map((item: JsonValue) => readValue(item))
    return read.every((one) => one === null) ? null : read.flatMap((one) => one ?? [])
  }
  if (!isJsonObject(value)) return null
  // Messages that are nested in each other may be nested deeper than anything else.
  if (isLibreChat(value)) return [readLibreChat(value)]
  if (isValueTooDeep(value)) return null
  const tables = tablesIn(value)
  if (tables !== null) return readTables(tables)
  return OF_OBJECTS.find(({ sees }) => sees(value))?.read(value) ?? null
}

/** Tables that someone wrote as JSON: lists of rows by name, or the values of Cursor's table by key. */
function tablesIn(value: JsonObject): Readonly<Record<string, readonly JsonObject[]>> | null {
  const entries = Object.entries(value)
  if (entries.some(([key]) => key.startsWith('composerData:'))) {
    return { cursorDiskKV: entries.map(([key, item]) => ({ key, value: item })) }
  }
  if (!('session' in value && 'message' in value && 'part' in value)) return null
  const rows = (item: JsonValue): readonly JsonObject[] =>
    Array.isArray(item) ? item.filter((row) => isJsonObject(row)) : []
  return Object.fromEntries(entries.map(([name, item]) => [name, rows(item)]))
}
