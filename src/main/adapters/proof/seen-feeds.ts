import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { z } from 'zod'

import { UPDATE_CHANNELS, type UpdateChannel } from '../../../shared/app-update.ts'
import { parseJson } from '../../../shared/json.ts'
import { replaceFile } from '../replace-file.ts'
import type { SeenFeed } from './judge-update.ts'

const seenSchema = z.partialRecord(
  z.enum(UPDATE_CHANNELS),
  z.strictObject({ madeAt: z.int().nonnegative(), root: z.string() }),
)

/** The newest list of updates that was seen of each channel, in a file. */
export function createSeenFeeds(path: string) {
  const read = async () => {
    const parsed = seenSchema.safeParse(parseJson(await readFile(path, 'utf8').catch(() => '{}')))
    return parsed.success ? parsed.data : {}
  }
  return {
    /** Null: none was seen. */
    find: async (channel: UpdateChannel): Promise<SeenFeed | null> => (await read())[channel] ?? null,
    /** Throws the errors of the file system. */
    async keep(channel: UpdateChannel, seen: SeenFeed): Promise<void> {
      await mkdir(dirname(path), { mode: 0o700 }).catch(() => undefined)
      await replaceFile(path, JSON.stringify({ ...(await read()), [channel]: seen }))
    },
  }
}
