import { Readable } from 'node:stream'

import yauzl from 'yauzl'

import type { ForeignFileSource } from '../../core/ports/foreign-ports.ts'
import { readText } from './read-text.ts'

/** Limits against archives that are made to fill memory or time. Real exports stay far below. */
const LIMITS = {
  entries: 200_000,
  /** Bytes of one file. */
  text: 4_000_000_000,
  asset: 200_000_000,
  /** Bytes of all conversations. */
  all: 8_000_000_000,
  /** How much larger a file may be than its compressed form, from `smallest` bytes on. JSON has at most about 20. */
  ratio: 200,
  smallest: 10_000_000,
}

/**
 * Reads the JSON files of an archive. Names of entries are only compared, never used as paths. The sizes that an
 * archive claims are checked while it is read.
 */
export async function* readArchive(path: string): AsyncGenerator<ForeignFileSource> {
  const archive = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true })
  try {
    const entries: yauzl.Entry[] = []
    for await (const entry of archive.eachEntry()) {
      if (entries.push(entry) > LIMITS.entries) {
        yield { name: path, problem: `The archive has more than ${LIMITS.entries.toLocaleString('en-US')} files.` }
        return
      }
    }
    const asset = (id: string): Promise<Uint8Array | null> => readAsset(path, entries, id)
    const texts = entries.filter(({ fileName }) => /\.jsonl?$/i.test(fileName))
    if (isSuspicious(sumOf(texts), LIMITS.all)) {
      yield {
        name: path,
        problem: 'It would be far larger than an export when it is unpacked. Import its files alone.',
      }
      return
    }
    for (const entry of texts) {
      yield* readEntry(archive, entry, asset)
    }
  } finally {
    archive.close()
  }
}

async function* readEntry(
  archive: yauzl.ZipFile,
  entry: yauzl.Entry,
  asset: (id: string) => Promise<Uint8Array | null>,
): AsyncGenerator<ForeignFileSource> {
  const name = entry.fileName
  if (isSuspicious(entry, LIMITS.text)) {
    yield { name, problem: 'It would be far larger than an export when it is unpacked.' }
    return
  }
  try {
    const open = (): AsyncIterable<string> => textOf(archive, entry)
    for await (const source of readText(name, open)) yield 'problem' in source ? source : { ...source, asset }
  } catch (error) {
    yield { name, problem: `It could not be unpacked: ${error instanceof Error ? error.message : 'damaged'}.` }
  }
}

async function* textOf(archive: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<string> {
  const stream = await archive.openReadStreamPromise(entry)
  for await (const piece of Readable.from(stream.setEncoding('utf8'))) yield String(piece)
}

type Sizes = Readonly<Record<'uncompressedSize' | 'compressedSize', number>>

/** Many small files may be as large as a large one. */
function sumOf(entries: readonly Sizes[]): Sizes {
  const sum = (of: keyof Sizes): number => entries.reduce((all, entry) => all + entry[of], 0)
  return { uncompressedSize: sum('uncompressedSize'), compressedSize: sum('compressedSize') }
}

function isSuspicious({ uncompressedSize: size, compressedSize }: Sizes, limit: number): boolean {
  return size > limit || (size > LIMITS.smallest && size > compressedSize * LIMITS.ratio)
}

/** A file is named after its id, with or without more. Opens the archive anew: it is read after the conversations. */
async function readAsset(path: string, entries: readonly yauzl.Entry[], id: string): Promise<Uint8Array | null> {
  const entry =
    id === '' ? undefined : entries.find(({ fileName }) => (fileName.split('/').at(-1) ?? '').startsWith(id))
  if (entry === undefined || isSuspicious(entry, LIMITS.asset)) return null
  const archive = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true })
  try {
    const pieces: Uint8Array[] = []
    const stream: AsyncIterable<unknown> = await archive.openReadStreamPromise(entry)
    for await (const piece of stream) if (piece instanceof Uint8Array) pieces.push(piece)
    return Buffer.concat(pieces)
  } catch {
    return null
  } finally {
    archive.close()
  }
}
