import type { InstructionsData } from '../../shared/agent-event.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { texts } from '../text/texts.ts'
import { formatSize } from './format-figures.ts'

const words = texts.parts.instructions

/** Characters of the hash that are shown. */
const HASH_LENGTH = 12

/** Returns what is known of an instruction file, its path first. */
export function instructionFacts(data: InstructionsData): readonly string[] {
  const { path, origin, sha256, bytes, imported_by: importer, cut_bytes: cut, hidden_characters: hidden } = data
  return [
    visibleText(path, 'shown'),
    formatSize(bytes),
    sha256.slice(0, HASH_LENGTH),
    ...(origin === 'person' ? [words.own] : []),
    ...(importer === undefined ? [] : [words.importedBy({ file: visibleText(importer, 'shown') })]),
    ...(cut === undefined ? [] : [words.cut({ size: formatSize(cut) })]),
    ...(hidden === undefined ? [] : [words.invisible({ characters: hidden })]),
    ...(data.notes ?? []).map((note) => visibleText(note, 'shown')),
  ]
}
